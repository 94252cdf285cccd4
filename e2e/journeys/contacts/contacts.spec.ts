import { join } from "node:path";
import { endpoints } from "@callpanel/contract";
import type { Locator } from "@playwright/test";
import { redAndBluePng } from "../../support/media/picture-file.ts";
import { type Company, expect, type Person, signIn, softphone, test } from "../../support/company/people.ts";
import { expectMessage } from "../../support/browser/messages.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

const SCREENS = process.env["SCREENSHOTS_DIR"];

async function openContacts({ page }: Person): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contacts" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Contacts" })).toBeVisible();
}
/** The demo company's shared contacts go, so that a list is what a journey makes it. */
async function withoutContacts({ server: { address } }: Company): Promise<void> {
  const ask = async (path: string, body: object | undefined, token = "") => {
    const response = await fetch(new URL(path, address), {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    return answer;
  };
  const password = { grant_type: "password", username: "alice", password: "callpanel-demo" };
  const { access_token } = endpoints.issueToken.response.parse(await ask("/api/oauth/token", password));
  const listed = await ask("/api/v1/contacts?limit=1000", undefined, access_token);
  const ids = endpoints.listContacts.response.parse(listed).data.map(({ id }) => id);
  await ask("/api/v1/contact/bulk/delete", { ids }, access_token);
}

const contact = ({ page }: Person, name: string): Locator => page.getByRole("listitem", { name, exact: true });

async function shoot({ page }: Person, name: string): Promise<void> {
  if (SCREENS !== undefined) await page.screenshot({ path: join(SCREENS, `${name}.png`), animations: "disabled" });
}

async function addContact({ page }: Person, first: string, last: string, number = "514 555 0188"): Promise<void> {
  await page.getByRole("button", { name: "New contact" }).first().click();
  const form = page.getByRole("dialog", { name: "New shared contact" });
  await form.getByRole("textbox", { name: "Last name" }).fill(last);
  await form.getByRole("textbox", { name: "First name" }).fill(first);
  await form.getByRole("textbox", { name: "Phone number" }).fill(number);
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form).toBeHidden();
}

test("ADDRESS-13 a contact is created with a picture, changed, tagged, found and deleted; several are deleted at once", async ({
  company,
}) => {
  await withoutContacts(company);
  const alice = await company.signIn("alice");
  const { page } = alice;
  await openContacts(alice);
  await shoot(alice, "contacts-first");

  await page.getByRole("button", { name: "New contact" }).first().click();
  const form = page.getByRole("dialog", { name: "New shared contact" });
  await shoot(alice, "contacts-form-empty");
  await expect(form.getByRole("button", { name: "Create" })).toBeDisabled();
  await form.getByRole("textbox", { name: "Last name" }).fill("Zimmermann");
  await form.getByRole("textbox", { name: "First name" }).fill("Zoë");
  await form.getByRole("textbox", { name: "Phone number" }).fill("514 555 0177");
  await form.getByRole("textbox", { name: "E-mail" }).fill("zoe@");
  await form.getByRole("tab", { name: "Company" }).click();
  await expect(form.getByRole("tab", { name: "Main" })).toHaveAccessibleDescription("1 field needs attention");
  await shoot(alice, "contacts-form-company");
  await form.getByRole("textbox", { name: "Company" }).fill("Nordlicht GmbH");
  await form.getByRole("tab", { name: "Main" }).click();
  await expect(form.getByText("Enter a valid e-mail address")).toBeVisible();
  await shoot(alice, "contacts-form-error");
  await form.getByRole("textbox", { name: "E-mail" }).fill("zoe@example.com");
  await form.getByRole("textbox", { name: "New tag" }).fill("vip");
  await form.getByRole("textbox", { name: "New tag" }).press("Enter");
  await expect(form.getByRole("checkbox", { name: "vip" })).toBeChecked();
  await form
    .locator("input[type=file]")
    .setInputFiles({ name: "z.png", mimeType: "image/png", buffer: redAndBluePng(400, 300) });
  const framing = page.getByRole("dialog", { name: "Crop the picture" });
  await shoot(alice, "contacts-framing");
  await framing.getByRole("button", { name: "Save" }).click();
  await shoot(alice, "contacts-form-full");
  await page.getByRole("button", { name: "Create" }).click();
  await expectMessage(alice, "Zoë Zimmermann was added to the contacts");
  await shoot(alice, "contacts-list");
  const zoe = contact(alice, "Zoë Zimmermann");
  await expect(zoe.locator("img")).toHaveJSProperty("naturalWidth", 64);

  await zoe.getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit shared contact" });
  await edit
    .locator("input[type=file]")
    .setInputFiles({ name: "z.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") });
  await expect(edit.getByRole("alert")).toHaveText("This file is not a PNG, JPEG or BMP picture that can be used");
  await edit.getByRole("textbox", { name: "Last name" }).fill("Zuckmayer");
  await edit.getByRole("button", { name: "Update" }).click();
  await contact(alice, "Zoë Zuckmayer").getByRole("button", { name: "Show Zoë Zuckmayer" }).click();
  await shoot(alice, "contacts-detail");
  await expect(page.getByRole("dialog", { name: "Contact" })).toContainText("(514) 555-0177");
  await page.keyboard.press("Escape");

  for (const name of ["Adam", "Bela"]) await addContact(alice, name, "Nowak");
  await page.getByRole("button", { name: "Tags" }).click();
  await page.getByRole("menuitemcheckbox", { name: /vip/ }).click();
  await expect(contact(alice, "Adam Nowak")).toBeHidden();
  await expect(contact(alice, "Zoë Zuckmayer")).toBeVisible();
  await page.keyboard.press("Escape");
  await shoot(alice, "contacts-filtered");
  await page.getByRole("button", { name: "Clear tags" }).click();
  await page.getByRole("searchbox", { name: "Search" }).fill("nowak");
  await expect(page.getByText("2 found")).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await shoot(alice, "contacts-ticked");
  await page.getByRole("button", { name: "Delete selected" }).click();
  const question = page.getByRole("dialog", { name: "Delete 2 contacts" });
  await question.getByRole("button", { name: "Delete" }).click();
  await expectMessage(alice, "2 contacts deleted");
  await page.getByRole("button", { name: "Clear search" }).first().click();
  await contact(alice, "Zoë Zuckmayer").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete contact" }).getByRole("button", { name: "Delete" }).click();
  await expect(contact(alice, "Zoë Zuckmayer")).toBeHidden();
});

