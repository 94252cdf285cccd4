/** Runs one room: its members hear each other; a single member hears music (docs/spec/rooms.md). */
import type { Clock, RoomMemberView } from "@callpanel/phone-port";
import type { Leg } from "../leg/leg.port.ts";
import type { LegReason } from "../leg/leg.model.ts";
import type { Present } from "./people.ts";
import type { ServedCaller, ServiceStay } from "../call/service.ts";

export interface Room {
  readonly members: readonly RoomMemberView[];
  readonly present: readonly Present[];
  /** The other legs that a leg hears; undefined when it is not a member. */
  othersOf(leg: Leg): readonly Leg[] | undefined;
  enter(caller: ServedCaller): ServiceStay;
  /** Hangs up a member; false if the leg is not a member. */
  dismiss(legId: string): boolean;
  /** False if the leg is not a member. */
  setMuted(legId: string, muted: boolean): boolean;
}

export type RoomChange =
  | { readonly kind: "roomJoined" | "roomLeft"; readonly member: RoomMemberView }
  | { readonly kind: "roomTalking"; readonly member: RoomMemberView };

export interface RoomParts {
  readonly clock: Clock;
  /** A room made on the spot: its last member is hung up. */
  readonly passing: boolean;
  /** A person is being rung for the room and may join. */
  readonly isAwaited: () => boolean;
  readonly tell: (change: RoomChange) => void;
  /** Called after every change of the members or of their state. */
  readonly changed: () => void;
  /** Called when the last member has left. */
  readonly emptied: () => void;
}

interface Member {
  readonly caller: ServedCaller;
  readonly joinedAt: number;
  talking: boolean;
  muted: boolean;
}

/** How often the room checks whether a single member still has someone to wait for. */
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
