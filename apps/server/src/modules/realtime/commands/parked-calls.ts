import { parkedCalls } from "../parked.sight.ts";
import type { Carry } from "./command.ts";

/** RT-30: as the snapshot tells them. */
export const showParkedCalls: Carry<"ParkedCalls"> = (_frame, { parked, sight }) => [
  ...parkedCalls(parked.places(), sight.parked),
];
