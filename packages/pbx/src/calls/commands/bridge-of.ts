import type { PhoneCommands } from "@callpanel/phone-port";
import type { CommandDeps } from "./command-deps.ts";

/** The id of a bridge is the id of its call; the id of a room is its number. */
export function createBridgeOf({ index, register, rooms }: CommandDeps): PhoneCommands["bridgeOf"] {
  return async (legId) => {
    const leg = index.byId(legId);
    const call = leg === undefined ? undefined : register.callOf(leg);
    if (leg === undefined || call === undefined) return { ok: false, why: "unknownLeg" };
    const stay = rooms.stayOf(leg);
    if (stay === undefined) return { ok: true, value: { bridgeId: call.id, peerLegId: call.peerOf(leg)?.leg.id } };
    const [other, third] = stay.others;
    return { ok: true, value: { bridgeId: stay.number, peerLegId: third === undefined ? other?.id : undefined } };
  };
}
