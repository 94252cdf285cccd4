/** The people of this person's three-way calls, updated by events (SOFT-71); the person's own mute is sent to the others, in conferences too. */
import type { ThreeWayPerson } from "@callpanel/contract";
import type { Webphone } from "@callpanel/webphone";
import type { Clock } from "../../../shared/clock.ts";
import type { LiveEvents } from "../../../shared/live/events.ts";
import { ownCallOf } from "../../../shared/live/liveBuddies.ts";
import type { LiveBuddies } from "../../../shared/live/liveBuddies.ts";
import type { Notices } from "../../../shared/notices/notices.ts";
import { createStore } from "../../../shared/store.ts";
import type { Readable } from "../../../shared/store.ts";
import type { Viewer } from "../../../shared/viewer.ts";
import type { Words } from "../../../shared/words/words.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import { cleanName } from "../softphone.model.ts";
import { isMissed, stepThreeWay, threeWayOf } from "./people.model.ts";
import type { ThreeWayAction, ThreeWayCalls } from "./people.model.ts";

export interface ThreeWayStore extends Readable<ThreeWayCalls> {
  stop(): void;
}

export interface ThreeWayStoreDeps {
  readonly events: LiveEvents;
  readonly clock: Clock;
  readonly phone: Pick<Webphone, "getSnapshot" | "subscribe">;
  readonly liveBuddies: LiveBuddies;
  readonly notices: Notices;
  readonly words: Readable<Words>;
  readonly viewer: Viewer;
}

export const MISSED_MS = 5_000;

const MISSED_WORDS = {
  declined: "softphone.people.declinedNotice",
  busy: "softphone.people.busyNotice",
  noAnswer: "softphone.people.noAnswerNotice",
  failed: "softphone.people.failedNotice",
} as const;

export const nameOfPerson = ({ name, number }: Pick<ThreeWayPerson, "name" | "number">): string =>
  cleanName(name) || cleanName(number);

export function createThreeWayStore(deps: ThreeWayStoreDeps): ThreeWayStore {
  const { events, clock, phone, liveBuddies, notices, words, viewer } = deps;
  const { extension } = viewer.user;
  const own = liveBuddies.of(extension);
  const store = createStore<ThreeWayCalls, ThreeWayAction>([], stepThreeWay);
  /** The last mute state of the own leg that was sent to the others. */
  const said = new Map<string, boolean>();

  const missed = (person: ThreeWayPerson): void => {
    clock.setTimeout(() => store.dispatch({ type: "faded", person }), MISSED_MS);
    const { state } = person;
    if (person.invitedBy !== extension || state === "in" || state === "ringing") return;
    notices.error(words.get().text(softphoneMessages, MISSED_WORDS[state], { name: nameOfPerson(person) }));
  };

  /** Sends the mute state, so that the others see it: the phone system itself hears only silence. */
  const announceMute = (): void => {
    const legs = phone.getSnapshot().calls.flatMap((call) => {
      const channel = ownCallOf(own.get(), call.sipCallId)?.channel;
      const isShared = call.far?.kind === "room" || threeWayOf(store.get(), channel) !== undefined;
      return channel === undefined || !isShared ? [] : [{ call, channel }];
    });
    for (const before of said.keys()) if (legs.every(({ channel }) => channel !== before)) said.delete(before);
    for (const { call, channel } of legs) {
      if ((said.get(channel) ?? false) === call.isMuted) continue;
      said.set(channel, call.isMuted);
      // If this fails, the next change sends it again: it is only an icon for the others.
      events.command({ command: "ConfbridgeMute", channel, muted: call.isMuted }).catch(() => said.delete(channel));
    }
  };

  const stops = [
    events.listen((message) => {
      if (message.type === "snapshot") store.dispatch({ type: "snapshot", calls: message.threeWay ?? [] });
      else if (message.event.action === "THREEWAY") {
        const { confno, people } = message.event;
        store.dispatch({ type: "told", call: { confno, people } });
        for (const person of people) if (isMissed(person)) missed(person);
      } else return;
      announceMute();
    }),
    phone.subscribe(announceMute),
    own.subscribe(announceMute),
  ];
  return {
    get: store.get,
    subscribe: store.subscribe,
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}
