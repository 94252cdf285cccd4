import { settle } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { atBox } from "../../../../test/box-owner.ts";

it("VMP-60 0 leads to greetings and the PIN: 1 not available, 2 busy, 3 the name, 4 temporary", async () => {
  const owner = await atBox();
  await owner.hear();
  expect(await owner.press("0")).toBe("options-menu");
  for (const [digit, greeting] of [
    ["1", "unavail"],
    ["2", "busy"],
    ["3", "greet"],
    ["4", "temp"],
  ]) {
    expect(await owner.press(digit ?? "")).toBe("greeting-menu");
    await owner.press("1");
    await owner.press("#");
    expect(await owner.press("1")).toBe("greeting-saved greeting-menu");
    expect(owner.boxes.drafts.at(-1)?.purpose).toEqual({ kind: "greeting", greeting });
    expect(await owner.press("*")).toBe("options-menu");
  }
  expect(await owner.press("8")).toBe("try-again options-menu");
  expect(await owner.press("*")).toBe("main-menu");
});

it("VMP-61 a greeting is played and removed; a missing one is announced", async () => {
  const owner = await atBox({}, (boxes, { id }) => boxes.setGreeting(id, "busy", "/busy"));
  await owner.hear();
  await owner.press("02");
  expect(await owner.press("2")).toBe("/busy greeting-menu");
  expect(await owner.press("3")).toBe("greeting-removed greeting-menu");
  expect(await owner.press("2")).toBe("no-greeting greeting-menu");
  expect(await owner.press("5")).toBe("try-again greeting-menu");
});

it("VMP-63 a recording is used after 1, played by 2, repeated by 3, left by *", async () => {
  const owner = await atBox();
  await owner.hear();
  expect(await owner.press("011")).toBe("record-greeting beep");
  expect(owner.port.recordings).toMatchObject([{ path: "/voicemail/draft1.opus" }]);
  expect(await owner.press("#")).toBe("recorded-menu");
  expect(await owner.press("2")).toBe("/voicemail/draft1.opus recorded-menu");
  expect(await owner.press("3")).toBe("record-greeting beep");
  expect(await owner.press("#")).toBe("recorded-menu");
  expect(await owner.press("*")).toBe("greeting-menu");
  expect(owner.boxes.drafts.map(({ state }) => state)).toEqual(["discarded", "discarded"]);
  await owner.press("1", 0);
  expect(await owner.press("#")).toBe("beep");
});

it("VMP-63 silence ends it, a name after ten seconds; less than half a second, or a full disk, discards it", async () => {
  const owner = await atBox();
  await owner.hear();
  await owner.press("031");
  owner.port.emit({ kind: "talking", talking: true });
  await owner.clock.advance(10_000);
  expect(await owner.hear()).toBe("recorded-menu");
  await owner.press("*1");
  owner.port.recordings.at(-1)?.end({ durationMs: 400, bytes: 100, marks: [] });
  expect(await owner.hear()).toBe("recording-too-short greeting-menu");
  await owner.press("1");
  owner.port.recordings.at(-1)?.end({ durationMs: 4_000, bytes: 100, marks: [], failure: "ENOSPC" });
  expect(await owner.hear()).toBe("cannot-record greeting-menu");
  expect(new Set(owner.boxes.drafts.map(({ state }) => state))).toEqual(new Set(["discarded"]));
});

it.each(["before the tone", "while it is recorded", "before 1"])(
  "VMP-63 an owner who hangs up %s leaves the greeting unchanged",
  async (when) => {
    const owner = await atBox();
    await owner.hear();
    await owner.press("011", when === "before the tone" ? 0 : undefined);
    if (when === "before 1") await owner.press("#");
    owner.stay.stop();
    await settle();
    expect(owner.boxes.drafts.map(({ state }) => state)).toEqual(["discarded"]);
  },
);

it("VMP-64 the PIN is entered twice, and changed", async () => {
  const owner = await atBox();
  await owner.hear();
  expect(await owner.press("05")).toBe("new-pin");
  expect(await owner.press("1357#")).toBe("new-pin-again");
  expect(await owner.press("1358#")).toBe("pins-differ new-pin");
  expect(await owner.press("1357#1357#")).toBe("pin-changed options-menu");
  expect(owner.boxes.pinOf(owner.box.id)).toBe("1357");
});

it("VMP-64 a PIN that the boxes refuse is announced, three times at most; nothing, or *, goes back", async () => {
  const owner = await atBox();
  await owner.hear();
  await owner.press("05");
  expect(await owner.press("12#12#")).toBe("pin-needs number-4 to number-8 digits new-pin");
  expect(await owner.press("1111#1111#")).toBe("pin-too-simple new-pin");
  expect(await owner.press("1111#1111#")).toBe("pin-too-simple options-menu");
  expect(await owner.press("5*")).toBe("options-menu");
  expect(await owner.press("5#")).toBe("options-menu");
  expect(await owner.press("512*")).toBe("new-pin");
  expect(owner.boxes.pinOf(owner.box.id)).toBe("2468");
});
