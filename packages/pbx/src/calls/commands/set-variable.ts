import type { PhoneCommands } from "@callpanel/phone-port";
import type { CommandDeps } from "./command-deps.ts";
import { DONE, refused } from "../call/command-outcome.ts";

/** Sets a variable of the screen pop (rules CALL-57 to CALL-59). */
export function createSetVariable({ index, register }: CommandDeps): PhoneCommands["setVariable"] {
  return async ({ legId, name, value }) => {
    const leg = index.byId(legId);
    const call = leg === undefined ? undefined : register.callOf(leg);
    if (call === undefined) return refused("unknownLeg");
    return call.screenPop.set(name, value) ? DONE : refused("limit");
  };
}
