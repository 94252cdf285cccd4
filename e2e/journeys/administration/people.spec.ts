import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { auditPage } from "../../support/hands/audit.ts";
import { expectAudited, expectOpensAndCloses, expectShownOnce } from "../../support/hands/dialogs.ts";
import { expect, type Person, phoneStatus, test } from "../../support/company/people.ts";
import { redAndBluePng } from "../../support/media/picture-file.ts";
import { expectMessage } from "../../support/browser/messages.ts";

const SCREENS = process.env["SCREENSHOTS_DIR"];
const PEOPLE = "/administration/people";
const PASSWORD = "a password of her own";

async function shoot(page: Page, name: string): Promise<void> {
  if (SCREENS !== undefined)
    await page.screenshot({ path: join(SCREENS, `${name}.png`), animations: "disabled", fullPage: true });
}
const button = ({ page }: Person, name: string): Locator => page.getByRole("button", { name, exact: true });
const field = ({ page }: Person, name: string): Locator => page.getByRole("textbox", { name, exact: true });
const dialog = ({ page }: Person, name: string | RegExp): Locator => page.getByRole("dialog", { name });

test("SHELL-39 PEOPLE-2 PEOPLE-3 PEOPLE-4 PEOPLE-6 PEOPLE-8 PEOPLE-11 PEOPLE-12 RT-61 a person is invited, signs in, is suspended, removed while a number leads to them, and comes back with a file", async ({
  company,
}) => {
  await company.administer("groups", "join", "administrators", "grace");
  const grace = await company.signIn("grace", { path: PEOPLE });
  const { page } = grace;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Administration");
  await expect(page.getByRole("listitem", { name: "Alice Archer" })).toBeVisible();
  await shoot(page, "administration-people");
  expect(await auditPage(page)).toEqual([]);

  // PEOPLE-7: a menu that is open is accessible, and its first item is one key away.
  await page.getByRole("checkbox", { name: "Select Alice Archer" }).check();
  await button(grace, "Groups").click();
  await expect(page.getByRole("menuitem", { name: "Add to staff" })).toBeVisible();
  expect(await auditPage(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button(grace, "Groups")).toBeFocused();
  await page.getByRole("checkbox", { name: "Select Alice Archer" }).uncheck();
  // RT-61: Carol's page stays open and is never loaded again.
  const carol = await company.signIn("carol", { path: "/buddies" });
  const cardOf = (name: string): Locator => carol.page.getByRole("listitem", { name, exact: true });
  await expect(cardOf("Alice Archer")).toBeVisible();
  await button(grace, "New person").click();
  await field(grace, "Username").fill("ada");
  await field(grace, "First name").fill("Ada");
  await field(grace, "Last name").fill("Abel");
  await field(grace, "Extension").fill("101");
  await button(grace, "Add person").click();
  await expect(page.getByText(/101 already exists/)).toBeVisible();
  await shoot(page, "administration-person-new");
  await field(grace, "Extension").fill("155");
  await button(grace, "Add person").click();
  await expect(page.getByRole("heading", { level: 2, name: "Ada Abel" })).toBeVisible();
  await expect(cardOf("Ada Abel")).toBeVisible();
  await company.administer("users", "set", "ada", "--first-name", "Adele");
  await expect(cardOf("Adele Abel")).toBeVisible();
  await expect(cardOf("Ada Abel")).toBeHidden();
  await company.administer("users", "set", "ada", "--first-name", "Ada");
  await expect(page.getByRole("heading", { level: 2, name: "Ada Abel" })).toBeVisible();
  await button(grace, "Invite").press("Enter");
  const link = await dialog(grace, "Invitation").getByRole("textbox", { name: "Link" }).inputValue();
  await expectAudited(grace, "Invitation");
  await page.keyboard.press("Escape");
  await expect(button(grace, "Invite")).toBeFocused();
  await expectOpensAndCloses(grace, button(grace, "Set password"), "Set password");
  const newPhone = button(grace, "New phone");
  await expectOpensAndCloses(grace, newPhone, "New phone");
  await newPhone.press("Enter");
  await field(grace, "Name of the phone").fill("Desk phone");
  await page.keyboard.press("Enter");
  await expectShownOnce(grace, "Enter this in the phone", newPhone);
  await expectOpensAndCloses(grace, button(grace, "Revoke Desk phone"), "Revoke Desk phone?");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "ada.png", mimeType: "image/png", buffer: redAndBluePng(120, 80) });
  await expectMessage(grace, "Picture changed");
  await expect(button(grace, "Remove picture")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Location" })).toBeVisible();
  await shoot(page, "administration-person");
  expect(await auditPage(page)).toEqual([]);

  const ada = await company.open("ada", { path: new URL(link).pathname + new URL(link).search });
  await expect(ada.page.getByText("Your username is ada.")).toBeVisible();
  expect(await auditPage(ada.page)).toEqual([]);
  await ada.page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await ada.page.getByLabel("New password, again").fill(PASSWORD);
  await ada.page.getByRole("button", { name: "Save password" }).click();
  await ada.page.getByRole("link", { name: "Sign in" }).click();
  await ada.page.getByRole("textbox", { name: "Username" }).fill("ada");
  await ada.page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await ada.page.getByRole("button", { name: "Sign in" }).click();
  await expect(phoneStatus(ada)).toHaveText("Registered");

  await expectOpensAndCloses(grace, button(grace, "Suspend"), "Suspend Ada Abel?");
  await button(grace, "Suspend").click();
  await dialog(grace, "Suspend Ada Abel?").getByRole("button", { name: "Suspend" }).click();
  await expectMessage(grace, "Ada Abel suspended");
  await expect(ada.page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await button(grace, "Resume").click();
  await expectMessage(grace, "Ada Abel resumed");

  await company.administer("numbers", "add", "+14165550177", "Ada", "--to", "155");
  await expect(page.getByText("(416) 555-0177")).toBeVisible();
  await expectOpensAndCloses(grace, button(grace, "Remove"), "Remove Ada Abel?");
  await button(grace, "Remove").click();
  const removal = dialog(grace, "Remove Ada Abel?");
  await expect(removal.getByText("Direct number (416) 555-0177 (Ada)")).toBeVisible();
  await expect(removal.getByRole("button", { name: "Remove" })).toBeDisabled();
  await removal.getByRole("textbox", { name: "Send their calls to" }).fill("102");
  await shoot(page, "administration-person-remove");
  await removal.getByRole("button", { name: "Remove" }).click();
  await expectMessage(grace, "Ada Abel removed");
  await expect(cardOf("Ada Abel")).toBeHidden();
  await expect(page.getByRole("listitem", { name: "Alice Archer" })).toBeVisible();
  await expect(page.getByRole("listitem", { name: "Ada Abel" })).toBeHidden();
  await page.getByRole("link", { name: "Bob Brandt" }).click();
  await expect(page.getByText("(416) 555-0177")).toBeVisible();

  // PEOPLE-11, PEOPLE-12: a file says what it would do, line by line, and is applied.
  await page.getByRole("link", { name: "All people" }).click();
  const more = page.getByRole("main").getByRole("button", { name: "More" });
  const openFile = async () => {
    await more.press("Enter");
    await page.getByRole("menuitem", { name: "Import…" }).press("Enter");
    await expect(dialog(grace, "Import people")).toBeVisible();
  };
  await openFile();
  await page.keyboard.press("Escape");
  await expect(dialog(grace, "Import people")).toHaveCount(0);
  await expect(more).toBeFocused();
  await openFile();
  const csv = dialog(grace, "Import people");
  const file =
    "username;first_name;last_name;extension;department\nada;Ada;Abel;155;Sales\nbob;Bob;Brandt;102;Export\neve;Eve;Ellis;101;\n";
  await csv
    .locator("input[type=file]")
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await expect(csv.getByText("1 new, 1 to change, 0 unchanged, 1 with problems")).toBeVisible();
  await expect(csv.getByText("The number 101 is taken.")).toBeVisible();
  await expect(csv.getByText("Line 4")).toBeVisible();
  await csv.getByRole("radio", { name: "To change" }).check();
  await expect(csv.getByText("Department: Sales → Export")).toBeVisible();
  await shoot(page, "administration-people-file");
  expect(await auditPage(page)).toEqual([]);
  await csv.getByRole("button", { name: "Import 2 people" }).click();
  await expect(csv.getByText("1 added, 1 changed.")).toBeVisible();
  await csv.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("listitem", { name: "Ada Abel" })).toBeVisible();
});
