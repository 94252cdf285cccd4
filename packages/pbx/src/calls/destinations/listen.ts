/** Listening in (`***` and an extension) on the current call of a person (rules LISTEN-1 and LISTEN-2). */
import type { Directory } from "@callpanel/phone-port";
import type { CallRegister } from "../call/call-register.ts";
import type { LegIndex } from "../leg/leg-index.ts";
import type { Leg } from "../leg/leg.port.ts";
import type { LegReason } from "../leg/leg.model.ts";
import type { Listening } from "../services/listening.ts";
import { refusalOf } from "../leg/refusal.ts";
import type { Rooms } from "../rooms/rooms.ts";
import type { ReachFeature } from "./feature.port.ts";

export interface ListenDeps {
  readonly realm: string;
  readonly directory: Directory;
  readonly index: LegIndex<Leg>;
  readonly register: CallRegister;
  readonly rooms: Rooms;
  readonly listening: Listening;
}

const NOT_ALLOWED: LegReason = { status: 403, text: "Listening in is not allowed" };
const IN_NO_CALL: LegReason = { status: 480, text: "In no call" };

export function createListen({ realm, directory, index, register, rooms, listening }: ListenDeps): ReachFeature {
  /** The leg that has talked longest. */
  const talkingOf = (userId: number): Leg | undefined =>
    index
      .ofUser(userId)
      .find(
        (leg) =>
          leg.state.phase === "up" &&
          (register.callOf(leg)?.peerOf(leg) !== undefined || rooms.stayOf(leg) !== undefined),
      );

  return async ({ call, by, referredBy }, { number, target }) => {
    const entry = await directory.lookup(realm, target);
    if (!call.live) return;
    const name = entry?.kind === "user" ? entry.user.displayName : "";
    const named = { number, name, kind: "listening" } as const;
    if (entry?.kind !== "user") return call.refuse(named, refusalOf(404));
    // No one can be transferred into listening: the listener needs the right.
    const mayListen = directory.mayDo?.(by, { kind: "listen", userId: entry.user.id }) === true;
    if (!mayListen || referredBy !== undefined) return call.refuse(named, NOT_ALLOWED);
    const watched = entry.user.id === by.id ? undefined : talkingOf(entry.user.id);
    if (watched === undefined) return call.refuse(named, IN_NO_CALL);
    call.put(named, listening.serviceFor(watched));
  };
}
