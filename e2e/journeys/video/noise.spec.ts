import { join } from "node:path";
import { button, letIn, makeRoom, roomRow, tileOf, videoWindow } from "../../support/meeting.ts";
import { listen, watchMicrophones, writeNoisySpeech } from "../../support/noisy.ts";
import { expect, expectSilence, test } from "../../support/people.ts";
import { open } from "../../support/routes.ts";

test("NOISE-7 clatter is taken out of a guest's microphone in a meeting, speech stays; who is muted is silent, and nothing stays open", async ({
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
  await expect(noise).not.toBeChecked();
  await guest.page.getByRole("textbox", { name: "Your name" }).fill("Grace");
  await button(guest.page, "Join").click();
  await letIn(alice, "Grace");
  await expect(tileOf(alice, "Grace")).toHaveAttribute("data-audio", "on");
  await listen(alice); // the browser's own gain control settles
  const off = await listen(alice);

  await button(guest.page, "Devices").click();
  await noise.click();
  await expect(noise).toHaveAttribute("data-noise", "working");
  await expect.poll(running).toContain("1 filters");
  const on = await listen(alice);
  testInfo.annotations.push({ type: "levels", description: JSON.stringify({ off, on }) });
  expect(off.noiseDb - on.noiseDb, `noise falls: ${JSON.stringify({ off, on })}`).toBeGreaterThan(15);
  expect(Math.abs(off.speechDb - on.speechDb), `speech stays: ${JSON.stringify({ off, on })}`).toBeLessThan(4);

  await guest.page.keyboard.press("Escape");
  await button(guest.page, "Microphone").click();
  await expectSilence(alice);
  await button(guest.page, "Microphone").click();
  expect(Math.abs((await listen(alice)).speechDb - off.speechDb), "speech after mute").toBeLessThan(4);
  await button(guest.page, "Leave").click();
  await expect.poll(running).toBe("0 microphones, 0 filters");
});
