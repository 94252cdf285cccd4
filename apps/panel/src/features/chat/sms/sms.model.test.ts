import type { SmsMessage } from "@callpanel/contract";
import { expect, it } from "vitest";
import type { SmsWaiting } from "../../../shared/live/sms.ts";
import { drawnSms, filledTemplate, smsBar } from "./sms.model.ts";

const DAY_MS = 86_400_000;
const message = (n: number, more: Partial<SmsMessage> = {}): SmsMessage => ({
  id: String(n),
  n,
  direction: "in",
  text: `text ${n}`,
  state: "received",
  cause: "",
  by: null,
  by_email: null,
  automatic: false,
  segments: 1,
  at: n,
  files: [],
  ...more,
});
const waiting = (request: string): SmsWaiting => ({
  request,
  conversation: "1",
  text: request,
  files: [],
  at: 99,
  refusal: null,
});

it("SMSUI-4 the states of a message; unsent messages are listed last", () => {
  const own = { direction: "out", by: { uid: "1", name: "Alice" } } as const;
  const drawn = drawnSms({
    messages: [
      message(1),
      message(2, { ...own, state: "queued" }),
      message(3, { ...own, state: "sent" }),
      message(4, { ...own, state: "delivered" }),
      message(5, { ...own, state: "failed", cause: "30005" }),
    ],
    waiting: [waiting("a"), { ...waiting("b"), refusal: { code: "x", details: {}, text: "No" } }],
    readAt: null,
  });
  expect(drawn.map(({ state }) => state)).toEqual(["sent", "sending", "sent", "read", "failed", "sending", "failed"]);
});

it("SMSUI-7 a message that the server has is not rendered a second time from the outbox, and keeps its key", () => {
  const before = drawnSms({ messages: [message(1)], waiting: [waiting("a")], readAt: null });
  const after = drawnSms({
    messages: [message(1), message(2, { direction: "out", state: "queued", client_id: "a" })],
    waiting: [waiting("a")],
    readAt: null,
  });
  expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
});

it("SMSUI-8 the line of new messages is before the first unread message of the other person; days have lines of their own", () => {
  const drawn = drawnSms({
    messages: [message(1), message(2, { direction: "out", state: "sent" }), message(3, { at: 2 * DAY_MS }), message(4)],
    waiting: [],
    readAt: 1,
  });
  expect(drawn.map(({ isFirstNew }) => isFirstNew)).toEqual([false, false, true, false]);
  expect(drawn.map(({ isNewDay }) => isNewDay)).toEqual([true, false, true, true]);
});

it("SMSUI-6 the reason why nothing can be written", () => {
  const may = { mayWrite: true, carrier: "gateway" };
  const talk = { stopped: false, number: "+14165550150" };
  expect(smsBar(talk, may)).toBeNull();
  expect(smsBar(talk, { ...may, mayWrite: false })).toBe("noWrite");
  expect(smsBar(talk, { ...may, carrier: "none" })).toBe("noCarrier");
  expect(smsBar({ ...talk, stopped: true }, may)).toBe("stopped");
  for (const number of ["12345", "Bank", "+123"]) expect(smsBar({ ...talk, number }, may)).toBe("noAnswer");
});

it("SMSUI-12 a template with the names in its places; other braces stay", () => {
  const names = { contact: "Agnes $& {me}", me: "Alice" };
  expect(filledTemplate("Hi {contact}, {me} here. {x} {contact}", names)).toBe(
    "Hi Agnes $& {me}, Alice here. {x} Agnes $& {me}",
  );
});
