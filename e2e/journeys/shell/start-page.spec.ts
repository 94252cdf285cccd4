/** Journeys of a shared company go on with the page of the journey before, unless that left something on it (support/start-page.ts): otherwise its faults would be theirs. */
import { expect, type Person, phoneStatus, softphone, test } from "../../support/company/people.ts";
import { startPageOf } from "../../support/browser/start-page.ts";

interface Left {
  readonly what: string;
  readonly isPutBack: boolean;
  leave(person: Person): Promise<unknown>;
}

const LEFT: readonly Left[] = [
  { what: "nothing", isPutBack: true, leave: async () => undefined },
  {
    what: "another page, narrow, with the focus in it",
    isPutBack: true,
    leave: async ({ page }) => {
      await page.getByRole("navigation").getByRole("link", { name: "Parking" }).click();
      await expect(page.getByRole("heading", { name: "Parking" }).first()).toBeVisible();
      await page.setViewportSize({ width: 390, height: 844 });
      await page.keyboard.press("Tab");
    },
  },
  {
    what: "a number in the softphone",
    isPutBack: false,
    leave: async (person) => {
      const number = softphone(person).getByRole("combobox", { name: "Number" });
      await number.fill("999");
      await number.blur();
    },
  },
  {
    what: "a dialog that Escape does not close",
    isPutBack: false,
    leave: ({ page }) =>
      page.evaluate(() => {
        const dialog = document.createElement("dialog");
        dialog.addEventListener("cancel", (event) => event.preventDefault());
        document.body.append(dialog);
        dialog.showModal();
      }),
  },
  {
    what: "an error in the console",
    isPutBack: false,
    leave: async ({ page }) => {
      const told = page.waitForEvent("console");
      await page.evaluate(() => console.error("a fault"));
      await told;
    },
  },
  {
    what: "another colour scheme",
    isPutBack: false,
    leave: ({ page }) =>
      page.evaluate(() => {
        document.documentElement.dataset["mantineColorScheme"] = "dark";
      }),
  },
  { what: "a page of others", isPutBack: false, leave: ({ page }) => page.goto("about:blank") },
];

test("a changed page is loaded again; a page in its start state is used again", async ({ company }) => {
  const alice = await company.signIn("alice");
  const { page } = alice;
  const start = await startPageOf(page);
  for (const { what, isPutBack, leave } of LEFT) {
    await leave(alice);
    if (isPutBack) {
      // A slow machine may not be there within the tries of one time: then a journey loads the page.
      await expect.poll(() => start.comeBack(), { message: what }).toBe(true);
    } else {
      expect(await start.comeBack(), what).toBe(false);
      await page.goto(company.server.address);
    }
    await expect(phoneStatus(alice)).toHaveText("Registered");
    await expect(page.getByRole("heading", { name: "Buddies" }).first()).toBeVisible();
    expect(await page.evaluate(() => [location.pathname, window.innerWidth])).toEqual(["/", 1440]);
  }
});
