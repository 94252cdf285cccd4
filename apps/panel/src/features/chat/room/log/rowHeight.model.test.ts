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

const WIDE = 760;
const NARROW = 420;

it("CHATUI-65 a message is as high as its lines and its highest file", () => {
  const heightOf = (text: string, widthPx = WIDE) => bodyPx({ text, files: [] }, widthPx);
  const one = heightOf("hello");
  expect(heightOf("hello\nBob")).toBe(one * 2);
  expect(heightOf("x".repeat(300))).toBe(one * 3);
  expect(heightOf("x".repeat(300), NARROW)).toBe(one * 6);
  expect(heightOf("xy", 0)).toBe(one * 2);
  expect(bodyPx({ text: "", files: [picture, picture] }, WIDE)).toBe(200);
  expect(bodyPx({ text: "", files: [] }, WIDE)).toBe(0);
});

it("CHATUI-65 an author's first message is higher than a following one, whose marks are below it; a deleted one has one line", () => {
  const messages = [
    fakeMessage("10", 1, "one"),
    fakeMessage("10", 2, "two"),
    fakeMessage("10", 3, "three", { reactions: [{ emoji: "👍", by: ["1"] }] }),
    fakeMessage("10", 4, "x".repeat(900), { deleted: true, files: [picture] }),
    fakeMessage("10", 5, "five", { edited_at: 5 }),
  ];
  const own = { uid: "1", name: "Alice Archer" };
  const rows = createRows()({ messages, outbox: [], room: "10", thread: null, own, seen: 0, readAt: null, now: 0 });
  const [first = 0, next = 0, reacted = 0, deleted = 0, edited = 0] = rows.map((row) => rowPx(row, WIDE));
  expect(first).toBeGreaterThan(next);
  expect(reacted).toBeGreaterThan(next);
  expect(deleted).toBe(next);
  expect(edited).toBeGreaterThan(next);
});
