/**
 * The people in a room made on the spot or called for it, its host, and the other party of each member (rules ROOM-13 to
 * ROOM-16).
 */
import type { GuestState, Party, RoomPersonView } from "@callpanel/phone-port";
import type { Leg } from "../leg/leg.port.ts";
import type { ServedCaller } from "../call/service.ts";

/** A member of the room. */
export interface Present {
  readonly caller: ServedCaller;
  readonly talking: boolean;
  readonly muted: boolean;
}

/** A person who is rung for the room. */
export interface Guest {
  /** The id of the call that rings them. */
  readonly id: string;
  readonly party: Party;
  readonly by: Party;
  /** Whether the guest may join by this leg. */
  hasLeg(leg: Leg): boolean;
  cancel(): void;
}

export interface People {
  /** A member joined, left or changed. */
  changed(): void;
  ring(guest: Guest): void;
  /** The guest does not come; this is reported once. */
  failed(guestId: string, state: Exclude<GuestState, "ringing">): void;
  isRung(): boolean;
  /** Stops ringing a guest; false if there is no guest with that id. */
  cancel(guestId: string): boolean;
  views(): readonly RoomPersonView[];
  /** The last member has left. */
  close(): void;
}

interface PeopleParts {
  readonly number: string;
  /** The person who made the room. */
  readonly makerId: number | undefined;
  readonly members: () => readonly Present[];
  readonly tell: (people: readonly RoomPersonView[]) => void;
}

export function createPeople({ number, makerId, members, tell }: PeopleParts): People {
  const guests = new Map<string, Guest>();
  /** The person who invited a member, by leg. */
  const inviters = new WeakMap<Leg, Party>();

  /** The maker; if they are not in the room, the colleague who has been there longest. */
  const hostId = (): number | undefined => {
    const ids = members().flatMap(({ caller: { leg } }) => leg.party.userId ?? []);
    return makerId !== undefined && ids.includes(makerId) ? makerId : ids[0];
  };

  const views = (): readonly RoomPersonView[] => {
    const host = hostId();
    return [
      ...members().map(({ caller: { leg }, talking, muted }): RoomPersonView => {
        const invitedBy = inviters.get(leg);
        const { userId } = leg.party;
        return {
          id: leg.id,
          party: leg.shown,
          userId,
          state: "in",
          talking,
          muted,
          held: "held" in leg.state && leg.state.held,
          isHost: userId !== undefined && userId === host,
          ...(invitedBy === undefined ? {} : { invitedBy }),
        };
      }),
      ...[...guests.values()].map((guest) => guestView(guest, "ringing")),
    ];
  };

  const changed = (): void => {
    for (const { caller } of members()) {
      for (const [id, guest] of guests) {
        if (!guest.hasLeg(caller.leg)) continue;
        inviters.set(caller.leg, guest.by);
        guests.delete(id);
      }
    }
    const rung = [...guests.values()].map(({ party }) => party);
    for (const { caller } of members()) {
      const company = companyOf({ number, others: othersOf(caller.leg, members()), rung });
      if (company !== undefined) caller.meet(company);
    }
    tell(views());
  };

  return {
    changed,
    ring: (guest) => {
      guests.set(guest.id, guest);
      changed();
    },
    failed: (guestId, state) => {
      const guest = guests.get(guestId);
      if (guest === undefined) return;
      guests.delete(guestId);
      tell([...views(), guestView(guest, state)]);
      changed();
    },
    isRung: () => guests.size > 0,
    cancel: (guestId) => {
      const guest = guests.get(guestId);
      if (guest === undefined) return false;
      guests.delete(guestId);
      guest.cancel();
      changed();
      return true;
    },
    views,
    close: () => {
      const left = [...guests.values()];
      guests.clear();
      for (const guest of left) guest.cancel();
    },
  };
}

const guestView = ({ id, party, by }: Guest, state: GuestState): RoomPersonView => ({
  id,
  party,
  userId: party.userId,
  state,
  talking: false,
  muted: false,
  held: false,
  isHost: false,
  invitedBy: by,
});

/** A person with several phones counts once, and is not listed for themselves. */
function othersOf(own: Leg, members: readonly Present[]): readonly Party[] {
  const seen = new Set<number | undefined>([own.party.userId ?? Number.NaN]);
  return members.flatMap(({ caller: { leg } }) => {
    const { userId } = leg.party;
    if (leg === own || (userId !== undefined && seen.has(userId))) return [];
    seen.add(userId);
    return leg.shown;
  });
}

/** ROOM-13: the other party of a member; undefined: nobody, and no phone rings. */
export function companyOf({
  number,
  others,
  rung,
}: {
  readonly number: string;
  readonly others: readonly Party[];
  readonly rung: readonly Party[];
}): Party | undefined {
  const [first = rung[0], second] = others;
  if (second === undefined) return first;
  return { number, name: others.map((party) => party.name || party.number).join(", "), kind: "room" };
}
