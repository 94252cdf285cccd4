import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { layLine } from "../../support/outside/line.ts";
import { dial, expect, type Person, phoneStatus, softphone, test } from "../../support/company/people.ts";
import { expectMessage } from "../../support/browser/messages.ts";

test.describe.configure({ mode: "default" });
/** A line can be laid to one media address alone. */
test.use({ serverEnv: { MEDIA_ADDRESS: "127.0.0.1" }, isShared: true });

const SCREENS = process.env["SCREENSHOTS_DIR"];

async function shoot({ page }: Person, name: string): Promise<void> {
  if (SCREENS !== undefined) await page.screenshot({ path: join(SCREENS, `${name}.png`), animations: "disabled" });
}
const lever = ({ page }: Person, name: string): Locator => page.getByRole("switch", { name, exact: true });
const card = ({ page }: Person, name: string): Locator => page.getByRole("listitem", { name });
const main = ({ page }: Person): Locator => page.getByRole("main");

test("SET-14, SET-18 the check before calls ends with a result: good, without a microphone, without a network", async ({
  company,
}) => {
  const line = await layLine(company.server.address);
  const alice = await company.signIn("alice", { address: line.address, path: "/settings/devices" });
  const bob = await company.signIn("bob", { microphone: "denied", path: "/settings/devices" });
  const verdict = (person: Person) => main(person).getByRole("status");

  await alice.page.getByRole("button", { name: "Test microphone" }).click();
  await expect(alice.page.getByRole("meter", { name: "Microphone level" })).toHaveAttribute(
    "aria-valuetext",
    /level|loud/,
  );
  await alice.page.getByRole("button", { name: "Stop testing" }).click();
  await alice.page.getByRole("button", { name: "Check now" }).click();
  await expect(verdict(alice)).toHaveText(/^(Good|Poor): calls work/);
  await expect(main(alice)).toContainText(/-\d+ dB, 1(6[89]|7[012])\d Hz/);
  await shoot(alice, "settings-check-good");

  await bob.page.getByRole("button", { name: "Check now" }).click();
  await expect(verdict(bob)).toContainText("Failed at the microphone.");
  await expect(verdict(bob)).toContainText("Click the icon in the address bar");

  line.cut();
  await alice.page.getByRole("button", { name: "Check again" }).click();
  await expect(verdict(alice)).toContainText(/Failed at the (network|registration)\./);
  await shoot(alice, "settings-check-cut");
  line.mend();
  await expect(phoneStatus(alice)).toHaveText("Registered");

  await softphone(alice).getByRole("combobox", { name: "Number" }).fill("911");
  await expect(softphone(alice)).toContainText("911 is an emergency call.");
  await line.close();
});

test("SET-7, SET-8 by keyboard alone: do not disturb is seen by a colleague, *76 flips the switch, a forward is kept", async ({
  company,
}) => {
  const alice = await company.signIn("alice", { path: "/settings" });
  const bob = await company.signIn("bob");
  const { page } = alice;
  await expect(page).toHaveURL(/\/settings\/phone_status$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Phone status");
  await expect(card(bob, "Alice Archer")).toHaveAttribute("data-presence", "online");

  await lever(alice, "Do not disturb").focus();
  await page.keyboard.press("Space");
  await expect(lever(alice, "Do not disturb")).toBeChecked();
  await expect(card(bob, "Alice Archer")).toHaveAttribute("data-presence", "busy");
  await shoot(alice, "settings-phone-status");

  await dial(alice, "*76");
  await expect(lever(alice, "Do not disturb")).not.toBeChecked();
  await expect(card(bob, "Alice Archer")).toHaveAttribute("data-presence", "online");

  await page.getByRole("combobox", { name: "Forward to" }).focus();
  await page.keyboard.type("10a");
  await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
  await page.keyboard.press("Backspace");
  await page.keyboard.type("3");
  await expect(page.getByRole("listbox", { name: "Matching numbers" })).toContainText("Carol Chen");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await expect(main(alice)).toContainText("Calls are forwarded to 103");

  await page.getByRole("button", { name: "Add number" }).first().focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("104");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add number" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("105");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Move number 2:/ }).focus();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("combobox", { name: "Number 1" })).toHaveValue("105");
  await page.getByRole("combobox", { name: "Number 1" }).press("Enter");
  await expectMessage(alice, "Settings saved");
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Forward to" })).toHaveValue("103");
  await expect(lever(alice, "Call forward")).toBeChecked();
  await expect(page.getByRole("combobox", { name: "Number 2" })).toHaveValue("104");
});

test("SET-3, SET-16 a supervisor on a telephone sees a colleague's settings and cannot change them; their own pages save", async ({
  company,
}) => {
  const alice = await company.signIn("alice", { path: "/settings/phone_status" });
  await lever(alice, "Do not disturb").click();
  await expect(main(alice)).toBeVisible();
  await expect(alice.page.getByText("Do not disturb is on", { exact: true })).toBeVisible();
  const carol = await company.open("carol", { viewport: { width: 390, height: 844 }, path: "/settings/phone_status" });
  const { page } = carol;
  await page.getByRole("textbox", { name: "Username" }).fill("carol");
  await page.getByRole("textbox", { name: "Password" }).fill("callpanel-demo");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Settings of").selectOption({ label: "Alice Archer (101)" });
  await expect(lever(carol, "Do not disturb")).toBeDisabled();
  await expect(lever(carol, "Do not disturb")).toBeChecked();
  await expect(main(carol)).toContainText("You can see these settings, but not change them.");
  await shoot(carol, "settings-sub-account-390");
  const pagesOf = () => page.getByRole("combobox", { name: "Settings page" }).locator("option").allTextContents();
  expect(await pagesOf()).not.toContain("STUN servers");
  await page.getByLabel("Settings of").selectOption({ label: "Myself (Carol Chen)" });

  const toPage = (title: string) =>
    page.getByRole("combobox", { name: "Settings page" }).selectOption({ label: title });
  await toPage("STUN servers");
  await page.getByLabel("Servers, separated by commas").fill("turn:example.com");
  await expect(main(carol)).toContainText("Invalid format");
  await page.getByLabel("Servers, separated by commas").fill("stun:127.0.0.1:3478");
  await toPage("Blocked numbers");
  await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
  await toPage("Blocked numbers");
  await page.getByLabel("Number", { exact: true }).fill("514-555-0188");
  await page.getByRole("button", { name: "Block", exact: true }).click();
  await expect(main(carol)).toContainText("1 blocked number");
  await shoot(carol, "settings-blacklist-390");
});
