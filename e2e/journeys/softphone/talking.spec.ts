import {
  anyCall,
  callWith,
  dial,
  expect,
  expectHears,
  expectSilence,
  phoneStatus,
  softphone,
  talk,
  test,
} from "../../support/company/people.ts";
import { expectMessage } from "../../support/browser/messages.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

test.describe("two people talk", () => {
  test("Alice calls Bob by his extension, each hears the other, and hanging up ends it for both", async ({
    company,
  }) => {
    const alice = await company.signIn("alice");
    const bob = await company.signIn("bob");

    await dial(alice, "102");
    await expect(callWith(alice, "Bob Brandt")).toHaveAttribute("data-state", "ringing");
    await expect(callWith(bob, "Alice Archer")).toHaveAttribute("data-state", "ringing");
    // SOFT-47: what is open over the page does not keep anybody from answering.
    await bob.page.getByRole("main").press("?");
    const dialog = bob.page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(dialog).toBeVisible();
    await callWith(bob, "Alice Archer").getByRole("button", { name: "Accept" }).click();
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(callWith(alice, "Bob Brandt")).toHaveAttribute("data-state", "on-call");
    await expect(callWith(bob, "Alice Archer")).toHaveAttribute("data-state", "on-call");
    await expectHears(bob, alice.voiceHz);
    await expectHears(alice, bob.voiceHz);

    await callWith(bob, "Alice Archer").getByRole("button", { name: "Hang up" }).click();
    await expect(anyCall(alice)).toHaveCount(0);
    await expect(anyCall(bob)).toHaveCount(0);
    await expectSilence(alice);
    await expect(phoneStatus(alice)).toHaveText("Registered");
  });

  test("the held party hears music, and each other again after it", async ({ company }) => {
    const alice = await company.signIn("alice");
    const bob = await company.signIn("bob");
    await talk(alice, bob, "102");
    await expectHears(bob, alice.voiceHz);

    await anyCall(alice).getByRole("button", { name: "Hold", exact: true }).click();
    await expect(anyCall(alice)).toHaveAttribute("data-state", "on-hold");
    await expectHears(bob, MUSIC_HZ);
    await expectSilence(alice);

    await anyCall(alice).getByRole("button", { name: "Unhold" }).click();
    await expect(anyCall(alice)).toHaveAttribute("data-state", "on-call");
    await expectHears(bob, alice.voiceHz);
    await expectHears(alice, bob.voiceHz);
  });

  test("a muted person is not heard, but hears", async ({ company }) => {
    const alice = await company.signIn("alice");
    const bob = await company.signIn("bob");
    await talk(alice, bob, "102");
    await expectHears(bob, alice.voiceHz);

    await anyCall(alice).getByRole("button", { name: "Mute" }).click();
    await expect(anyCall(alice)).toHaveAttribute("data-state", "muted");
    await expectSilence(bob);
    await expectHears(alice, bob.voiceHz);

    await anyCall(alice).getByRole("button", { name: "Unmute" }).click();
    await expectHears(bob, alice.voiceHz);
  });

  test("the volume slider makes the other quieter, down to nothing", async ({ company }) => {
    const alice = await company.signIn("alice");
    const bob = await company.signIn("bob");
    await talk(alice, bob, "102");
    await expectHears(alice, bob.voiceHz);
    const slider = anyCall(alice).getByRole("slider", { name: "Volume" });
    await slider.focus();
    await slider.press("Home");
    await expectSilence(alice);
    await slider.press("End");
    await expectHears(alice, bob.voiceHz);
  });

  test("*43 answers with the caller's own voice, *86 with music", async ({ company }) => {
    const alice = await company.signIn("alice");
    await dial(alice, "*43");
    await expect(anyCall(alice)).toHaveAttribute("data-state", "on-call");
    await expectHears(alice, alice.voiceHz);
    await anyCall(alice).getByRole("button", { name: "Hang up" }).click();
    await expect(anyCall(alice)).toHaveCount(0);
    await dial(alice, "*86");
    await expectHears(alice, MUSIC_HZ);
  });
});

test.describe("calls that are not answered", () => {
  test.use({ serverEnv: { VOICEMAIL: "0" } });

  test("a rejected call shows the caller why", async ({ company }) => {
    const alice = await company.signIn("alice");
    const bob = await company.signIn("bob");
    await dial(alice, "102");
    await anyCall(bob).getByRole("button", { name: "Reject" }).click();
    await expectMessage(alice, "Bob Brandt is busy");
    await expect(anyCall(alice)).toHaveCount(0);
    await expect(anyCall(bob)).toHaveCount(0);
  });

  test("a caller who gives up stops the ringing, and the call is missed", async ({ company }) => {
    const alice = await company.signIn("alice");
    const bob = await company.signIn("bob");
    await dial(alice, "102");
    await expect(anyCall(bob)).toHaveAttribute("data-state", "ringing");
    await anyCall(alice).getByRole("button", { name: "Hang up" }).click();
    await expect(anyCall(bob)).toHaveCount(0);
    await expect(softphone(bob).getByRole("button", { name: "Calls log" })).toHaveAccessibleDescription(/1/);
  });

  test("no phone registered: the caller sees why, and an unknown number does not exist", async ({ company }) => {
    const alice = await company.signIn("alice");
    await dial(alice, "105");
    await expectMessage(alice, "is not available");
    await expect(anyCall(alice)).toHaveCount(0);
    await dial(alice, "999");
    await expectMessage(alice, "does not exist");
    await expect(anyCall(alice)).toHaveCount(0);
  });

  test("invalid numbers and feature codes make no call", async ({ company }) => {
    const alice = await company.signIn("alice");
    await dial(alice, "10a1");
    await expectMessage(alice, "Invalid number: 10a1");
    await dial(alice, "*55");
    await expectMessage(alice, "Invalid feature code");
    await expect(anyCall(alice)).toHaveCount(0);
  });
});

/** The strongest note of the music on hold (MEDIA-41). */
const MUSIC_HZ = 392;
