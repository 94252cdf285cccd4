/** One room at work: its members hear each other, whoever is alone hears music (docs/spec/rooms.md). */
import type { Clock, RoomMemberView } from "@callpanel/phone-port";
import type { Leg } from "../leg.ts";
import type { LegReason } from "../leg.model.ts";
import type { Present } from "./people.ts";
import type { ServedCaller, ServiceStay } from "../service.ts";

export interface Room {
  readonly members: readonly RoomMemberView[];
  readonly present: readonly Present[];
  /** The others that a leg hears; undefined when it is no member. */
  othersOf(leg: Leg): readonly Leg[] | undefined;
  enter(caller: ServedCaller): ServiceStay;
  /** Sends a member out; false where the leg is none. */
  dismiss(legId: string): boolean;
  /** False where the leg is no member. */
  setMuted(legId: string, muted: boolean): boolean;
}

export type RoomChange =
  | { readonly kind: "roomJoined" | "roomLeft"; readonly member: RoomMemberView }
  | { readonly kind: "roomTalking"; readonly member: RoomMemberView };

export interface RoomParts {
  readonly clock: Clock;
  /** A room made on the spot is hung up on by whoever is left behind alone. */
  readonly passing: boolean;
  /** Somebody is being rung for it, and will be company. */
  readonly isAwaited: () => boolean;
  readonly tell: (change: RoomChange) => void;
  /** After every change of who is there and how they are. */
  readonly changed: () => void;
  /** The last member has left. */
  readonly emptied: () => void;
}

interface Member {
  readonly caller: ServedCaller;
  readonly joinedAt: number;
  talking: boolean;
  muted: boolean;
}

/** How often it is seen whether somebody alone still waits for company. */
const LOOK_EVERY_MS = 1_000;
const ALONE: LegReason = { status: 200, text: "Nobody is left in the room" };
const REMOVED: LegReason = { status: 200, text: "Removed from the room" };

export function createRoom({ clock, passing, isAwaited, tell, changed, emptied }: RoomParts): Room {
  const members = new Set<Member>();
  let stopLooking: () => void = () => undefined;

  const view = ({ caller: { leg }, joinedAt, talking, muted }: Member): RoomMemberView => ({
    legId: leg.id,
    party: leg.shown,
    joinedAt,
    talking,
    muted,
  });

  const mix = (): void => {
    for (const member of members) {
      const { port } = member.caller.leg;
      const others = [...members].filter((other) => other !== member).map(({ caller }) => caller.leg.port);
      if (others.length === 0) port.hear({ kind: "prompt", prompt: { kind: "music" } });
      else port.hear({ kind: "mix", ports: others });
    }
  };

  const look = (): void => {
    stopLooking();
    const [only, second] = members;
    if (!passing || only === undefined || second !== undefined) return;
    stopLooking = clock.setTimeout(() => {
      if (isAwaited()) look();
      else only.caller.dismiss(ALONE);
    }, LOOK_EVERY_MS);
  };

  const leave = (member: Member): void => {
    if (!members.delete(member)) return;
    tell({ kind: "roomLeft", member: view(member) });
    mix();
    look();
    if (members.size === 0) emptied();
    else changed();
  };
  const memberOf = (legId: string): Member | undefined => [...members].find(({ caller: { leg } }) => leg.id === legId);

  return {
    get members() {
      return [...members].map(view);
    },
    get present() {
      return [...members];
    },
    othersOf: (leg) => {
      const legs = [...members].map(({ caller }) => caller.leg);
      return legs.includes(leg) ? legs.filter((other) => other !== leg) : undefined;
    },
    enter: (caller) => {
      const member: Member = { caller, joinedAt: clock.now(), talking: false, muted: false };
      members.add(member);
      tell({ kind: "roomJoined", member: view(member) });
      mix();
      look();
      changed();
      return {
        stop: () => leave(member),
        held: () => {
          if (members.has(member)) changed();
        },
        talking: (talking) => {
          if (!members.has(member) || member.talking === talking) return;
          member.talking = talking;
          tell({ kind: "roomTalking", member: view(member) });
          changed();
        },
      };
    },
    dismiss: (legId) => {
      const member = memberOf(legId);
      member?.caller.dismiss(REMOVED);
      return member !== undefined;
    },
    setMuted: (legId, muted) => {
      const member = memberOf(legId);
      if (member === undefined) return false;
      if (member.muted !== muted) {
        member.muted = muted;
        changed();
      }
      return true;
    },
  };
}
