/** Long names and French words where there is little space: a phone's screen, a small window. */
import type { Locator } from "@playwright/test";
import { button, makeRoom, roomRow, videoWindow } from "../../support/company/meeting.ts";
import { anyCall, dial, expect, test } from "../../support/company/people.ts";
import { open } from "../../support/company/routes.ts";

const PHONE = { width: 390, height: 844 };
const shot = (name: string): string => `${process.env["SCREENSHOTS_DIR"] ?? "test-results"}/${name}.png`;

const boxOf = async (place: Locator): Promise<{ x: number; y: number; width: number }> => {
  const box = await place.boundingBox();
  if (box === null) throw new Error("not on the screen");
  return box;
};

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

test("VROOM-11 a long name of a room leaves every button in the meeting's window", async ({ company }) => {
  const alice = await company.signIn("alice");
  await open(alice, "/video_conferences", "Video conferences");
  const name = `Revue hebdomadaire ${"des projets en cours ".repeat(4)}`.slice(0, 99).trim();
  await makeRoom(alice, name);
  await button(roomRow(alice, name), "Join").click();
  await expect(videoWindow(alice)).toHaveAttribute("data-layout", "docked");
  for (const one of ["Full screen", "Microphone", "Devices", "Leave"])
    await expect(button(videoWindow(alice), one), one).toBeInViewport({ ratio: 1 });
  await alice.page.screenshot({ path: shot("long-room") });
  await button(videoWindow(alice), "Leave").click();
  await expect(videoWindow(alice)).toHaveCount(0);
});

test("CDR-41 SOFT-17 on a phone the filters of calls are in even rows, and the call at the foot shows who it is", async ({
  company,
}) => {
  const bob = await company.signIn("bob");
  const carol = await company.signIn("carol");
  const { page } = carol;
  await open(carol, "/cdrs", "Call history");
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Close softphone" }).click();
  const kinds = page.getByRole("group", { name: "Calls shown" }).locator("label");
  await expect(kinds).toHaveCount(6);
  const boxes = await Promise.all((await kinds.all()).map(boxOf));
  expect(new Set(boxes.map(({ x }) => Math.round(x))).size, "columns").toBe(3);
  expect(new Set(boxes.map(({ y }) => Math.round(y))).size, "rows").toBe(2);
  const fields = await Promise.all((await page.getByRole("main").getByRole("combobox").all()).map(boxOf));
  expect(new Set(fields.map(({ width }) => Math.round(width))).size, "one width").toBe(1);
  await page.screenshot({ path: shot("history-phone") });

  await dial(bob, "103");
  await anyCall(carol).getByRole("button", { name: "Accept" }).click();
  await page.getByRole("button", { name: "Close softphone" }).click();
  const bar = page.locator("fieldset[data-form=bar]");
  const name = bar.getByText("Bob Brandt", { exact: true });
  await expect(name).toBeVisible();
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  await page.screenshot({ path: shot("foot-phone") });
  await bar.getByRole("button", { name: "Hang up" }).click();
  await expect(anyCall(bob)).toHaveCount(0);
});

test("PLAY-14 on a phone a player has two lines: Play with the waveform, then time, speed and download", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const { page } = alice;
  await open(alice, "/announcements", "Announcements");
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Close softphone" }).click();
  const player = page.getByRole("main").getByRole("listitem").first();
  const middle = async (place: Locator): Promise<number> => {
    const box = await place.first().boundingBox();
    if (box === null) throw new Error("not on the screen");
    return Math.round(box.y + box.height / 2);
  };
  const [play, seek, time, speed, download] = await Promise.all([
    middle(player.getByRole("button", { name: "Play" })),
    middle(player.getByRole("slider")),
    middle(player.getByRole("timer")),
    middle(player.getByRole("combobox")),
    middle(player.getByRole("button", { name: "Download" })),
  ]);
  await page.screenshot({ path: shot("player-phone") });
  expect([seek, speed, download], "in line").toEqual([play, time, time]);
  expect(time, "the second line").toBeGreaterThan(play);
});
