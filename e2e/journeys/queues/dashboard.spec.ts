import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { anyCall, callWith, dial, expect, type Person, test } from "../../support/company/people.ts";
import { auditPage } from "../../support/hands/audit.ts";
import { dropOn, lift } from "../../support/hands/carry.ts";
import { layoutRootsOf } from "../../support/browser/layout-roots.ts";
import { open } from "../../support/company/routes.ts";
import { scrollOnePixel, scrollUntilPressed } from "../../support/browser/scroll.ts";

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";

const queue = ({ page }: Person, name: string): Locator => page.getByRole("region", { name: `Queue ${name}` });
const agent = (person: Person, name: string): Locator =>
  queue(person, "Support").getByRole("listitem", { name: `Agent ${name}` });
const caller = (person: Person, name: string): Locator =>
  queue(person, "Support").getByRole("listitem", { name: `Caller ${name}` });

// In this order: Carol watches three queues from the first journey on, and is paused in the last.
test.describe.configure({ mode: "default" });
test.use({ isShared: true });

const ALL = ["Support", "Sales", "Billing"];

const firstDay = ({ page }: Person): Locator => page.getByText("You aren’t watching any queue");

/** Opens the dashboard; on the first day, queues are watched. */
async function watchQueues(person: Person, names: readonly string[] = ALL): Promise<void> {
  await open(person, "/queues/dashboard", "Queues");
  await expect(firstDay(person).or(queue(person, "Support"))).toBeVisible();
  if ((await firstDay(person).count()) === 0) return;
  const row = (name: string) => person.page.getByRole("listitem", { name, exact: true });
  const [first = "", ...others] = names;
  await row(first).getByRole("button", { name: "Watch" }).click();
  if (others.length === 0) return;
  await person.page.getByRole("button", { name: "Choose queues" }).click();
  for (const name of others) await row(name).getByRole("button", { name: "Watch" }).click();
  await person.page.keyboard.press("Escape");
}

test("QDASH-3 QDASH-5 a supervisor sees waiting callers, ringing phones and talking agents, and pauses agents with a reason", async ({
  company,
}) => {
  const carol = await company.signIn("carol");
  const dave = await company.signIn("dave");
  const alice = await company.signIn("alice");
  const { page } = carol;
  await open(carol, "/queues/dashboard", "Queues");
  await expect(firstDay(carol)).toBeVisible();
  await page.screenshot({ path: join(PICTURES, "queues-first.png") });
  await watchQueues(carol);
  await expect(queue(carol, "Support")).toHaveAttribute("data-waiting", "0");
  await expect(agent(carol, "Dave Diaz")).toHaveAttribute("data-state", "idle");

  const self = page.getByRole("region", { name: "You as agent" });
  await self.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("menuitem", { name: "Meeting" }).click();
  await expect(agent(carol, "Carol Chen")).toHaveAttribute("data-state", "paused");
  await expect(agent(carol, "Carol Chen")).toContainText("Meeting");

  await dial(alice, "600");
  await expect(queue(carol, "Support")).toHaveAttribute("data-waiting", "1");
  await expect(caller(carol, "Alice Archer")).toHaveAttribute("data-position", "1");
  await expect(agent(carol, "Dave Diaz")).toHaveAttribute("data-state", "ringing");
  await page.screenshot({ path: join(PICTURES, "queues-ringing.png") });
  await anyCall(dave).getByRole("button", { name: "Accept" }).click();
  await expect(agent(carol, "Dave Diaz")).toHaveAttribute("data-state", "talking");
  await expect(queue(carol, "Support")).toHaveAttribute("data-waiting", "0");
  await page.screenshot({ path: join(PICTURES, "queues-talking.png") });
  await callWith(alice, "Dave Diaz").getByRole("button", { name: "Hang up" }).click();
  await expect(agent(carol, "Dave Diaz")).toHaveAttribute("data-state", "wrapup");

  await agent(carol, "Dave Diaz").getByRole("button", { name: "Pause" }).click();
  await page.getByRole("menuitem", { name: "Lunch" }).click();
  await expect(agent(carol, "Dave Diaz")).toHaveAttribute("data-state", "paused");
  await agent(carol, "Dave Diaz").getByRole("button", { name: "Unpause" }).click();
  await expect(agent(carol, "Dave Diaz")).toHaveAttribute("data-state", "idle");
  await self.getByRole("button", { name: "Unpause" }).click();
  await expect(agent(carol, "Carol Chen")).toHaveAttribute("data-state", "idle");
});

