import { anyCall, callWith, dial, expect, softphone, test } from "../../support/company/people.ts";

/**
 * Code of what is not on the screen before somebody calls or opens something. The rules of numbers are not among it: a number
 * that has a format may be there (FORMAT-6).
 */
const LATER = /\/assets\/(callViews|call-code|DialogFrame|MantineBase|menuParts|\w+Items|pages)-[^/]*\.js$/;

test("SHELL-22 PHONE-160 the start does not load the code of calls, menus and dialogs; a menu opens and a call is answered before the first idle moment", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const bob = await company.open("bob", { before: neverIdle });
  const loaded: string[] = [];
  bob.page.on("request", (request) => loaded.push(request.url()));
  await company.enter(bob);
  await expect(bob.page.locator("main").getByText("Alice Archer").first()).toBeVisible();
  await expect(softphone(bob).getByRole("radio", { name: "Recent" })).toBeVisible();
  await bob.page.waitForLoadState("networkidle");
  expect(loaded.filter((url) => /\/assets\/phone-[^/]*\.js$/.test(url))).not.toEqual([]);
  expect(loaded.filter((url) => LATER.test(url))).toEqual([]);

  const card = bob.page.locator("main").getByRole("listitem").filter({ hasText: "Alice Archer" });
  await card.hover();
  await card.getByRole("button", { name: "More" }).click();
  await expect(bob.page.getByRole("menuitem", { name: "Copy" })).toBeVisible();
  await bob.page.keyboard.press("Escape");

  await dial(alice, "102");
  await callWith(bob, "Alice Archer").getByRole("button", { name: "Accept" }).click();
  await expect(anyCall(bob)).toHaveAttribute("data-state", "on-call");
  for (const part of ["callViews", "call-code"]) expect(loaded.filter((url) => url.includes(part))).not.toEqual([]);
});

/** Runs in the page. */
function neverIdle(): void {
  window.requestIdleCallback = () => 0;
}

test("SHELL-43 a panel that stayed open during an update says that there is a new version, and loads it", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const notice = alice.page.getByText("A new version is available");
  await company.restart();
  await expect(alice.page.getByText("Connected to the events server again")).toBeVisible();
  await expect(notice).toHaveCount(0);

  await alice.page.route(
    (url) => url.pathname === "/",
    async (route) => {
      const page = await route.fetch();
      await route.fulfill({ response: page, body: (await page.text()).replace(/\/assets\/index-/, "/assets/newer-") });
    },
  );
  await company.restart();
  await expect(notice).toBeVisible();
  await alice.page.unrouteAll();
  const loaded = alice.page.waitForEvent("load");
  await alice.page.getByRole("button", { name: "Reload" }).click();
  await loaded;
  await expect(softphone(alice)).toBeVisible();
  await expect(notice).toHaveCount(0);
});
