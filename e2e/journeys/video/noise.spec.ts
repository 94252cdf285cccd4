import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { button, letIn, makeRoom, roomRow, tileOf, videoWindow } from "../../support/company/meeting.ts";
import { listen, watchMicrophones, writeNoisySpeech } from "../../support/media/noisy.ts";
import { expect, expectSilence, test } from "../../support/company/people.ts";
import { open } from "../../support/company/routes.ts";

test("NOISE-7 keyboard noise is removed from a guest's microphone in a meeting, speech stays; switched with another microphone and mute; after a failure the microphone stays, and nothing stays open", async ({
  company,
}, testInfo) => {
  test.setTimeout(900_000);
  const voice = join(testInfo.outputPath(), "..", `noisy-guest-${testInfo.workerIndex}.wav`);
  await writeNoisySpeech(voice);
  const alice = await company.signIn("alice");
  await open(alice, "/video_conferences", "Video conferences");
  const links = await makeRoom(alice, "Clients");
  await button(roomRow(alice, "Clients"), "Join").click();
  await button(videoWindow(alice), "Microphone").click();

  const guest = await company.open("guest", { path: links.guest, says: voice, before: watchMicrophones });
  const noise = guest.page.getByRole("checkbox", { name: "Reduce background noise" });
  const running = () => guest.page.evaluate(() => window.callpanelOpen());
  const described = () => guest.page.evaluate(() => window.callpanelDescribed());
  await expect(noise).not.toBeChecked();
  await guest.page.getByRole("textbox", { name: "Your name" }).fill("Grace");
  await button(guest.page, "Join").click();
  await letIn(alice, "Grace");
  await expect(tileOf(alice, "Grace")).toHaveAttribute("data-audio", "on");
  await listen(alice); // the browser's own gain control settles
  const off = await listen(alice);
  const descriptions = await described();

  await button(guest.page, "Devices").click();
  await noise.click();
  await expect(noise).toHaveAttribute("data-noise", "working");
  await expect.poll(running).toContain("1 filters");
  const on = await listen(alice);
  testInfo.annotations.push({ type: "levels", description: JSON.stringify({ off, on }) });
  expect(off.noiseDb - on.noiseDb, `noise falls: ${JSON.stringify({ off, on })}`).toBeGreaterThan(15);
  expect(Math.abs(off.speechDb - on.speechDb), `speech stays: ${JSON.stringify({ off, on })}`).toBeLessThan(4);

  const microphone = guest.page.getByRole("combobox", { name: "Microphone" });
  await microphone.selectOption({ index: await lastOf(microphone) });
  await expect(noise).toHaveAttribute("data-noise", "working");
  await expect.poll(running).toContain("1 filters");
  const other = await listen(alice);
  expect(off.noiseDb - other.noiseDb, `with another microphone: ${JSON.stringify(other)}`).toBeGreaterThan(15);
  expect(Math.abs(off.speechDb - other.speechDb), `with another microphone: ${JSON.stringify(other)}`).toBeLessThan(4);

  await guest.page.keyboard.press("Escape");
  await button(guest.page, "Microphone").click();
  await expectSilence(alice);
  await button(guest.page, "Microphone").click();
  expect(Math.abs((await listen(alice)).speechDb - off.speechDb), "speech after mute").toBeLessThan(4);
  expect(await described(), "the connection is described once").toBe(descriptions);
  await button(guest.page, "Leave").click();
  await expect.poll(running).toBe("0 microphones, 0 filters");

  // The choice is remembered. It does not load: the meeting has the microphone itself, and the screen says so.
  await guest.page.route("**/gtcrn-*.wasm", (route) => route.abort());
  await button(guest.page, "Join again").click();
  await expect(noise).toBeChecked();
  await expect(noise).toHaveAttribute("data-noise", "blocked");
  await button(guest.page, "Join").click();
  await letIn(alice, "Grace");
  await expect(tileOf(alice, "Grace")).toHaveAttribute("data-audio", "on");
  await expect(guest.page.getByText("Background noise can’t be reduced right now").first()).toBeVisible();
  expect((await listen(alice)).noiseDb, "the clatter is heard").toBeGreaterThan(off.noiseDb - 6);
  await button(guest.page, "Leave").click();
  await expect.poll(running).toBe("0 microphones, 0 filters");
});

test("NOISE-8 the switch of a meeting and that of the softphone are the same setting", async ({ company }) => {
  const alice = await company.signIn("alice");
  await open(alice, "/video_conferences", "Video conferences");
  await makeRoom(alice, "Team");
  await button(roomRow(alice, "Team"), "Join").click();
  const inMeeting = videoWindow(alice).getByRole("checkbox", { name: "Reduce background noise" });
  await button(videoWindow(alice), "Devices").click();
  await inMeeting.click();
  await expect(inMeeting).toHaveAttribute("data-noise", "working");

  await alice.page.keyboard.press("Escape");
  await expect(inMeeting).toBeHidden();
  await open(alice, "/settings/devices", "Devices");
  const inSettings = alice.page.getByRole("switch", { name: "Reduce background noise" });
  await expect(inSettings).toBeChecked();
  await alice.page.reload();
  await expect(inSettings).toBeChecked();
  await button(videoWindow(alice), "Devices").click();
  await expect(inMeeting, "the meeting is back, with the choice").toHaveAttribute("data-noise", "working");
  await alice.page.keyboard.press("Escape");
  await expect(inMeeting).toBeHidden();
  await inSettings.press("Space"); // the window of the meeting may lie over it
  await expect(inSettings).not.toBeChecked();
  await button(videoWindow(alice), "Devices").click();
  await expect(inMeeting).toHaveAttribute("data-noise", "off");
});

const lastOf = async (select: Locator): Promise<number> => (await select.getByRole("option").count()) - 1;
