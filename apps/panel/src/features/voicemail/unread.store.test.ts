import type { CurrentUser, RealtimeEvent } from "@callpanel/contract";
import { expect, it } from "vitest";
import { ALICE } from "../../../test/fakeServer.ts";
import { ApiError } from "../../shared/api/api.ts";
import type { EventsMessage } from "../../shared/live/events.ts";
import { createUnreadVoicemail } from "./unread.store.ts";

const waiting = (exten: string, count: number): EventsMessage => {
  const event: RealtimeEvent = { action: "MWI", exten, realm: "demo", new: count, old: 0 };
  return { type: "event", event };
};

/** An unreachable server: only the notifications of the phone system count. */
function openStore(user: CurrentUser | null = ALICE) {
  let say: (message: EventsMessage) => void = () => undefined;
  const unread = createUnreadVoicemail({
    api: { call: () => Promise.reject(new ApiError({ kind: "unreachable" })) },
    events: {
      listen(listener) {
        say = listener;
        return () => (say = () => undefined);
      },
    },
    user: () => user,
    startReload: () => ({ soon: () => undefined, stop: () => undefined }),
  });
  const stop = unread.start();
  return { unread, stop, say: (message: EventsMessage) => say(message) };
}

it("VMU-20 the badge follows the notifications of the own extension, and of no other", () => {
  const { unread, say, stop } = openStore();
  say(waiting("101", 3));
  say(waiting("102", 9));
  expect(unread.get()).toBe(3);
  stop();
  say(waiting("101", 5));
  expect(unread.get()).toBe(3);
});

it("VMU-20 the badge follows the notifications to the phone, and is absent without the right to read voicemail", () => {
  const { unread } = openStore();
  unread.tell(4);
  expect(unread.get()).toBe(4);
  const { unread: none } = openStore(null);
  none.tell(4);
  expect(none.get()).toBe(0);
});

it("VMU-20 the expected count after a click is never negative", () => {
  const { unread } = openStore();
  unread.change(-1);
  expect(unread.get()).toBe(0);
});
