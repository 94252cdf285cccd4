import { createFakeClock } from "@callpanel/testkit/clock";
import { expect, it } from "vitest";
import { NOTICE_CAP, createNotices } from "./notices.ts";

function setUp() {
  const clock = createFakeClock();
  const notices = createNotices({ clock });
  return { clock, notices, texts: () => notices.get().map(({ text }) => text) };
}

it("SHELL-7 a success stays 2 s, an error 6 s", async () => {
  const { clock, notices, texts } = setUp();
  notices.success("saved");
  notices.error("failed");
  await clock.advance(1_999);
  expect(texts()).toEqual(["failed", "saved"]);
  await clock.advance(1);
  expect(texts()).toEqual(["failed"]);
  await clock.advance(3_999);
  expect(texts()).toEqual(["failed"]);
  await clock.advance(1);
  expect(texts()).toEqual([]);
  expect(clock.timerCount).toBe(0);
});

it("SHELL-7 newest first, at most three", () => {
  const { notices, texts } = setUp();
  for (const text of ["1", "2", "3", "4"]) notices.error(text);
  expect(texts()).toEqual(["4", "3", "2"]);
  expect(texts()).toHaveLength(NOTICE_CAP);
});

it("SHELL-7 the same text is shown once, as the newest, with its full time", async () => {
  const { clock, notices, texts } = setUp();
  notices.error("same");
  notices.error("other");
  await clock.advance(3_000);
  notices.error("same");
  expect(texts()).toEqual(["same", "other"]);
  await clock.advance(3_000);
  expect(texts()).toEqual(["same"]);
});

it("SHELL-7 a notice can be closed", () => {
  const { clock, notices, texts } = setUp();
  notices.success("saved");
  notices.close(notices.get()[0]?.id ?? "");
  expect(texts()).toEqual([]);
  expect(clock.timerCount).toBe(0);
});

it("SHELL-7 held notices stay; after the release each has its full time again", async () => {
  const { clock, notices, texts } = setUp();
  notices.success("saved");
  await clock.advance(1_500);
  notices.hold();
  await clock.advance(60_000);
  notices.error("came meanwhile");
  await clock.advance(60_000);
  expect(texts()).toEqual(["came meanwhile", "saved"]);
  notices.release();
  await clock.advance(2_000);
  expect(texts()).toEqual(["came meanwhile"]);
});

it("SHELL-7 a permanent notice stays until it is withdrawn, and a later one with the same key replaces it", async () => {
  const { clock, notices, texts } = setUp();
  notices.success("parked", { key: "slot", forMs: "stays" });
  notices.success("going", { key: "transfer" });
  notices.success("gone", { key: "transfer" });
  expect(texts()).toEqual(["gone", "parked"]);
  notices.hold();
  notices.release();
  await clock.advance(600_000);
  expect(texts()).toEqual(["parked"]);
  notices.withdraw("slot");
  expect(texts()).toEqual([]);
  expect(clock.timerCount).toBe(0);
});

it("SHELL-7 a notice that stays makes no room for later ones, unless all of them stay", () => {
  const { notices, texts } = setUp();
  notices.success("new version", { key: "version", forMs: "stays" });
  for (const text of ["1", "2", "3", "4"]) notices.error(text);
  expect(texts()).toEqual(["4", "3", "new version"]);
  for (const text of ["a", "b", "c"]) notices.success(text, { forMs: "stays" });
  expect(texts()).toEqual(["c", "b", "a"]);
});
