import { parkedCalls } from "../parking/index.ts";
import type { Carry } from "./command.ts";

/** RT-30: the same as in the snapshot. */
export const showParkedCalls: Carry<"ParkedCalls"> = (_frame, { parked, sight }) => [
  ...parkedCalls(parked.entries.values(), sight.parked),
];
