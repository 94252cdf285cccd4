import type { OutboxItem } from "@callpanel/contract/chat-client";
import { expect, it } from "vitest";
import { createSharedStorage } from "../../../../test/memoryStorage.ts";
import { createKeptOutbox } from "./outbox.storage.ts";

const item = (request: string, text: string): OutboxItem => ({
  request,
  order: { order: "send", room: "1", client_id: `client-${request}`, text },
  state: "sent",
});

it("CHATUI-2 unanswered messages are there after a restart, for this person only, and wait again", () => {
  const storage = createSharedStorage().tab();
  const before = createKeptOutbox(storage);
  expect(before.begin(1)).toEqual([]);
  before.keep([item("a", "one"), item("b", "two")]);
  before.keep([item("b", "two")]);
  expect(createKeptOutbox(storage).begin(1)).toEqual([{ ...item("b", "two"), state: "waiting" }]);
  expect(createKeptOutbox(storage).begin(2)).toEqual([]);
});

it("CHATUI-2 two tabs keep their own messages, and answered ones are removed", () => {
  const shared = createSharedStorage();
  const [one, other] = [createKeptOutbox(shared.tab()), createKeptOutbox(shared.tab())];
  one.begin(1);
  other.begin(1);
  one.keep([item("a", "one")]);
  other.keep([item("b", "two")]);
  one.keep([]);
  expect(
    createKeptOutbox(shared.tab())
      .begin(1)
      .map(({ request }) => request),
  ).toEqual(["b"]);
  other.keep([]);
  expect(createKeptOutbox(shared.tab()).begin(1)).toEqual([]);
});

it("CHATUI-2 stored data that is not an order is ignored", () => {
  const storage = createSharedStorage().tab();
  storage.set(
    "callpanel_chat_outbox_1",
    JSON.stringify([{ request: "a", order: { order: "erase" } }, 7, item("b", "x")]),
  );
  expect(createKeptOutbox(storage).begin(1)).toHaveLength(1);
  storage.set("callpanel_chat_outbox_1", "{");
  expect(createKeptOutbox(storage).begin(1)).toEqual([]);
});
