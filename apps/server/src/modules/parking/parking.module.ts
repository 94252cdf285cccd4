import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import { createParkingRoutes, type ParkingLotsReader } from "./parking.routes.ts";

type Needs = Pick<KernelServices, "endpointServer"> & {
  readonly parkingLots: ParkingLotsReader;
};

/** Parking lots of the company. */
export const parkingModule: ServerModule<Needs> = {
  routes: ({ endpointServer, parkingLots: lots }) => [createParkingRoutes({ endpointServer, lots })],
};
