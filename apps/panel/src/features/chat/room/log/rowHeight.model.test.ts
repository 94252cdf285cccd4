import type { ChatFile } from "@callpanel/contract";
import { expect, it } from "vitest";
import { fakeMessage } from "../../../../../test/fakeChat.ts";
import { bodyPx, rowPx } from "./rowHeight.model.ts";
import { createRows } from "./rows.model.ts";

const picture: ChatFile = {
  id: "7",
  name: "a.png",
  kind: "picture",
  bytes: 900,
  width: 720,
  height: 400,
};

it("CHATUI-65 a message is as high as its lines and its highest file", () => {
  const [one, two, long] = ["hello", "hello\nBob", "x".repeat(300)].map((text) => bodyPx({ text, files: [] }));
  expect(two).toBe((one ?? 0) * 2);
  expect(long).toBe((one ?? 0) * 3);
  expect(bodyPx({ text: "", files: [picture, picture] })).toBe(200);
  expect(bodyPx({ text: "", files: [] })).toBe(0);
});

it("CHATUI-65 a first message of its author is higher than one that continues; a deleted one has one line", () => {
  const messages = [
    fakeMessage("10", 1, "one"),
    fakeMessage("10", 2, "two"),
    fakeMessage("10", 3, "three", { reactions: [{ emoji: "👍", by: ["1"] }] }),
    fakeMessage("10", 4, "x".repeat(900), { deleted: true, files: [picture] }),
  ];
  const own = { uid: "1", name: "Alice Archer" };
  const rows = createRows()({ messages, outbox: [], room: "10", thread: null, own, seen: 0, readAt: null, now: 0 });
  const [first = 0, next = 0, reacted = 0, deleted = 0] = rows.map(rowPx);
  expect(first).toBeGreaterThan(next);
  expect(reacted).toBeGreaterThan(next);
  expect(deleted).toBe(next);
});