test("QDASH-9 QDASH-16 a change lays out only its card, and while the page is scrolled the pointer acts only on the row that it presses", async ({
  company,
}) => {
  const carol = await company.signIn("carol");
  const { page } = carol;
  await watchQueues(carol);
  const roots = await layoutRootsOf(queue(carol, "Support").getByRole("definition").first(), "text");
  expect(roots).toEqual([expect.stringMatching(/^SECTION/)]);

  await page.setViewportSize({ width: 1280, height: 500 });
  const pause = agent(carol, "Dave Diaz").getByRole("button", { name: "Pause" });
  await pause.hover();
  await page.evaluate(scrollUntilPressed, 1);
  await expect(page.locator("[data-scrolling]")).toBeVisible();
  await expect(page.locator("[data-exten]:hover")).toHaveCount(0);
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.getByRole("menuitem", { name: "Lunch" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem", { name: "Lunch" })).toBeHidden();

  // A page that begins to scroll between press and release, as the event of a scroll comes with the next frame.
  await expect(page.locator("[data-scrolling]")).toHaveCount(0);
  await pause.hover();
  await page.mouse.down();
  await page.evaluate(scrollOnePixel);
  await page.mouse.up();
  await expect(page.getByRole("menuitem", { name: "Lunch" })).toBeVisible();
});

test("QDASH-5 the dashboard fits every width, in both themes, and a pause moves nothing below it", async ({
  company,
}) => {
  const carol = await company.signIn("carol");
  const dave = await company.signIn("dave");
  const alice = await company.signIn("alice");
  await watchQueues(carol);
  // At this width the longer states used to need a second line.
  await carol.page.setViewportSize({ width: 1_420, height: 900 });
  const missed = carol.page.getByRole("region", { name: "Missed callers" });
  const top = () => missed.evaluate((region) => region.getBoundingClientRect().top);
  const topBefore = await top();
  // Dave rings and not Carol, whose call would be over the page where it is narrow.
  await carol.page.getByRole("region", { name: "You as agent" }).getByRole("button", { name: "Pause" }).click();
  await carol.page.getByRole("menuitem", { name: "Meeting" }).click();
  await expect(agent(carol, "Carol Chen")).toHaveAttribute("data-state", "paused");
  await expect.poll(top).toBe(topBefore);
  await dial(alice, "600");
  for (const [width, colorScheme] of [
    [1440, "dark"],
    [1680, "light"],
    [390, "light"],
  ] as const) {
    await carol.page.setViewportSize({ width, height: 900 });
    await carol.page.emulateMedia({ colorScheme });
    await carol.page.reload();
    await expect(caller(carol, "Alice Archer")).toBeVisible();
    await carol.page.screenshot({ path: join(PICTURES, `queues-${width}-${colorScheme}.png`) });
    expect(await auditPage(carol.page)).toEqual([]);
    const over = () => carol.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(over).toBeLessThanOrEqual(0);
  }
  await dave.page.screenshot({ path: join(PICTURES, "queues-agent.png") });
});

test.describe("of one queue", () => {
  test.use({ isShared: false });

  test("QDASH-10 a supervisor moves a waiting caller by pointer and by keyboard, and a caller who gives up is missed and called back", async ({
    company,
  }) => {
    const carol = await company.signIn("carol");
    const alice = await company.signIn("alice");
    const bob = await company.signIn("bob");
    const { page } = carol;
    await watchQueues(carol, ["Support"]);
    await page.getByRole("button", { name: "All agents of Support" }).click();
    await page.getByRole("menuitem", { name: "Break" }).click();
    await expect(agent(carol, "Carol Chen")).toHaveAttribute("data-state", "paused");

    // By keyboard alone: from the row of the caller to the list, to Bob.
    await dial(alice, "600");
    await caller(carol, "Alice Archer").getByRole("button", { name: "Move to…" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Move to…" });
    await dialog.getByRole("combobox", { name: "Destination" }).fill("bob");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("combobox", { name: "Destination" })).toHaveValue("102");
    await page.screenshot({ path: join(PICTURES, "queues-move.png") });
    await page.keyboard.press("Enter");
    await anyCall(bob).getByRole("button", { name: "Accept" }).click();
    await expect(callWith(alice, "Bob Brandt")).toHaveAttribute("data-state", "on-call");
    await expect(queue(carol, "Support")).toHaveAttribute("data-waiting", "0");
    await anyCall(bob).getByRole("button", { name: "Hang up" }).click();

    // By pointer, onto the user.
    await dial(alice, "600");
    await lift(carol, caller(carol, "Alice Archer"));
    await dropOn(carol, agent(carol, "Carol Chen").locator("[data-move-to]"));
    await anyCall(carol).getByRole("button", { name: "Accept" }).click();
    await expect(callWith(carol, "Alice Archer")).toHaveAttribute("data-state", "on-call");
    await anyCall(carol).getByRole("button", { name: "Hang up" }).click();

    // A caller who gives up is missed, and is called back.
    await dial(alice, "600");
    await expect(queue(carol, "Support")).toHaveAttribute("data-waiting", "1");
    await anyCall(alice).getByRole("button", { name: "Hang up" }).click();
    const missed = page.getByRole("region", { name: "Missed callers" }).getByRole("listitem", { name: "Missed 101" });
    await expect(missed).toContainText("Support");
    await page.screenshot({ path: join(PICTURES, "queues-missed.png") });
    await missed.getByRole("button", { name: "I take it" }).click();
    await expect(missed).toContainText("You are calling back");
    await missed.getByRole("button", { name: "Call", exact: true }).click();
    await anyCall(alice).getByRole("button", { name: "Accept" }).click();
    await expect(callWith(carol, "Alice Archer")).toHaveAttribute("data-state", "on-call");
    await anyCall(carol).getByRole("button", { name: "Hang up" }).click();
    await expect(missed).toHaveCount(0);
  });
});
