import type { PhoneCommands } from "../../commands.ts";
import type { OrderDeps } from "./order-deps.ts";

/** A bridge is known by the id of its call. */
export function createBridgeOf({ index, register }: OrderDeps): PhoneCommands["bridgeOf"] {
  return (legId) => {
    const leg = index.byId(legId);
    const call = leg === undefined ? undefined : register.callOf(leg);
    if (leg === undefined || call === undefined) return { ok: false, why: "unknownLeg" };
    return { ok: true, value: { bridgeId: call.id, peerLegId: call.peerOf(leg)?.leg.id } };
  };
}
