import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, type Person, signIn, talk, test } from "../../support/company/people.ts";
import { layoutRootsOf } from "../../support/browser/layout-roots.ts";
import { scrollUntilPressed } from "../../support/browser/scroll.ts";

/** Where the pictures go; they are looked at by people. */
const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";

const card = ({ page }: Person, name: string): Locator => page.getByRole("listitem", { name, exact: true });
const cards = ({ page }: Person): Locator => page.locator("[data-presence]");

/** Names in the order on the screen. */
async function names({ page }: Person): Promise<readonly string[]> {
  return await page
    .locator("li[data-presence]")
    .evaluateAll((items) =>
      items
        .toSorted((a, b) => Number(a.getAttribute("aria-posinset")) - Number(b.getAttribute("aria-posinset")))
        .map((item) => document.getElementById(item.getAttribute("aria-labelledby") ?? "")?.textContent ?? ""),
    );
}

async function sortBy({ page }: Person, sort: string): Promise<void> {
  await page.getByRole("button", { name: /^Sort by/ }).click();
  await page.getByRole("menuitemradio", { name: sort }).click();
}

/** BUDDIES-40: the button is pressed without a look at the card first. */
async function chooseMore(person: Person, name: string, entry: string): Promise<void> {
  await card(person, name).getByRole("button", { name: "More" }).click();
  await person.page.getByRole("menuitem", { name: entry }).click();
}

async function watch(person: Person, ...people: readonly string[]): Promise<void> {
  for (const name of people) await chooseMore(person, name, "Add to my buddies");
  await person.page.getByRole("radio", { name: "My buddies" }).check();
  await expect(cards(person)).toHaveCount(people.length);
}

/** With the mouse, a step at a time as a hand does it. `rested`: the pointer is on the card, and will not move before it presses. */
async function drag(
  page: Page,
  from: Locator,
  to: Locator,
  side: "left" | "right",
  rested: () => Promise<void> = async () => undefined,
): Promise<void> {
  // Cards glide to their places: both must have arrived.
  await to.hover();
  await from.hover();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (start === null || end === null) throw new Error("not on the screen");
  await page.mouse.move(start.x + 30, start.y + start.height / 2);
  await rested();
  await page.mouse.down();
  await page.mouse.move(start.x + 40, start.y + start.height / 2 + 4, { steps: 4 });
  const there = { x: end.x + (side === "left" ? 12 : end.width - 12), y: end.y + end.height / 2 };
  await page.mouse.move(there.x, there.y, { steps: 12 });
  // A real hand always moves a little; the browser sends drag events only while the pointer moves.
  await expect(async () => {
    await page.mouse.move(there.x + 1, there.y);
    await page.mouse.move(there.x, there.y);
    await expect(to).toHaveAttribute("data-drop", side === "left" ? "before" : "after", { timeout: 500 });
  }).toPass();
  await page.mouse.up();
}

