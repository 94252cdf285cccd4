import { sayError } from "../../shared/api/api.ts";
import type { Clock } from "../../shared/clock.ts";
import type { LiveEvents } from "../../shared/live/events.ts";
import type { Notices } from "../../shared/notices/notices.ts";
import type { Readable } from "../../shared/store.ts";
import type { Words } from "../../shared/words/words.ts";
import type { MoveTarget, Taken, Verdict } from "../../shared/phone/moving.ts";
import { sendMessages } from "../../shared/phone/send/send.messages.ts";
import { movingMessages } from "./moving.messages.ts";
import { holdsParty } from "./moving.model.ts";
import type { Source } from "./moving.model.ts";
import { sourceOf } from "./sources.ts";
import type { SourceDeps } from "./sources.ts";

/** How long the Undo button is shown. */
export const UNDO_MS = 10_000;
/** A phone rings for a minute; after this time the arrival is no longer expected. */
export const ARRIVAL_WAIT_MS = 70_000;

/** The party that moves, from where and to where: the data that is still valid after the move. */
interface Journey {
  readonly channel: string;
  readonly from: Source;
  readonly target: MoveTarget;
  readonly peer: string;
}

export interface JourneyDeps extends SourceDeps {
  readonly events: Pick<LiveEvents, "command">;
  readonly notices: Notices;
  readonly words: Readable<Words>;
  readonly clock: Clock;
  readonly verdict: (taken: Taken, target: MoveTarget) => Verdict;
}

/** Moves calls, and says in notices where they arrived. */
export function createJourneys(deps: JourneyDeps) {
  const { events, liveBuddies, notices, words, clock, verdict } = deps;
  const t = (id: keyof typeof movingMessages, values: Readonly<Record<string, string>> = {}) =>
    words.get().text(movingMessages, id, values);
  /** Parties with a running command: a second drop does nothing. */
  const underWay = new Set<string>();

  const order = async (channel: string, to: string): Promise<boolean> => {
    if (underWay.has(channel)) return false;
    underWay.add(channel);
    try {
      await events.command({ command: "redirect", channel, to });
      return true;
    } catch (error) {
      notices.error(words.get().say(sayError(error, "move.failed")));
      return false;
    } finally {
      underWay.delete(channel);
    }
  };

  /** MOVE-6: offered once. */
  const undoOf = ({ channel, from, peer }: Journey, stopFollowing: () => void = () => undefined) => {
    let undone = false;
    const undo = async () => {
      if (undone) return;
      undone = true;
      stopFollowing();
      const shown = notices.get().find(({ action: one }) => one === action);
      if (shown) notices.close(shown.id);
      if (await order(channel, from.back)) notices.success(t("moving.undone", { peer, from: from.name }));
    };
    const action = { label: t("moving.undo"), run: () => void undo() };
    return { action, forMs: UNDO_MS };
  };

  const showDone = (journey: Journey) => {
    const { from, target, peer } = journey;
    const isWaiting = target.kind === "lot" || target.kind === "slot";
    const canUndo = from.undo === "afterwards" || isWaiting;
    return notices.success(t("moving.done", { peer, target: target.name }), canUndo ? undoOf(journey) : {});
  };

  /** MOVE-6: a ringing phone may stay unanswered. The notice says where the party arrived, from the live state. */
  const followTo = (journey: Journey) => {
    const { channel, from, target, peer } = journey;
    const there = liveBuddies.of(target.number);
    let left = !from.holds(channel);
    const look = () => {
      if (holdsParty(there.get(), channel)) {
        stop();
        if (under !== undefined) notices.withdraw(under.key);
        showDone(journey);
      } else if (!from.holds(channel)) left = true;
      else if (left) {
        stop();
        if (under !== undefined) notices.withdraw(under.key);
        notices.error(t("moving.back", { peer, from: from.name, target: target.name }));
      }
    };
    const under =
      from.undo === "untilAnswered" ? { ...undoOf(journey, () => stop()), key: `moving ${channel}` } : undefined;
    const stops = [there.subscribe(look), from.watch(look), clock.setTimeout(() => stop(), ARRIVAL_WAIT_MS)];
    function stop() {
      for (const one of stops) one();
    }
    notices.success(t("moving.under", { peer, target: target.name }), under);
    look();
  };

  const move = async (taken: Taken, target: MoveTarget) => {
    const from = sourceOf(deps, taken);
    const party = from.party();
    if (party === undefined) return notices.error(words.get().error("sipua.error.ended"));
    const found = verdict(taken, target);
    if (found !== "possible")
      return notices.error(`${target.name}: ${words.get().text(sendMessages, `send.not.${found}`)}`);
    const { channel } = party;
    const peer = party.name || party.number || t("moving.somebody");
    const journey = { channel, from, target, peer };
    if (!(await order(channel, target.number))) return undefined;
    return target.kind === "person" ? followTo(journey) : showDone(journey);
  };

  return { move };
}
