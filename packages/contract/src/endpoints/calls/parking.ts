/** Parking lots (spec 2 §7); parked callers come by the realtime connection. */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";

/** Spec 1 §3, parking lot. `extension` is where a call is parked, a slot's number is dialled to have it back. */
export const parkingLotSchema = z.object({ name: z.string(), extension: z.string(), slots: z.array(z.string()) });
export type ParkingLot = z.infer<typeof parkingLotSchema>;

export const getParkings = defineEndpoint({
  method: "GET",
  path: "parkings",
  summary: "Parking lots with their slots, by extension",
  access: { kind: "read", module: "parkings" },
  response: z.object({ total: z.number(), data: z.array(parkingLotSchema) }),
});
