import {
  callState,
  clickButton,
  type FirefoxPerson,
  firefoxHears,
  noFirefox,
  openFirefox,
  signInFirefox,
  watchForSoundOff,
} from "../../support/company/firefox.ts";
import { anyCall, callWith, dial, expect, expectHears, expectSilence, test } from "../../support/company/people.ts";

const MUSIC_HZ = 392;

test.skip(noFirefox !== undefined, noFirefox);

/** The server as `npm start` starts it: on loopback, without a media address. */
test("MEDIA-51 SOFT-19 NOISE-2 Firefox and Chromium talk both ways, in calls of either side, on the default addresses", async ({
  company,
}) => {
  const bob = await company.signIn("bob");
  const alice: FirefoxPerson = await openFirefox("alice", company.server.address);
  const { page } = alice;
  const state = () => callState(page);
  try {
    const soundWasOff = await watchForSoundOff(page);
    const registered = () =>
      expect
        .poll(() => page.evaluate(() => document.querySelector('[aria-label="Phone status"]')?.textContent))
        .toBe("Registered");
    await signInFirefox(alice);
    await registered();

    await page.locator('input[role="combobox"][aria-label="Number"]').fill("102");
    await clickButton(page, "Call");
    await callWith(bob, "Alice Archer").getByRole("button", { name: "Accept" }).click();
    await expect.poll(state).toBe("on-call");
    await firefoxHears(alice, bob.voiceHz);
    await expectHears(bob, alice.voiceHz);

    await clickButton(page, "Hold");
    await expect.poll(state).toBe("on-hold");
    await expectHears(bob, MUSIC_HZ);
    await clickButton(page, "Unhold");
    await expectHears(bob, alice.voiceHz);
    await firefoxHears(alice, bob.voiceHz);
    await clickButton(page, "Hang up");
    await expect(anyCall(bob)).toHaveCount(0);

    await dial(bob, "101");
    await expect.poll(state).toBe("ringing");
    await clickButton(page, "Accept");
    await expect(callWith(bob, "Alice Archer")).toHaveAttribute("data-state", "on-call");
    await firefoxHears(alice, bob.voiceHz);
    await expectHears(bob, alice.voiceHz);
    await anyCall(bob).getByRole("button", { name: "Hang up" }).click();
    await expect.poll(state).toBeUndefined();
    // NOISE-2: the filter runs in Firefox too; it takes a steady tone for noise.
    await page.goto(`${company.server.address}/settings/devices`);
    const noise = () =>
      page.evaluate(() => document.querySelector("[data-noise]")?.getAttribute("data-noise") ?? "not there");
    await expect.poll(noise).toBe("off");
    await registered();
    await dial(bob, "101");
    await expect.poll(state).toBe("ringing");
    await clickButton(page, "Accept");
    await expectHears(bob, alice.voiceHz);
    await page.locator("[data-noise]").click();
    await expect.poll(noise).toBe("working");
    await expectSilence(bob);
    await page.locator("[data-noise]").click();
    await expectHears(bob, alice.voiceHz);
    await anyCall(bob).getByRole("button", { name: "Hang up" }).click();
    await expect.poll(state).toBeUndefined();
    expect(await soundWasOff(), "SOFT-19 the browser never kept sound off").toBe(false);
  } finally {
    await alice.close();
  }
});

test.describe("a server with a media address that Firefox cannot reach", () => {
  test.use({ serverEnv: { MEDIA_ADDRESS: "127.0.0.1" } }); // with a loopback address Firefox makes no pair

  test("SOFT-60 PHONE-78 the call says that there is no audio, and why", async ({ company }) => {
    const alice: FirefoxPerson = await openFirefox("alice", company.server.address);
    const { page } = alice;
    try {
      await signInFirefox(alice);
      await expect
        .poll(() => page.evaluate(() => document.querySelector('[aria-label="Phone status"]')?.textContent))
        .toBe("Registered");
      await page.locator('input[role="combobox"][aria-label="Number"]').fill("*43");
      await clickButton(page, "Call");
      await expect
        .poll(() => page.evaluate(() => document.querySelector('fieldset[aria-label^="Call with "]')?.textContent))
        .toContain("No audio: your browser can’t reach the phone system’s audio address.");
      await clickButton(page, "Hang up");
      await expect.poll(() => callState(page)).toBeUndefined();
    } finally {
      await alice.close();
    }
  });
});
