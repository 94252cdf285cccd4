/** Dialogs as people meet them who use the keyboard or a screen reader. */
import { expect, type Locator } from "@playwright/test";
import { auditPage } from "./audit.ts";
import { inBothThemes, type Person } from "../company/people.ts";

/** The dialog of this title has the focus, and axe finds nothing in it, in both themes. */
export async function expectAudited(person: Person, title: string | RegExp): Promise<Locator> {
  const dialog = person.page.getByRole("dialog", { name: title });
  await expect(dialog).toBeVisible();
  await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  await inBothThemes(person, async (theme) => {
    expect([title, theme, await auditPage(person.page, "[role=dialog]")]).toEqual([title, theme, []]);
  });
  return dialog;
}

/** The button opens the dialog; Escape closes it, and the button has the focus again. */
export async function expectOpensAndCloses(person: Person, button: Locator, title: string | RegExp): Promise<void> {
  await button.press("Enter");
  const dialog = await expectAudited(person, title);
  await person.page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
}

/** What is shown once stays at Escape; its button closes it, and leads back to the button that opened it. */
export async function expectShownOnce(person: Person, title: string | RegExp, opener: Locator): Promise<void> {
  const dialog = await expectAudited(person, title);
  await person.page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).last().press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
}
