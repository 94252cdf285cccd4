/** Where the party that moves is: in a call of somebody, or in the line of a queue. */
import { mayMoveCaller } from "@callpanel/contract";
import type { LiveBuddies } from "../../shared/live/liveBuddies.ts";
import type { LiveQueues } from "../../shared/live/liveQueues.ts";
import type { Taken, TakenCall, TakenCaller } from "../../shared/phone/moving.ts";
import type { movingMessages } from "./moving.messages.ts";
import { canMove, goalOf, holdsParty, mayGo, presentCall } from "./moving.model.ts";
import type { Source } from "./moving.model.ts";

export interface SourceDeps {
  readonly liveBuddies: LiveBuddies;
  readonly liveQueues: Pick<LiveQueues, "line">;
}

export const sourceOf = (deps: SourceDeps, taken: Taken): Source =>
  "caller" in taken ? lineSource(deps, taken) : callSource(deps, taken);

/** What the person sees of the party while it is moved, from when it was picked up. */
export const shownPeer = (t: (id: keyof typeof movingMessages) => string, taken: Taken): string =>
  ("caller" in taken ? taken.caller.name || taken.caller.number : taken.call.name || taken.call.user) ||
  t("moving.somebody");

function callSource({ liveBuddies }: SourceDeps, taken: TakenCall): Source {
  const { exten, name } = taken.from;
  const live = liveBuddies.of(exten);
  return {
    party() {
      const call = presentCall(live.get(), taken);
      return call && canMove(call) ? { channel: call.peerChannel, name: call.name, number: call.user } : undefined;
    },
    holds: (channel) => holdsParty(live.get(), channel),
    watch: live.subscribe,
    mayGoTo: (mover, target) => mayGo(mover, taken, goalOf(target, mover)),
    name,
    back: exten,
    undo: "afterwards",
    exten,
  };
}

/** MOVE-13 */
function lineSource({ liveQueues }: SourceDeps, { queue, caller }: TakenCaller): Source {
  const line = liveQueues.line(queue.number);
  return {
    party() {
      const found = line.get().find(({ callid }) => callid === caller.callid);
      return found && { channel: found.channel, name: caller.name, number: caller.number };
    },
    holds: (channel) => line.get().some((one) => one.channel === channel),
    watch: line.subscribe,
    mayGoTo: ({ rights, exten }, { kind, number }) =>
      mayMoveCaller(rights, queue.number, { isToSelf: kind === "person" && number === exten }),
    name: queue.name,
    back: queue.number,
    undo: "untilAnswered",
    exten: null,
  };
}
