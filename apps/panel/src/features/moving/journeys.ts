import { sayError } from "../../shared/api/api.ts";
import type { Clock } from "../../shared/clock.ts";
import type { LiveEvents } from "../../shared/live/events.ts";
import type { LiveBuddies } from "../../shared/live/liveBuddies.ts";
import type { Notices } from "../../shared/notices/notices.ts";
import type { Readable } from "../../shared/store.ts";
import type { Words } from "../../shared/words/words.ts";
import type { MoveTarget, TakenCall, Verdict } from "../../shared/phone/moving.ts";
import { movingMessages } from "./moving.messages.ts";
import { holdsParty, presentCall } from "./moving.model.ts";

/** How long the Undo button is shown. */
export const UNDO_MS = 10_000;
/** A phone rings for a minute; after this time the arrival is no longer expected. */
export const ARRIVAL_WAIT_MS = 70_000;

/** The party that moves, from where and to where: the data that is still valid after the move. */
interface Journey {
  readonly channel: string;
  readonly from: TakenCall["from"];
  readonly target: MoveTarget;
  readonly peer: string;
}

export interface JourneyDeps {
  readonly events: Pick<LiveEvents, "command">;
  readonly liveBuddies: LiveBuddies;
  readonly notices: Notices;
  readonly words: Readable<Words>;
  readonly clock: Clock;
  readonly verdict: (taken: TakenCall, target: MoveTarget) => Verdict;
}

/** Moves calls, and says in notices where they arrived. */
export function createJourneys({ events, liveBuddies, notices, words, clock, verdict }: JourneyDeps) {
  const t = (id: keyof typeof movingMessages, values: Readonly<Record<string, string>> = {}) =>
    words.get().text(movingMessages, id, values);
  const live = (exten: string) => liveBuddies.of(exten).get();
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

  const tellDone = ({ channel, from, target, peer }: Journey) => {
    let undone = false;
    const undo = async () => {
      if (undone) return;
      undone = true;
      const shown = notices.get().find(({ action: one }) => one === action);
      if (shown) notices.close(shown.id);
      if (await order(channel, from.exten)) notices.success(t("moving.undone", { peer, from: from.name }));
    };
    const action = { label: t("moving.undo"), run: () => void undo() };
    notices.success(t("moving.done", { peer, target: target.name }), { action, forMs: UNDO_MS });
  };

  /** MOVE-6: a ringing phone may stay unanswered. The notice says where the party arrived, from the live state. */
  const followTo = (journey: Journey) => {
    const { channel, from, target, peer } = journey;
    const places = [liveBuddies.of(target.number), liveBuddies.of(from.exten)];
    let left = !holdsParty(live(from.exten), channel);
    const look = () => {
      if (holdsParty(live(target.number), channel)) {
        stop();
        tellDone(journey);
      } else if (!holdsParty(live(from.exten), channel)) left = true;
      else if (left) {
        stop();
        notices.error(t("moving.back", { peer, from: from.name, target: target.name }));
      }
    };
    const stops = [...places.map((place) => place.subscribe(look)), clock.setTimeout(() => stop(), ARRIVAL_WAIT_MS)];
    function stop() {
      for (const one of stops) one();
    }
    notices.success(t("moving.under", { peer, target: target.name }));
    look();
  };

  const move = async (taken: TakenCall, target: MoveTarget) => {
    const call = presentCall(live(taken.from.exten), taken);
    if (call === undefined) return notices.error(words.get().error("sipua.error.ended"));
    const found = verdict(taken, target);
    if (found !== "possible") return notices.error(`${target.name}: ${t(`moving.not.${found}`)}`);
    const peer = call.name || call.user || t("moving.somebody");
    const journey = { channel: call.peerChannel, from: taken.from, target, peer };
    if (!(await order(call.peerChannel, target.number))) return undefined;
    return target.kind === "person" ? followTo(journey) : tellDone(journey);
  };

  return { move };
}
