import { join } from "node:path";
import type { Locator } from "@playwright/test";
import {
  anyCall,
  callWith,
  dial,
  expect,
  expectHears,
  expectHearsPeople,
  expectSilence,
  type Person,
  test,
} from "../../support/company/people.ts";
import { open } from "../../support/company/routes.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";
const MUSIC_HZ = 392; // the strongest note of music on hold (MEDIA-41)
const NARROW = { width: 390, height: 844 };

const row = ({ page }: Person, name: string): Locator => page.getByRole("listitem", { name: `Conference ${name}` });
const members = ({ page }: Person): Locator => page.getByRole("region", { name: "Members" });
const member = (person: Person, name: string): Locator =>
  members(person).getByRole("listitem", { name: `Member ${name}` });
const button = (place: Locator, name: string): Locator => place.getByRole("button", { name, exact: true });

test("CONFPAGE-1 CONFPAGE-4 CONFPAGE-5 CONFPAGE-7 CONFPAGE-9 CONF-31 CONF-34 four people in a conference: one is muted, another kicked, and the sound that each of them hears is measured", async ({
  company,
}) => {
  const [alice, bob, carol] = await company.signInTrio();
  const dave = await company.signIn("dave");
  const { page } = carol;
  await open(carol, "/conferences", "Conferences");
  await button(row(carol, "Open room"), "Join").click();
  for (const person of [alice, bob, dave]) {
    await dial(person, "800");
    await expect(anyCall(person)).toHaveAttribute("data-state", "on-call");
  }
  for (const name of ["Alice Archer", "Bob Brandt", "Carol Chen", "Dave Diaz"])
    await expect(member(carol, name)).toHaveAttribute("data-state", "talking");
  await expectHearsPeople(dave, [alice, bob, carol]);
  await expectHearsPeople(carol, [alice, bob, dave]);
  await page.screenshot({ path: join(PICTURES, "conference-light.png") });

  await button(member(carol, "Alice Archer"), "Mute").click();
  await expect(member(carol, "Alice Archer")).toHaveAttribute("data-state", "muted");
  for (const [listener, others] of [
    [bob, [carol, dave]],
    [carol, [bob, dave]],
    [dave, [bob, carol]],
    [alice, [bob, carol, dave]],
  ] as const)
    await expectHearsPeople(listener, others, listener === alice ? [] : [alice]);

  await page.setViewportSize(NARROW);
  await page.getByRole("region", { name: "Softphone" }).getByRole("button", { name: "Close" }).first().click();
  await page.screenshot({ path: join(PICTURES, "conference-narrow.png") });
  await page.setViewportSize({ width: 1440, height: 900 });
  await button(page.getByRole("banner"), "Softphone").click();

  await button(member(carol, "Alice Archer"), "Unmute").press("Enter");
  await expect(member(carol, "Alice Archer")).toHaveAttribute("data-state", "talking");
  await expectHearsPeople(bob, [alice, carol, dave]);

  // When members mute their own phone, others see it and cannot undo it.
  await anyCall(bob).getByRole("button", { name: "Mute", exact: true }).click();
  await expect(member(carol, "Bob Brandt")).toContainText("Microphone off");
  await expect(button(member(carol, "Bob Brandt"), "Unmute")).toBeDisabled();
  await anyCall(bob).getByRole("button", { name: "Unmute", exact: true }).click();
  await expect(member(carol, "Bob Brandt")).toHaveAttribute("data-state", "talking");
  await button(page.getByRole("complementary", { name: "Conference Open room" }), "Record").click();
  await expect(row(carol, "Open room")).toContainText("Recording");
  await button(member(carol, "Dave Diaz"), "More").click();
  await page.screenshot({ path: join(PICTURES, "conference-recorded.png") });
  await page.keyboard.press("Escape");
  await button(page.getByRole("complementary", { name: "Conference Open room" }), "Stop recording").click();
  await expect(row(carol, "Open room")).not.toContainText("Recording");

  await button(member(carol, "Dave Diaz"), "Kick").press("Enter");
  await expect(anyCall(dave)).toHaveCount(0);
  await expectSilence(dave);
  await expect(member(carol, "Dave Diaz")).toHaveCount(0);
  await expectHearsPeople(bob, [alice, carol], [dave]);
});

test("CONFPAGE-5 CONFPAGE-6 a locked conference admits only invited people, all of it by keyboard", async ({
  company,
}) => {
  const [alice, bob] = [await company.signIn("alice"), await company.signIn("bob")];
  const carol = await company.signIn("carol", { colorScheme: "dark" });
  const { page } = carol;
  await open(carol, "/conferences", "Conferences");
  await button(row(carol, "Open room"), "Join").press("Enter");
  await expect(member(carol, "Carol Chen")).toHaveAttribute("data-state", "silent");
  await button(page.getByRole("complementary", { name: "Conference Open room" }), "Lock").press("Enter");
  await expect(row(carol, "Open room")).toContainText("Locked");
  await dial(alice, "800");
  await expect(anyCall(alice)).toHaveCount(0);
  await expect(members(carol).getByRole("listitem")).toHaveCount(1);

  await button(page.getByRole("complementary", { name: "Conference Open room" }), "Invite").press("Enter");
  const dialog = page.getByRole("dialog", { name: "Invite to Open room" });
  await expect(dialog.getByRole("option").first()).toBeVisible();
  await page.screenshot({ path: join(PICTURES, "conference-invite.png") });
  await page.keyboard.type("bob");
  await expect(dialog.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await callWith(bob, "Carol Chen").getByRole("button", { name: "Accept" }).click();
  await expect(member(carol, "Bob Brandt")).toHaveAttribute("data-state", "talking");
  await expectHearsPeople(carol, [bob], [alice]);
  await page.screenshot({ path: join(PICTURES, "conference-dark.png") });
});

test("CONFPAGE-8 CONF-26 a user's own conference: set up in the panel, joined with its PIN, music until its owner comes", async ({
  company,
}) => {
  const [alice, carol] = [await company.signIn("alice"), await company.signIn("carol")];
  const { page } = carol;
  await open(carol, "/conferences", "Conferences");
  await page.getByRole("button", { name: "Your conference" }).click();
  const dialog = page.getByRole("dialog", { name: "Your conference" });
  const pin = dialog.getByRole("textbox", { name: "PIN" });
  await pin.fill("12");
  await pin.press("Tab");
  await expect(dialog).toContainText("A PIN has 3 to 10 digits");
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await pin.fill("2468");
  for (const name of ["Turned on", "Wait for you"]) await dialog.getByRole("switch", { name }).setChecked(true);
  await page.screenshot({ path: join(PICTURES, "conference-own.png") });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();

  await dial(alice, "*99103");
  await expect(anyCall(alice)).toHaveAttribute("data-state", "on-call");
  await anyCall(alice).getByRole("button", { name: "Dial pad" }).click();
  // By keyboard, where Enter is #.
  await alice.page.keyboard.type("2468", { delay: 80 });
  await alice.page.keyboard.press("Enter");
  await expectHears(alice, MUSIC_HZ);
  await row(carol, "Carol Chen")
    .getByRole("button", { name: /^Show members/ })
    .click();
  await expect(member(carol, "Alice Archer")).toHaveAttribute("data-state", "waiting");
  await button(row(carol, "Carol Chen"), "Join").click();
  await expectHearsPeople(alice, [carol]);
  await expectHearsPeople(carol, [alice]);
  await expect(member(carol, "Carol Chen")).toContainText("Admin");
});
