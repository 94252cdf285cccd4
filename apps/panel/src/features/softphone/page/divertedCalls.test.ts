import { listDivertedCalls } from "@callpanel/contract";
import type { DivertedCall } from "@callpanel/contract";
import { settle } from "@callpanel/testkit/fake-clock";
import { createFakeWebphone } from "@callpanel/testkit/fake-webphone";
import { expect, it } from "vitest";
import { ALICE } from "../../../../test/fakeServer.ts";
import { ApiError } from "../../../shared/api/api.ts";
import type { Api } from "../../../shared/api/api.ts";
import type { EventsMessage } from "../../../shared/live/events.ts";
import { joinDivertedCalls } from "./divertedCalls.ts";
import { createFakeStorage } from "../test/openSoftphone.tsx";

const CALL: DivertedCall = {
  call_id: "c1",
  at: 1_000,
  number: "102",
  name: "Bob Brandt",
  why: "doNotDisturb",
  to: "",
  missed: true,
};
const SNAPSHOT: EventsMessage = { type: "snapshot", buddies: [], parked: [], clockOffsetMs: 0 };
const DIVERTED: EventsMessage = { type: "event", event: { action: "DIVERTED", realm: "demo", callid: "c1" } };

/** A page of Alice; `answers` are the server's responses, in order. */
function openPage(storage = createFakeStorage()) {
  const phone = createFakeWebphone({ now: () => 0 });
  const asked: string[] = [];
  const answers: Array<{ next: number; data: readonly DivertedCall[] }> = [];
  let say: (message: EventsMessage) => void = () => undefined;
  const api: Api = {
    call: async (endpoint, input) => {
      asked.push(JSON.stringify("query" in input ? input.query : {}));
      const answer = answers.shift();
      if (endpoint.path !== listDivertedCalls.path || answer === undefined) throw new ApiError({ kind: "unreachable" });
      return endpoint.response.parse(answer);
    },
  };
  const stop = joinDivertedCalls({
    api,
    phone,
    storage,
    viewer: { user: ALICE },
    events: {
      listen: (listener) => {
        say = listener;
        return () => (say = () => undefined);
      },
    },
  });
  const hear = async (message: EventsMessage) => {
    say(message);
    await settle();
  };
  return { phone, asked, answers, hear, stop, storage };
}

it("DIVERT-7 a new browser starts with calls from now on; after a reload the page adds the calls it missed", async () => {
  const first = openPage();
  first.answers.push({ next: 7, data: [] });
  await first.hear(SNAPSHOT);
  first.answers.push({ next: 8, data: [CALL] });
  await first.hear(DIVERTED);
  expect(first.asked).toEqual(["{}", '{"after":7}']);
  expect(first.phone.getSnapshot()).toMatchObject({ missedCount: 1, log: [{ num: "102", dir: "mis" }] });
  first.stop();
  await first.hear(DIVERTED);
  expect(first.asked).toHaveLength(2);

  const reloaded = openPage(first.storage);
  reloaded.answers.push({ next: 9, data: [{ ...CALL, call_id: "c2" }] });
  await reloaded.hear(SNAPSHOT);
  expect(reloaded.asked).toEqual(['{"after":8}']);
  expect(reloaded.phone.getSnapshot().missedCount).toBe(1);
});

it("DIVERT-7 a tab without the phone sends no request until it has the phone; a failed request is repeated later", async () => {
  const page = openPage();
  page.phone.far.shows({ place: "other-tab" });
  await page.hear(SNAPSHOT);
  expect(page.asked).toEqual([]);
  page.phone.far.shows({ place: "here" });
  await settle();
  expect(page.asked).toEqual(["{}"]);
  page.answers.push({ next: 3, data: [] });
  await page.hear(SNAPSHOT);
  page.answers.push({ next: 4, data: [CALL] });
  await page.hear(DIVERTED);
  expect(page.asked).toEqual(["{}", "{}", '{"after":3}']);
  expect(page.phone.getSnapshot().missedCount).toBe(1);
});
