import { createHash } from "node:crypto";
import { LIGHTS, type Light, type Presence } from "@callpanel/contract";
import type { DirectoryUser, WatchedCall, WatchedState, Watching } from "@callpanel/phone-port";
import type { PresenceBoard } from "../../presence/index.ts";
import type { PhonePeople } from "../phone-people.ts";

export interface WatchingDeps {
  readonly presenceBoard: Pick<PresenceBoard, "stateOf" | "subscribe">;
  readonly people: Pick<PhonePeople, "realm" | "find" | "personNamed" | "subscriber" | "onRead" | "featureCodes">;
}

type Seen = ReturnType<PresenceBoard["stateOf"]>;

/** What telephones see of other people: as much as the panel of their person shows (RT-5, WATCH-3). */
export function createWatching({ presenceBoard, people }: WatchingDeps): Watching {
  const { realm } = people;
  const userAt = (address: string): number | undefined => {
    const target = people.find(realm, address);
    return target?.kind === "user" ? target.userId : people.personNamed(address)?.userId;
  };
  const lampAt = (address: string): { readonly light: Light; readonly userId: number } | undefined => {
    for (const light of LIGHTS) {
      const code = people.featureCodes().find(({ name }) => name === light)?.code;
      if (code === undefined || !address.startsWith(code)) continue;
      const userId = userAt(address.slice(code.length));
      if (userId !== undefined) return { light, userId };
    }
    return undefined;
  };
  const seenBy = ({ id }: DirectoryUser, userId: number): Seen | undefined => {
    const watcher = people.subscriber(id);
    return watcher && presenceBoard.stateOf(realm, userId, { userId: id, rights: watcher.rights });
  };

  return {
    stateOf: (watcher, address) => {
      const lamp = lampAt(address);
      const userId = lamp?.userId ?? userAt(address);
      const seen = userId === undefined ? undefined : seenBy(watcher, userId);
      if (userId === undefined || seen === undefined) return undefined;
      return lamp === undefined ? stateOf(userId, seen) : lampState(userId, lamp.light, seen);
    },
    subscribe: (listener) => {
      const stops = [
        presenceBoard.subscribe(({ after }) => listener(after.userId)),
        people.onRead(() => listener(undefined)),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

const PRESENCE_OF: Readonly<Record<Exclude<Presence, "unknown">, WatchedState["presence"]>> = {
  online: "available",
  oncall: "onCall",
  ringing: "ringing",
  busy: "busy",
  away: "away",
  onlunch: "lunch",
  offline: "offline",
};

function stateOf(userId: number, { presence, note, calls }: Seen): WatchedState | undefined {
  if (presence === "unknown") return undefined;
  return {
    userId,
    presence: PRESENCE_OF[presence],
    ...(note === null ? {} : { note }),
    calls: calls?.map(({ callid, direction, state }): WatchedCall => {
      // Its own for each person: whose calls are one call must not be seen by comparing them.
      const id = createHash("sha256").update(`${userId} ${callid}`).digest("hex").slice(0, 12);
      return { id, direction, answered: state === "answered" };
    }),
  };
}

/** WATCH-9: the lamp of a setting is on while there is a dialog. */
function lampState(userId: number, light: Light, { dnd, forward, followme }: Seen): WatchedState | undefined {
  const isOn = { dnd, forward: forward?.enabled ?? null, followme }[light];
  if (isOn === null) return undefined;
  const calls: readonly WatchedCall[] = isOn ? [{ id: light, direction: "out", answered: true }] : [];
  return { userId, presence: "available", calls };
}