test.describe("the buddies page", () => {
  test.describe("of everybody", () => {
    // In this order: nobody but Alice is signed in before people come, order and view stay as they were chosen, and a permission is taken last.
    test.describe.configure({ mode: "default" });
    test.use({ isShared: true });

    test("BUDDIES-38 while the page is scrolled, the pointer acts only on the card that it presses", async ({
      company,
    }) => {
      const alice = await company.signIn("alice");
      const { page } = alice;
      await page.setViewportSize({ width: 1280, height: 500 });
      await expect(cards(alice)).toHaveCount(24);
      // She comes first once she is known to be here.
      await expect.poll(async () => (await names(alice))[0]).toBe("Alice Archer");
      const [first = "", ...others] = await names(alice);
      const tops = await cards(alice).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      const below = others[tops.filter((top) => top === Math.min(...tops)).length - 1] ?? "";
      await card(alice, first).hover();
      await card(alice, first).getByRole("button", { name: "More" }).hover();
      await page.evaluate(scrollUntilPressed, 108);
      await expect(page.locator("ul[data-scrolling]")).toBeVisible();
      await expect(page.locator("li[data-presence]:hover")).toHaveCount(0);
      await page.mouse.down();
      await page.mouse.up();
      await expect(page.getByRole("menu", { name: `Actions for ${below}` })).toBeVisible();
    });

    test("BUDDIES-33 a new card lays out the list and not the page", async ({ company }) => {
      const alice = await company.signIn("alice");
      const list = alice.page.getByRole("list").filter({ has: card(alice, "Bob Brandt") });
      expect(await layoutRootsOf(list, "child")).toEqual([expect.stringMatching(/^DIV class='_place/)]);
    });

    test("sorted by presence, people who can be called come first, and a card under the pointer stays", async ({
      company,
    }) => {
      const alice = await company.signIn("alice");
      await sortBy(alice, "Presence");
      const first = (count: number) => names(alice).then((all) => all.slice(0, count));
      await expect.poll(() => first(1)).toEqual(["Alice Archer"]);
      await card(alice, "Dave Diaz").hover();
      await company.signIn("dave");
      await company.signIn("carol");
      await expect(card(alice, "Dave Diaz")).toHaveAttribute("data-presence", "online");
      // Carol has gone up; Dave is held in the fourth place.
      await expect.poll(() => first(4)).toEqual(["Alice Archer", "Carol Chen", "Bob Brandt", "Dave Diaz"]);
      await alice.page.mouse.move(2, 2);
      await expect.poll(() => first(4)).toEqual(["Alice Archer", "Carol Chen", "Dave Diaz", "Bob Brandt"]);
    });

    test("the search finds a person, and order and view are restored", async ({ company }) => {
      const alice = await company.signIn("alice");
      await expect(cards(alice)).toHaveCount(24);
      await expect.poll(async () => (await names(alice))[0]).toBe("Alice Archer");

      const search = alice.page.getByRole("searchbox", { name: "Search" });
      for (const [typed, found] of [
        ["ines ibanez", "Inês Ibáñez de la Concepción"],
        ["119", "Søren Sørensen"],
        ["reception", "Erin Evans"],
      ] as const) {
        await search.fill(typed);
        await expect(cards(alice)).toHaveCount(1);
        await expect(card(alice, found)).toBeVisible();
      }
      await search.fill("nobody of that name");
      await expect(alice.page.getByText("Nobody found")).toBeVisible();
      await search.fill("");

      await sortBy(alice, "Department");
      await alice.page.getByRole("radio", { name: "Compact" }).check();
      const order = await names(alice);
      expect(order).not.toEqual([...order].toSorted((a, b) => a.localeCompare(b)));
      await alice.page.reload();
      await expect(cards(alice)).toHaveCount(24);
      await expect.poll(() => names(alice)).toEqual(order);
      await expect(alice.page.getByRole("radio", { name: "Compact" })).toBeChecked();
      await expect(card(alice, "Bob Brandt")).toHaveAttribute("data-view", "compact");
    });

    test("without the permission to see calls a lock replaces their state", async ({ company }) => {
      await company.administer("permissions", "revoke", "@buddies-only", "panel_buddies:show_call_state");
      const erin = await company.open("erin");
      await signIn(erin.page, "erin");
      const bob = await company.signIn("bob");
      const dave = await company.signIn("dave");
      await expect(card(erin, "Bob Brandt")).toHaveAttribute("data-presence", "online");
      await talk(bob, dave, "104");
      await expect(card(erin, "Bob Brandt").getByText("You can’t see their calls")).toBeAttached();
      await expect(card(erin, "Bob Brandt")).toHaveAttribute("data-presence", "online");
      await expect(erin.page.getByRole("group", { name: /^Call of/ })).toHaveCount(0);
      await expect(erin.page.getByRole("radio", { name: "My buddies" })).toHaveCount(0);
      await erin.page.screenshot({ path: join(PICTURES, "buddies-denied.png"), animations: "disabled" });
    });
  });

  test("BUDDIES-40 watched colleagues are put in order by mouse and keyboard, and are the same elsewhere", async ({
    company,
  }) => {
    const alice = await company.signIn("alice");
    await watch(alice, "Bob Brandt", "Carol Chen", "Dave Diaz", "Erin Evans");
    await drag(alice.page, card(alice, "Erin Evans"), card(alice, "Bob Brandt"), "left");
    await expect.poll(() => names(alice)).toEqual(["Erin Evans", "Bob Brandt", "Carol Chen", "Dave Diaz"]);
    await drag(alice.page, card(alice, "Erin Evans"), card(alice, "Carol Chen"), "right");
    await expect.poll(() => names(alice)).toEqual(["Bob Brandt", "Carol Chen", "Erin Evans", "Dave Diaz"]);

    await card(alice, "Dave Diaz").getByRole("button", { name: "More" }).focus();
    await alice.page.keyboard.press("Alt+ArrowLeft");
    await expect.poll(() => names(alice)).toEqual(["Bob Brandt", "Carol Chen", "Dave Diaz", "Erin Evans"]);
    await expect(card(alice, "Dave Diaz").getByRole("button", { name: "More" })).toBeFocused();
    await expect(alice.page.getByText("Dave Diaz moved to place 3 of 4")).toBeAttached();
    await chooseMore(alice, "Erin Evans", "Move to top");
    await chooseMore(alice, "Carol Chen", "Remove from my buddies");
    const order = ["Erin Evans", "Bob Brandt", "Dave Diaz"];
    await expect.poll(() => names(alice)).toEqual(order);

    const elsewhere = await company.signIn("alice");
    await elsewhere.page.getByRole("radio", { name: "My buddies" }).check();
    await expect.poll(() => names(elsewhere)).toEqual(order);
    // Shown before it is stored.
    const stored = elsewhere.page.waitForResponse((answer) => answer.request().method() !== "GET");
    await chooseMore(elsewhere, "Erin Evans", "Move down");
    await expect.poll(() => names(elsewhere)).toEqual(["Bob Brandt", "Erin Evans", "Dave Diaz"]);
    await stored;
    await alice.page.reload();
    await expect.poll(() => names(alice)).toEqual(["Bob Brandt", "Erin Evans", "Dave Diaz"]);
  });

  test("BUDDIES-38 a drag that begins while the page is scrolled, by a pointer that has not moved, starts", async ({
    company,
  }) => {
    const alice = await company.signIn("alice");
    const { page } = alice;
    await watch(alice, "Bob Brandt", "Carol Chen", "Dave Diaz", "Erin Evans");
    await page.setViewportSize({ width: 1280, height: 300 });
    await drag(page, card(alice, "Carol Chen"), card(alice, "Bob Brandt"), "left", async () => {
      await page.evaluate(scrollUntilPressed, 1);
      await expect(page.locator("ul[data-scrolling]")).toBeVisible();
    });
    await expect.poll(() => names(alice)).toEqual(["Carol Chen", "Bob Brandt", "Dave Diaz", "Erin Evans"]);
  });

  test("another tab of the same browser sees a change at once", async ({ company }) => {
    const alice = await company.signIn("alice");
    const page = await alice.page.context().newPage();
    await page.goto(company.server.address);
    const second = { ...alice, page };
    await second.page.getByRole("radio", { name: "My buddies" }).check();
    await expect(second.page.getByText("No buddies yet")).toBeVisible();
    await chooseMore(alice, "Bob Brandt", "Add to my buddies");
    await expect(card(second, "Bob Brandt")).toBeVisible();
  });
});
