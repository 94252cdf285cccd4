import { join } from "node:path";
import { listen, watchMicrophones, writeNoisySpeech } from "../../support/media/noisy.ts";
import { anyCall, expect, expectSilence, phoneStatus, talk, test } from "../../support/company/people.ts";
import { expectMessage } from "../../support/browser/messages.ts";

test("NOISE-2 NOISE-3 NOISE-4 keyboard noise is removed from a call, speech stays; switched in the call, with mute and hold; after a failure the microphone stays", async ({
  company,
}, testInfo) => {
  test.setTimeout(900_000);
  const voice = join(testInfo.outputPath(), "..", `noisy-${testInfo.workerIndex}.wav`);
  await writeNoisySpeech(voice);
  const alice = await company.signIn("alice");
  const bob = await company.signIn("bob", { says: voice });
  await bob.page.addInitScript(watchMicrophones);
  await bob.page.goto(`${company.server.address}/settings/devices`);
  await expect(phoneStatus(bob)).toHaveText("Registered");
  const noise = bob.page.getByRole("switch", { name: "Reduce background noise" });
  const open = () => bob.page.evaluate(() => window.callpanelOpen());
  await expect(noise).not.toBeChecked();

  await talk(alice, bob, "102");
  await listen(alice); // the browser's own gain control settles
  const off = await listen(alice);
  await noise.click();
  await expect(noise).toHaveAttribute("data-noise", "working");
  await expect.poll(open).toBe("2 microphones, 1 filters");
  const on = await listen(alice);
  testInfo.annotations.push({ type: "levels", description: JSON.stringify({ off, on }) });
  expect(off.noiseDb - on.noiseDb, `noise falls: ${JSON.stringify({ off, on })}`).toBeGreaterThan(15);
  expect(Math.abs(off.speechDb - on.speechDb), `speech stays: ${JSON.stringify({ off, on })}`).toBeLessThan(2);

  await anyCall(bob).getByRole("button", { name: "Mute" }).click();
  await expectSilence(alice);
  await anyCall(bob).getByRole("button", { name: "Unmute" }).click();
  await anyCall(bob).getByRole("button", { name: "Hold", exact: true }).click();
  await expect.poll(open).toBe("1 microphones, 0 filters");
  await anyCall(bob).getByRole("button", { name: "Unhold" }).click();
  await expect.poll(open).toBe("2 microphones, 1 filters");
  await expect(noise).toHaveAttribute("data-noise", "working");
  expect(Math.abs((await listen(alice)).speechDb - off.speechDb), "speech after mute and hold").toBeLessThan(3);
  await anyCall(bob).getByRole("button", { name: "Hang up" }).click();
  await expect.poll(open).toBe("0 microphones, 0 filters");

  // It does not load: the call has the microphone itself, and the screen says so.
  await bob.page.route("**/gtcrn-*.wasm", (route) => route.abort());
  await talk(alice, bob, "102");
  await expect(noise).toHaveAttribute("data-noise", "blocked");
  await expectMessage(bob, "Background noise can’t be reduced");
  await expect(bob.page.getByText("It can’t be reduced right now")).toBeVisible();
  expect((await listen(alice)).noiseDb, "the clatter is heard").toBeGreaterThan(off.noiseDb - 6);
  await anyCall(bob).getByRole("button", { name: "Hang up" }).click();
  await expect.poll(open).toBe("0 microphones, 0 filters");
});
