import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { createJsSipPhone } from "../../foreign/jssip-phone.ts";
import { keyboardOf } from "../../support/hands/hands.ts";
import { codeOf, readQrCode, stepAt } from "../../support/outside/one-time-code.ts";
import {
  type Company,
  DEMO_PASSWORD,
  expect,
  type Person,
  phoneStatus,
  softphone,
  test,
} from "../../support/company/people.ts";
import { expectMessage } from "../../support/browser/messages.ts";

const SCREENS = process.env["SCREENSHOTS_DIR"];
const NEXT = "a longer password";

async function shoot({ page }: Pick<Person, "page">, name: string): Promise<void> {
  if (SCREENS === undefined) return;
  await page.screenshot({ path: join(SCREENS, `${name}.png`), animations: "disabled", fullPage: true });
}

async function typePassword(page: Page, password = DEMO_PASSWORD): Promise<void> {
  await page.getByRole("textbox", { name: "Username" }).fill("alice");
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.keyboard.press("Enter");
}

async function signOut({ page }: Person): Promise<void> {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("textbox", { name: "Username" })).toBeVisible();
}

/** Switches the app on through the page, by keyboard, with the code of the picture on the screen. */
async function setUp(
  person: Person,
): Promise<{ readonly secret: string; readonly codes: readonly string[]; step: number }> {
  const { page } = person;
  await page.getByRole("button", { name: "Set up" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Set up two-step verification" });
  const uri = new URL(await readQrCode(dialog.getByRole("img", { name: "QR code for the authenticator app" })));
  expect([uri.protocol, decodeURIComponent(uri.pathname)]).toEqual(["otpauth:", "/callpanel:alice"]);
  await shoot(person, "account-otp");
  const secret = uri.searchParams.get("secret") ?? "";
  const code = dialog.getByRole("textbox", { name: "Code" });
  await code.fill("000000");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("This code is not valid");
  const step = stepAt(Date.now());
  await code.fill(codeOf(secret, step));
  await page.keyboard.press("Enter");
  const shown = page.getByRole("dialog", { name: "Your back-up codes" });
  await expect(shown.getByRole("listitem")).toHaveCount(10);
  const codes = await shown.getByRole("listitem").allInnerTexts();
  await expect(shown.getByRole("link", { name: "Download" })).toHaveAttribute("download", /\.txt$/);
  await shoot(person, "account-codes");
  await shown.getByRole("button", { name: "I’ve saved them" }).click();
  await expect(page.getByText("On, with an authenticator app.")).toBeVisible();
  return { secret, codes, step };
}

async function openAccount(company: Company, viewport?: { width: number; height: number }): Promise<Person> {
  const alice = await company.open("alice", { path: "/settings/account", ...(viewport ? { viewport } : {}) });
  await typePassword(alice.page);
  await expect(alice.page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
  await expect(alice.page.getByRole("button", { name: "Set up" })).toBeVisible();
  return alice;
}

test("OTP-2 OTP-10 OTP-13 ACCOUNT-45 Alice sets up an app by its QR code and signs in with its code, and with a back-up code once", async ({
  company,
}) => {
  const alice = await openAccount(company);
  const { page } = alice;
  await shoot(alice, "account");
  const { secret, codes, step } = await setUp(alice);
  await signOut(alice);

  await typePassword(page);
  const field = page.getByRole("textbox", { name: "Code" });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("autocomplete", "one-time-code");
  await shoot(alice, "sign-in-code");
  // The code that switched it on was used; the next step's is taken early, or now where the machine was slow.
  await page.keyboard.type(codeOf(secret, step));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("This code is not valid");
  await field.fill(codeOf(secret, Math.max(step + 1, stepAt(Date.now()))));
  await page.keyboard.press("Enter");
  await expect(phoneStatus(alice)).toHaveText("Registered");
  await signOut(alice);

  await typePassword(page);
  await page.getByRole("textbox", { name: "Code" }).fill((codes[0] ?? "").toLowerCase());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Account" })).toBeVisible();
  await signOut(alice);
  await typePassword(page);
  await page.getByRole("textbox", { name: "Code" }).fill(codes[0] ?? "");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("This code is not valid");
});

test("ACCOUNT-23 ACCOUNT-43 by keyboard alone: a new password ends the other browser's session; codes by e-mail are in the mail folder", async ({
  company,
}) => {
  const alice = await openAccount(company, { width: 390, height: 844 });
  const other = await company.open("alice");
  await typePassword(other.page);
  await expect(other.page.getByRole("button", { name: "Account" })).toBeVisible();

  const { page } = alice;
  const { press, write } = keyboardOf(page);
  await write(page.getByRole("textbox", { name: "Current password" }), DEMO_PASSWORD);
  await write(page.getByRole("textbox", { name: "New password", exact: true }), NEXT);
  await write(page.getByRole("textbox", { name: "New password again" }), NEXT);
  await page.keyboard.press("Enter");
  await expectMessage(alice, "All other sessions have ended");
  await expect(other.page.getByRole("textbox", { name: "Username" })).toBeVisible();
  await typePassword(other.page);
  await expect(other.page.getByRole("alert").filter({ hasText: "Failed login" })).toBeVisible();
  // The old SIP secret has ended: the panel has asked for the new one and registered by it, without a reload.
  await press(page.getByRole("button", { name: "Softphone" }));
  await expect(phoneStatus(alice)).toHaveText("Registered");
  await press(softphone(alice).getByRole("button", { name: "Close" }));

  await press(page.getByRole("button", { name: "Set up" }));
  const dialog = page.getByRole("dialog", { name: "Set up two-step verification" });
  await press(dialog.getByRole("radio", { name: "E-mail" }));
  await press(dialog.getByRole("button", { name: "Send a code" }));
  await expect(dialog.getByText("A code was sent to a…@demo.example.")).toBeVisible();
  await shoot(alice, "account-otp-email-390");
  await write(dialog.getByRole("textbox", { name: "Code" }), await mailedCode(company));
  await press(dialog.getByRole("button", { name: "Turn on" }));
  await expect(page.getByRole("dialog", { name: "Your back-up codes" })).toBeVisible();
});

test("SECRET-15 a desk phone registers with the secret that Alice is shown once, and is disconnected when she removes it", async ({
  company,
}) => {
  const alice = await openAccount(company, { width: 390, height: 844 });
  const { page } = alice;
  await page.getByRole("button", { name: "Add phone" }).click();
  const dialog = page.getByRole("dialog", { name: "Add phone" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Desk phone");
  await dialog.getByRole("textbox", { name: "Current password" }).fill(DEMO_PASSWORD);
  await page.keyboard.press("Enter");
  const shown = page.getByRole("dialog", { name: "Set up your phone" });
  const fact = (name: string) => shown.getByRole("textbox", { name, exact: true }).inputValue();
  const secret = await fact("Secret");
  const [username, realm] = [await fact("Username"), await fact("Realm")];
  const desk = createJsSipPhone({
    server: await fact("Server address"),
    uri: `sip:${username}@${realm}`,
    username,
    realm,
    secret,
  });
  await shoot(alice, "account-new-phone-390");
  await desk.register();
  await shown.getByRole("button", { name: "Done" }).last().click();
  await expect(page.getByRole("list", { name: "Phones and apps" })).toContainText("Desk phone");
  await shoot(alice, "account-phones-390");

  await page.getByRole("button", { name: "Remove Desk phone" }).click();
  await page.getByRole("dialog", { name: "Remove Desk phone?" }).getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No phones or apps yet.")).toBeVisible();
  await expect(desk.register()).rejects.toThrow(/Authentication Error|Connection Error/);
  await desk.stop();
});

async function mailedCode(company: Company): Promise<string> {
  const folder = join(company.data.path, "mail");
  const codes = async (): Promise<readonly string[]> => {
    const names = (await readdir(folder)).filter((one) => one.endsWith(".eml"));
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    const toAlice = mails.filter((mail) => mail.includes("To: Alice Archer <alice@demo.example>"));
    return toAlice.flatMap((mail) => /^ {4}(\d{6})\r?$/m.exec(mail)?.[1] ?? []);
  };
  await expect.poll(codes).toHaveLength(1);
  return (await codes())[0] ?? "";
}

test.describe("by redirect", () => {
  test.use({ serverEnv: { SIGN_IN: "redirect" } });
  test("OTP-14 the server's own page asks for the code", async ({ company }) => {
    const alice = await company.open("alice");
    await typePassword(alice.page);
    await expect(phoneStatus(alice)).toHaveText("Registered");
    await alice.page.goto(`${company.server.address}/settings/account`);
    const { codes } = await setUp(alice);
    await alice.page.getByRole("button", { name: "Account" }).click();
    await alice.page.getByRole("menuitem", { name: "Sign out" }).click();
    await typePassword(alice.page);
    await expect(alice.page.getByRole("heading", { name: "Enter the code" })).toBeVisible();
    await shoot(alice, "sign-in-code-redirect");
    await alice.page.keyboard.type(codes[1] ?? "");
    await alice.page.keyboard.press("Enter");
    await expect(phoneStatus(alice)).toHaveText("Registered");
  });
});