test("ADDRESS-22, SOFT-43 a contact is found in the dial field and names the calls with its number", async ({
  company,
}) => {
  const alice = await company.signIn("alice", { path: "/contacts" });
  const { page } = alice;
  await addContact(alice, "Zoë", "Zimmermann", "514 555 0177");
  const phone = softphone(alice);
  const field = phone.getByRole("combobox", { name: "Number" });
  await field.fill("zimm");
  await phone.getByRole("option", { name: /Zoë Zimmermann/ }).click();
  await expect(field).toHaveValue("+15145550177");
  await field.fill("(514) 555-0177");
  await phone.getByRole("button", { name: "Call", exact: true }).click();
  // There is no line to the outside here: the call ends, and is kept by the contact's name.
  await expectMessage(alice, "No outside line");
  await phone.getByRole("button", { name: "Calls log" }).click();
  const entry = phone.getByRole("button", { name: /^Call Zoë Zimmermann \(514\) 555-0177\. Dialed/ });
  await expect(entry).toBeVisible();
  await entry.click({ button: "right" });
  await shoot(alice, "log-menu");
  await page.getByRole("menuitem", { name: "Add personal contact" }).click();
  const form = page.getByRole("dialog", { name: "New personal contact" });
  await expect(form.getByRole("textbox", { name: "Phone number" })).toHaveValue("(514) 555-0177");
  await expect(form.getByRole("textbox", { name: "Last name" })).toHaveValue("Zimmermann");
  await form.getByRole("button", { name: "Cancel" }).click();
  await phone.getByRole("button", { name: /^More for Zoë/ }).click();
  await page.getByRole("menuitem", { name: "Block number" }).click();
  await expectMessage(alice, "5145550177 is blocked");
  await phone.getByRole("button", { name: "Contacts" }).click();
  await phone.getByRole("searchbox", { name: "Search contacts" }).fill("0177");
  await expect(phone.getByRole("button", { name: /^Call Zoë Zimmermann/ })).toBeVisible();
  await shoot(alice, "softphone-contacts");
});

test("ADDRESS-21 at 390x844, by keyboard alone: a contact is created, changed and deleted", async ({ company }) => {
  await withoutContacts(company);
  const alice = await company.open("alice", { path: "/contacts", viewport: { width: 390, height: 844 } });
  const { page } = alice;
  await signIn(page, "alice");
  await expect(page.getByText("No contacts yet")).toBeVisible();
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const type = (text: string) => page.keyboard.type(text);
  /** Tab until something of that name has the focus. */
  const tabTo = async (name: RegExp, by: "Tab" | "Shift+Tab" = "Tab") => {
    for (let at = 0; at < 60; at += 1) {
      const found = await page.evaluate(() => {
        const element = document.activeElement === document.body ? null : document.activeElement;
        const own = element?.getAttribute("aria-label") ?? "";
        const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
        return [own, element?.textContent ?? "", ...labels.map((label) => label.textContent)].join(" ");
      });
      if (name.test(found)) return;
      await press(by);
    }
    throw new Error(`nothing named ${name} was reached`);
  };
  await shoot(alice, "contacts-390-empty");
  await tabTo(/New contact/);
  await press("Enter");
  const form = page.getByRole("dialog", { name: "New shared contact" });
  await expect(form).toBeVisible();
  await tabTo(/^ *Last name/);
  await type("Zimmermann");
  await press("Tab");
  await type("Zoë");
  await tabTo(/^ *Phone number/);
  await type("514 555 0177");
  await tabTo(/^ *Main/, "Shift+Tab");
  await press("ArrowRight");
  await expect(form.getByRole("tab", { name: "Company" })).toBeFocused();
  await press("Tab");
  await type("Nordlicht");
  await shoot(alice, "contacts-390-form");
  await press("Enter");
  await expect(form).toBeHidden();
  const zoe = contact(alice, "Zoë Zimmermann");
  await expect(zoe).toContainText("Nordlicht");
  await shoot(alice, "contacts-390-list");
  await tabTo(/^ *Edit/);
  await press("Enter");
  await tabTo(/^ *First name/);
  await press("Control+a");
  await type("Zora");
  await press("Escape");
  await expect(page.getByRole("dialog", { name: "Discard changes?" })).toBeVisible();
  await tabTo(/^ *Keep editing/);
  await press("Enter");
  await expect(page.getByRole("dialog", { name: "Edit shared contact" })).toBeVisible();
  await tabTo(/^ *Update/);
  await press("Enter");
  await expect(contact(alice, "Zora Zimmermann")).toBeVisible();
  await tabTo(/^ *Delete/);
  await press("Enter");
  await expect(page.getByRole("dialog", { name: "Delete contact" })).toBeVisible();
  await tabTo(/^ *Delete$/);
  await press("Enter");
  await expect(page.getByText("No contacts yet")).toBeVisible();
});
