import type { PhoneCommands } from "@callpanel/phone-port";
import type { OrderDeps } from "./order-deps.ts";
import { refused } from "./refused.ts";

/** Changes who hears a listener (rule LISTEN-5). */
export function createSetListening({ index, listening }: OrderDeps): PhoneCommands["setListening"] {
  return ({ legId, mode }) =>
    index.byId(legId) === undefined ? refused("unknownLeg") : listening.setMode(legId, mode);
}
