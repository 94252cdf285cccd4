/** Who is in a room made on the spot or rung for it, whose room it is, and whom each is with (rules ROOM-13 to ROOM-16). */
import type { GuestState, Party, RoomPersonView } from "@callpanel/phone-port";
import type { Leg } from "../leg.ts";
import type { ServedCaller } from "../service.ts";

/** A member, as the room has it. */
export interface Present {
  readonly caller: ServedCaller;
  readonly talking: boolean;
  readonly muted: boolean;
}

/** Somebody who is rung for the room. */
export interface Guest {
  /** The call that rings them. */
  readonly id: string;
  readonly party: Party;
  readonly by: Party;
  /** The legs by one of which they come. */
  hasLeg(leg: Leg): boolean;
  cancel(): void;
}

export interface People {
  /** Somebody has come, has gone, or is not as they were. */
  changed(): void;
  ring(guest: Guest): void;
  /** They do not come: it is told once. */
  failed(guestId: string, state: Exclude<GuestState, "ringing">): void;
  isRung(): boolean;
  /** A guest is rung no more; false where there is none of that id. */
  cancel(guestId: string): boolean;
  views(): readonly RoomPersonView[];
  /** Nobody is there any more. */
  close(): void;
}

interface PeopleParts {
  readonly number: string;
  /** Who made the room. */
  readonly makerId: number | undefined;
  readonly members: () => readonly Present[];
  readonly tell: (people: readonly RoomPersonView[]) => void;
}

export function createPeople({ number, makerId, members, tell }: PeopleParts): People {
  const guests = new Map<string, Guest>();
  /** By whom somebody who is there was invited, by leg. */
  const inviters = new WeakMap<Leg, Party>();

  /** Whoever made it; after them who has been there longest, of the company's people. */
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

/** A person is one, by however many phones they are there; nobody is with themselves. */
function othersOf(own: Leg, members: readonly Present[]): readonly Party[] {
  const seen = new Set<number | undefined>([own.party.userId ?? Number.NaN]);
  return members.flatMap(({ caller: { leg } }) => {
    const { userId } = leg.party;
    if (leg === own || (userId !== undefined && seen.has(userId))) return [];
    seen.add(userId);
    return leg.shown;
  });
}

/** ROOM-13: whom somebody is with; undefined: nobody, and nobody will come. */
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
