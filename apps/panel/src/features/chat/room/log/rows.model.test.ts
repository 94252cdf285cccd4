import { expect, it } from "vitest";
import { fakeMessage } from "../../../../../test/fakeChat.ts";
import { createRows } from "./rows.model.ts";

const ALICE = { uid: "1", name: "Alice Archer" };
const BOB = { uid: "2", name: "Bob Brandt" };
const AT = new Date(2026, 5, 1, 12, 0).getTime();
const MINUTE_MS = 60_000;

const message = (n: number, from = BOB, at = AT + n * MINUTE_MS) => fakeMessage("10", n, `text ${n}`, { from, at });
const wanted = {
  messages: [message(1), message(2), message(3, ALICE), message(4)],
  outbox: [],
  room: "10",
  thread: null,
  own: ALICE,
  seen: 0,
  readAt: null,
  now: AT,
};

it("CHATUI-8 messages of one author within five minutes of a day are grouped; days and new messages have a line", () => {
  const rowsOf = createRows();
  const late = message(5, BOB, AT + 10 * MINUTE_MS);
  const tomorrow = message(6, BOB, AT + 24 * 60 * MINUTE_MS);
  const rows = rowsOf({ ...wanted, messages: [...wanted.messages, late, tomorrow], readAt: 3 });
  expect(rows.map(({ continues }) => continues)).toEqual([false, true, false, false, false, false]);
  expect(rows.map(({ isNewDay }) => isNewDay)).toEqual([true, false, false, false, false, true]);
  expect(rows.map(({ isFirstNew }) => isFirstNew)).toEqual([false, false, false, true, false, false]);
});

it("CHATUI-6 an unchanged row is the same object when other rows come, change or are read", () => {
  const rowsOf = createRows();
  const before = rowsOf(wanted);
  const older = [message(-1, ALICE), message(0, ALICE)];
  const after = rowsOf({ ...wanted, messages: [...older, ...wanted.messages] });
  // The first is no longer the first of its day.
  expect(after.slice(3)).toEqual(before.slice(1));
  for (const [at, row] of before.slice(1).entries()) expect(after[at + 3]).toBe(row);
  const edited = { ...message(2), text: "other" };
  const changed = rowsOf({ ...wanted, messages: wanted.messages.map((one) => (one.n === 2 ? edited : one)), seen: 3 });
  expect(changed[1]).not.toBe(before[1]);
  expect(changed[1]?.message.text).toBe("other");
  expect(changed[2]?.state).toBe("read");
  expect(changed[3]).toBe(before[3]);
});

it("CHATUI-7 an unsent message is after the others until the server has it, with the same key", () => {
  const rowsOf = createRows();
  const order = { order: "send" as const, room: "10", client_id: "mine-0001", text: "mine" };
  const item = { request: "r1", order, state: "waiting" } as const;
  const [waiting] = rowsOf({ ...wanted, outbox: [item] }).slice(-1);
  expect([waiting?.state, waiting?.message.text]).toEqual(["sending", "mine"]);
  const there = { ...message(5, ALICE), client_id: "mine-0001" };
  const rows = rowsOf({ ...wanted, messages: [...wanted.messages, there], outbox: [item] });
  expect(rows).toHaveLength(5);
  expect(rows.at(-1)?.key).toBe(waiting?.key);
  expect(rowsOf({ ...wanted, outbox: [{ ...item, order: { ...order, room: "11" } }] })).toHaveLength(4);
});
