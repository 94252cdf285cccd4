import type { ChatFile } from "@callpanel/contract";
import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { createSharedStorage } from "../../../../../test/memoryStorage.ts";
import { ApiError } from "../../../../shared/api/api.ts";
import type { ApiFault } from "../../../../shared/api/api.ts";
import type { SmsWaiting } from "../../../../shared/live/sms.ts";
import { createSmsOutbox } from "./smsOutbox.ts";

const refused = (status: number, code = "chats.sms.stopped"): ApiFault => ({
  kind: "answer",
  status,
  code,
  text: "No",
  details: {},
});

function start(shared = createSharedStorage()) {
  const clock = createFakeClock();
  const storage = shared.tab();
  let ids = 0;
  const asked: SmsWaiting[] = [];
  const answers: Array<{ readonly done: () => void; readonly fail: (fault: ApiFault) => void }> = [];
  const outbox = createSmsOutbox({
    clock,
    storage,
    newId: () => `client-${(ids += 1)}`,
    send: (item) => {
      asked.push(item);
      return new Promise((resolve, reject) => {
        answers.push({ done: resolve, fail: (fault) => reject(new ApiError(fault)) });
      });
    },
  });
  const answer = async (fault?: ApiFault) => {
    const next = answers.shift();
    if (next === undefined) throw new Error("nothing was sent");
    if (fault === undefined) next.done();
    else next.fail(fault);
    await clock.advance(0);
  };
  const left = () => outbox.items.get().map(({ text }) => text);
  return { clock, outbox, shared, asked, answer, left, texts: () => asked.map(({ text }) => text) };
}

it("SMSUI-7 messages are sent one after the other, in order, and with the same id when one is tried again", async () => {
  const { clock, outbox, asked, answer, left, texts } = start();
  outbox.begin(1);
  for (const text of ["one", "two", "three"]) outbox.write("1", { text, files: [] });
  expect(texts()).toEqual(["one"]);
  await answer({ kind: "unreachable" });
  expect(left()).toEqual(["one", "two", "three"]);
  await clock.advance(4_000);
  expect(texts()).toEqual(["one", "one"]);
  expect(new Set(asked.map(({ request }) => request)).size).toBe(1);
  await answer(refused(429, "chats.tooFast"));
  outbox.resume();
  await answer();
  await answer();
  await answer();
  expect(texts()).toEqual(["one", "one", "one", "two", "three"]);
  expect(left()).toEqual([]);
  expect(clock.timerCount).toBe(0);
});

it("SMSUI-7 a message that is refused for good stays with its reason, and does not delay others", async () => {
  const { outbox, answer, left, texts } = start();
  outbox.begin(1);
  outbox.write("1", { text: "one", files: [] });
  outbox.write("2", { text: "two", files: [] });
  await answer(refused(409));
  await answer();
  expect(outbox.items.get()).toMatchObject([{ text: "one", refusal: { code: "chats.sms.stopped" } }]);
  outbox.retry("client-1");
  expect(texts()).toEqual(["one", "two", "one"]);
  await answer(refused(409));
  outbox.dismiss("client-1");
  expect(left()).toEqual([]);
});

const FILE: ChatFile = { id: "f", name: "a.pdf", bytes: 8, kind: "pdf", width: null, height: null };

it("SMSUI-7 SMSUI-21 unsent messages are there after a restart, for this person only, and two tabs keep their own", async () => {
  const first = start();
  const stop = first.outbox.begin(1);
  first.outbox.write("1", { text: "one", files: [] });
  first.outbox.write("1", { text: "two", files: [FILE] });
  stop();
  await first.answer();
  const stranger = start(first.shared);
  stranger.outbox.begin(2);
  expect(stranger.left()).toEqual([]);
  const again = start(first.shared);
  again.outbox.begin(1);
  expect(again.left()).toEqual(["one", "two"]);
  expect(again.outbox.items.get().map(({ files }) => files)).toEqual([[], [FILE]]);
  const other = start(first.shared);
  const otherStop = other.outbox.begin(1);
  await again.answer();
  await again.answer();
  expect(again.left()).toEqual([]);
  otherStop();
  const last = start(first.shared);
  last.outbox.begin(1);
  expect(last.left()).toEqual([]);
  const shared = createSharedStorage();
  shared.tab().set("callpanel_sms_outbox_1", '[{"request":7},null,"x"]');
  const spoilt = start(shared);
  spoilt.outbox.begin(1);
  expect(spoilt.left()).toEqual([]);
});
