import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Person, test } from "../../support/company/people.ts";

const SCREENS = process.env["SCREENSHOTS_DIR"];

async function shoot({ page }: Person, name: string): Promise<void> {
  if (SCREENS !== undefined) await page.screenshot({ path: join(SCREENS, `${name}.png`), animations: "disabled" });
}

/** A head, a good row, two of one number, formulas and markup, and rows that break rules. Semicolons, Windows-1252. */
const HOSTILE = [
  "Vorname;Nachname;Firma;Telefon;E-Mail;Notiz",
  "Zoë;Müller;Nordlicht GmbH;514 555 0101;zoe@example.com;ok",
  "Zoe;Mueller;;+1 514 555 0101;;again",
  `"=HYPERLINK(""http://evil"")";<img src=x onerror="alert(1)">;"@SUM(1+1)";(514) 555-0102;;-cmd|' /C calc'!A0`,
  "Kurz;K;;555;nobody;",
  "Fern;Weit;;+49 30 901820;;",
].join("\r\n");

test("ADDRESS-30, ADDRESS-34, ADDRESS-35 a hostile file with duplicates becomes contacts, as text, and the rest comes back as a file", async ({
  company,
}) => {
  const alice = await company.signIn("alice", { path: "/contacts" });
  const { page } = alice;
  await page.getByRole("button", { name: "More" }).first().click();
  await page.getByRole("menuitem", { name: "Import…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import shared contacts" });
  await shoot(alice, "import-file");
  const choose = (name: string, buffer: Buffer) =>
    dialog.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer });
  await choose("a.csv", Buffer.alloc(11 * 1024 * 1024, "a"));
  await expect(dialog.getByRole("alert")).toHaveText("A contact file can be at most 10 MB");
  await choose("b.csv", Buffer.from('a,"b\n1,2'));
  await expect(dialog.getByRole("alert")).toContainText("never closed");

  await choose("contacts.csv", Buffer.from(HOSTILE, "latin1"));
  await expect(dialog.getByText("5 rows, WINDOWS-1252, separated by semicolons")).toBeVisible();
  await shoot(alice, "import-columns");
  const becomes = (column: string) => dialog.getByRole("combobox", { name: `Import column ${column} as` });
  await becomes("Vorname").selectOption("First name");
  await becomes("Nachname").selectOption("First name");
  await expect(dialog.getByText("Another column is already imported as this")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Check rows" })).toBeDisabled();
  await becomes("Nachname").selectOption("Last name");
  await becomes("Firma").selectOption("Company");
  await becomes("Telefon").selectOption("Phone number 1");
  await becomes("E-Mail").selectOption("E-mail 1");
  await becomes("Notiz").selectOption("Skip");
  await dialog.getByRole("button", { name: "Check rows" }).click();

  await expect(dialog.getByText("2 new")).toBeVisible();
  await expect(dialog.getByText("1 duplicate")).toBeVisible();
  await expect(dialog.getByText("2 with errors")).toBeVisible();
  const row = (number: number) => dialog.getByRole("listitem", { name: `Row ${number}`, exact: true });
  await expect(row(2)).toContainText("Zoë Müller");
  await expect(row(3)).toContainText("Same as row 2");
  await expect(row(5)).toContainText("Enter at least 2 characters");
  await expect(row(6)).toContainText("Canada, the United States or Australia");
  await expect(row(4)).toContainText('<img src=x onerror="alert(1)">');
  await shoot(alice, "import-preview");
  await dialog.getByRole("radio", { name: "With errors" }).click({ force: true });
  await expect(row(2)).toBeHidden();
  await dialog.getByRole("button", { name: "Import 2 contacts" }).click();

  const result = dialog.getByRole("status");
  await expect(result).toContainText("Import complete");
  await expect(result).toContainText("2 contacts added");
  await expect(result).toContainText("2 rows not imported");
  await shoot(alice, "import-result");
  const [refused] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download rejected rows" }).click(),
  ]);
  expect(refused.suggestedFilename()).toBe("contacts-refused.csv");
  expect(await readFile(await refused.path(), "utf8")).toContain("+49 30 901820");
  await page.keyboard.press("Escape");
  const evil = page.getByRole("listitem", { name: /HYPERLINK/ });
  await expect(evil).toContainText("<img src=x");
  await expect(evil.locator("img")).toHaveCount(0);
  await shoot(alice, "import-list");

  await page.getByRole("button", { name: "More" }).first().click();
  const [exported] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Export" }).click(),
  ]);
  const csv = await readFile(await exported.path(), "utf8");
  expect(csv).toContain("+15145550101");
  expect(csv).toContain("'=HYPERLINK");

  // A result is seen once.
  await page.getByRole("button", { name: "More" }).first().click();
  await page.getByRole("menuitem", { name: "Import…" }).click();
  await expect(dialog.getByRole("listitem").filter({ hasText: "File" })).toHaveAttribute("aria-current", "step");
});
