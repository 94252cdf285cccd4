import type { PhoneCommands } from "@callpanel/phone-port";
import { destinationParty } from "../../dialplan/resolve.ts";
import { ONWARD_HOPS } from "../moving/moves.ts";
import type { CommandDeps } from "./command-deps.ts";
import { noWayOutside } from "./outside-refusal.ts";
import { refused } from "../call/command-outcome.ts";

/** Rings the person's own phones and connects the one that answers to the number (rules CALL-53 to CALL-56). */
export function createOriginate(deps: CommandDeps): PhoneCommands["originate"] {
  const { realm, directory, dialPlan, bindings, admission, routing, lines, allowance, originateCall } = deps;
  return async ({ by, to }) => {
    const user = await directory.userBySipUsername(realm, by);
    if (user?.mayUseSoftphone !== true || bindings.ofUser(user.id).length === 0) return refused("notRegistered");
    const destination = await dialPlan.resolve(to, user);
    const goesOutside = destination.kind === "outside" || destination.kind === "emergency";
    const leadsNowhere = goesOutside ? (await lines.present()).length === 0 : destination.kind === "nothing";
    if (leadsNowhere) return refused("unknownNumber");
    const why = await noWayOutside(allowance, user, destination);
    if (why !== undefined) return refused(why);
    if (destination.kind === "user" && destination.user.id === user.id) return refused("wrongState");
    if (destination.kind !== "emergency" && admission.ofCaller(user, undefined) !== undefined) return refused("limit");
    const shown = destinationParty(destination);
    const callId = await originateCall({
      whom: { kind: "user", user },
      dialledNumber: destination.number,
      shown,
      arrive: (call, caller) => void routing.route({ call, caller, by: user, hops: ONWARD_HOPS }, to),
    });
    return callId === undefined ? refused("notRegistered") : { ok: true, value: { callId } };
  };
}
