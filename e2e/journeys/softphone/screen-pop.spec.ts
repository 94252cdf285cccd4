import { callWith, dial, expect, type Person, test } from "../../support/company/people.ts";
import { expectMessage, holdNotices } from "../../support/browser/messages.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

/** Sets the page of a call on the settings page, by keyboard. */
async function setPop(
  { page }: Person,
  address: string,
  when: "When it rings" | "When I answer",
  url: string,
): Promise<void> {
  await page.goto(`${address}/settings/call_screen_pop`);
  await page.getByRole("radio", { name: "A web page" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("radio", { name: when }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("textbox", { name: "Address" }).fill("javascript:alert(1)");
  await expect(page.getByText("Enter an address that begins with http")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
  await page.getByRole("textbox", { name: "Address" }).fill(url);
  await page.keyboard.press("Enter");
  await expectMessage({ page }, "Settings saved");
  // The page was loaded: a call that comes before the phone is back would find none.
  await expect(page.getByRole("status", { name: "Phone status" })).toHaveText("Registered");
}

test("POP-4 ACCOUNT-42 Bob's page opens when Alice rings, and when he answers: once, filled in, without a way back", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const bob = await company.signIn("bob");
  const { address } = company.server;
  await setPop(bob, address, "When it rings", `${address}/healthz?n={number}&who={name}`);

  const popup = bob.page.waitForEvent("popup");
  await dial(alice, "102");
  const opened = await popup;
  await opened.waitForURL(`${address}/healthz?n=101&who=Alice%20Archer`);
  expect(await opened.evaluate(() => `${window.opener === null} ${window.innerWidth}x${window.innerHeight}`)).toBe(
    "true 1024x768",
  );
  await callWith(bob, "Alice Archer").getByRole("button", { name: "Accept" }).click();
  await expect(callWith(bob, "Alice Archer")).toHaveAttribute("data-state", "on-call");
  expect(bob.page.context().pages()).toHaveLength(2);
  await callWith(bob, "Alice Archer").getByRole("button", { name: "Hang up" }).click();
  await expect(callWith(alice, "Bob Brandt")).toHaveCount(0);
  await opened.close();

  await setPop(bob, address, "When I answer", `${address}/healthz?answered={extension}`);
  await dial(alice, "102");
  await expect(callWith(bob, "Alice Archer")).toBeVisible();
  expect(bob.page.context().pages()).toHaveLength(1);
  const answered = bob.page.waitForEvent("popup");
  await callWith(bob, "Alice Archer").getByRole("button", { name: "Accept" }).click();
  await (await answered).waitForURL(`${address}/healthz?answered=102`);
});

test("POP-5 where the browser blocks the window, a link opens it", async ({ company }) => {
  const alice = await company.signIn("alice");
  const bob = await company.signIn("bob");
  const { address } = company.server;
  const url = `${address}/healthz?a-long-address-of-a-customer={number}`;
  await setPop(bob, address, "When it rings", url);
  // A headless Chromium blocks no window: the behaviour of other browsers is simulated.
  await bob.page.addInitScript(() => {
    window.open = () => null;
  });
  await bob.page.reload();
  await expect(bob.page.getByRole("textbox", { name: "Address" })).toBeVisible();
  await expect(bob.page.getByRole("status", { name: "Phone status" })).toHaveText("Registered");
  await holdNotices(bob);
  await dial(alice, "102");
  await expect(bob.page.getByText("The page for the call with Alice Archer was blocked")).toBeVisible();
  const filled = url.replace("{number}", "101");
  const link = bob.page.getByRole("link", { name: `${filled.slice(0, 40)}…` });
  await expect(link).toHaveAttribute("href", filled);
  const popup = bob.page.context().waitForEvent("page");
  await link.focus();
  await bob.page.keyboard.press("Enter");
  await (await popup).waitForURL(filled);
});
