/**
 * A conference of three (spec 1 §4): the call and its peer are moved into a new room, then a third person is invited
 * there. If a step before that fails, the call continues as it was.
 */
import {
  BRIDGE_PEER_CHECK_MS,
  BRIDGE_PEER_CHECKS,
  commandResultSchemas,
  THREE_WAY_ROOM_DIGITS,
  THREE_WAY_ROOM_PREFIX,
} from "@callpanel/contract";
import type { Clock } from "../../../shared/clock.ts";
import type { LiveEvents } from "../../../shared/live/events.ts";

export interface ThreeWayDeps {
  readonly events: Pick<LiveEvents, "command">;
  readonly clock: Clock;
  /** Returns this many random digits. */
  readonly digits: (count: number) => string;
}

export interface ThreeWay {
  /** The own channel of the call; undefined before and after the phone system reports it. */
  readonly channel: () => string | undefined;
  readonly invitee: string;
}

/** `failed`: the call continues as it was; `notInvited`: the two are in the room, with the reason the third is not. */
export type ThreeWayOutcome =
  | { readonly kind: "invited"; readonly room: string }
  | { readonly kind: "notInvited"; readonly room: string; readonly error: unknown }
  | { readonly kind: "failed" };

export async function setUpThreeWay(deps: ThreeWayDeps, call: ThreeWay): Promise<ThreeWayOutcome> {
  const { events, digits } = deps;
  const pair = await findPair(deps, call.channel);
  if (pair === null) return { kind: "failed" };
  const room = `${THREE_WAY_ROOM_PREFIX}${digits(THREE_WAY_ROOM_DIGITS)}`;
  try {
    await events.command({ command: "redirect", channel: pair.channel, extra: pair.peer, to: room });
  } catch {
    return { kind: "failed" };
  }
  return inviteTo(deps, { room, invitee: call.invitee });
}

/** Invites into a room that the person is in. */
export async function inviteTo(
  { events }: Pick<ThreeWayDeps, "events">,
  { room, invitee }: { readonly room: string; readonly invitee: string },
): Promise<ThreeWayOutcome> {
  try {
    await events.command({ command: "Originate", from: room, to: invitee });
    return { kind: "invited", room };
  } catch (error) {
    return { kind: "notInvited", room, error };
  }
}

/** Asks up to 10 times, every 500 ms, for the other end of the bridge. */
async function findPair(
  { events, clock }: ThreeWayDeps,
  channelOf: ThreeWay["channel"],
): Promise<{ readonly channel: string; readonly peer: string } | null> {
  for (let check = 0; check < BRIDGE_PEER_CHECKS; check += 1) {
    if (check > 0) await pause(clock);
    const channel = channelOf();
    const peer = channel === undefined ? null : await peerOf(events, channel);
    if (channel !== undefined && peer !== null) return { channel, peer };
  }
  return null;
}

const pause = (clock: Clock) =>
  new Promise<void>((resolve) => {
    clock.setTimeout(resolve, BRIDGE_PEER_CHECK_MS);
  });

/** A refusal means that there is no peer yet: the call may be moving from one bridge to another. */
async function peerOf(events: ThreeWayDeps["events"], channel: string): Promise<string | null> {
  try {
    const answer = commandResultSchemas.bridgeinfo.safeParse(await events.command({ command: "bridgeinfo", channel }));
    return answer.success ? answer.data.bridgePeer : null;
  } catch {
    return null;
  }
}
