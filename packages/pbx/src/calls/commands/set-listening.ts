import type { PhoneCommands } from "@callpanel/phone-port";
import type { CommandDeps } from "./command-deps.ts";
import { refused } from "../call/command-outcome.ts";

/** Changes who hears a listener (rule LISTEN-5). */
export function createSetListening({ index, listening }: CommandDeps): PhoneCommands["setListening"] {
  return async ({ legId, mode }) =>
    index.byId(legId) === undefined ? refused("unknownLeg") : listening.setMode(legId, mode);
}
