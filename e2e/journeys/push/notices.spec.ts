import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { auditPage } from "../../support/hands/audit.ts";
import {
  clickNote,
  createPusher,
  openedByClick,
  shownOn,
  subscribeAt,
  watchShown,
} from "../../support/browser/notifications.ts";
import { expect, inBothThemes, type Person, test } from "../../support/company/people.ts";
import { usePushService } from "../../support/outside/push-service.ts";
import { expectMessage } from "../../support/browser/messages.ts";
import { open } from "../../support/company/routes.ts";

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";

const service = usePushService();

const notesOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ body }) => body));

/** What is shown after so many in all. Chromium forgets one that is being shown while a page asks for them: it is asked afterwards. */
async function notesAfter(count: number, ...[page, ...others]: readonly [Page, ...Page[]]): Promise<readonly string[]> {
  await expect.poll(async () => (await shownOn(page, ...others)).length).toBe(count);
  return await notesOf(page);
}

/** The tab is behind another: headless browsers show every page. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });

const withWorker = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? "none")).toBe("activated");

const field = ({ page }: Person): Locator => page.getByRole("textbox", { name: "Message", exact: true });
const article = (page: Page, text: string): Locator =>
  page.getByRole("log", { name: "Messages" }).getByRole("article").filter({ hasText: text });

async function write(person: Person, text: string): Promise<void> {
  await field(person).fill(text);
  await field(person).press("Enter");
  await expect(article(person.page, text.replaceAll("**", ""))).toHaveAttribute("data-state", /sent|read/);
}

async function newGroup({ page }: Person, name: string, other: string): Promise<void> {
  await page.getByRole("tab", { name: "Groups" }).click();
  await page.getByRole("button", { name: "New conversation" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New conversation" });
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("combobox", { name: "People" }).fill(other);
  await dialog.getByRole("option", { name: other }).click();
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog).toHaveCount(0);
}

test("CHATN-1 CHATN-2 CHATN-4 CHATN-5 CHATN-7 CHATN-8 CHATN-10 CHATN-13 PUSH-2 PUSH-8 SHELL-24 a user is notified of a message once, on the device in use, and not during do not disturb", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const bob = await company.signIn("bob");
  const { page } = bob;
  await withWorker(page);
  await open(alice, "/chat", "Chat");
  await newGroup(alice, "launch", "Bob Brandt");

  await test.step("a page that is looked at shows a snackbar, and its title counts", async () => {
    const counted = async () => Number(/^\((\d+)\) /.exec(await page.title())?.[1] ?? 0);
    const before = await counted();
    await write(alice, "@bob on the page");
    await expectMessage(bob, "Alice Archer in launch: @bob on the page");
    await expect.poll(counted).toBe(before + 1);
  });

  const other = await page.context().newPage();
  await test.step("of two hidden tabs one shows one notification, without marks", async () => {
    await other.goto(company.server.address);
    await expect(other.getByRole("navigation", { name: "Main" })).toBeVisible();
    await withWorker(other);
    for (const tab of [page, other]) {
      await watchShown(tab);
      await hide(tab);
    }
    await write(alice, "@bob see **this** <b>now</b>");
    expect(await notesAfter(1, page, other)).toEqual(["Alice Archer: @bob see this <b>now</b>"]);
    expect((await shownOn(page, other))[0]).toMatchObject({ title: "launch", tag: /^chat-\d+$/ });
  });

  await test.step("a click opens the room in the tab that showed it, without loading it again", async () => {
    const [showing, silent] = (await shownOn(page)).length === 1 ? [page, other] : [other, page];
    await clickNote(page);
    await expect(article(showing, "see this")).toBeVisible();
    expect(await shownOn(showing)).toHaveLength(1);
    expect(new URL(silent.url()).pathname).not.toContain("/chat/");
    await showing.getByRole("link", { name: "Buddies" }).click();
    await expect(article(showing, "see this")).toHaveCount(0);
  });

  await test.step("what is read at another device is closed here", async () => {
    await write(alice, "@bob read me elsewhere");
    expect(await notesAfter(2, page, other)).toEqual(["Alice Archer: @bob read me elsewhere"]);
    const phone = await company.signIn("bob");
    await open(phone, "/chat", "Chat");
    await phone.page.getByRole("tab", { name: "Groups" }).click();
    await phone.page.getByRole("listitem", { name: "launch", exact: true }).click();
    await expect(article(phone.page, "read me elsewhere")).toBeVisible();
    await expect.poll(() => notesOf(page)).toEqual([]);
    await phone.browser.close();
  });

  await test.step("do not disturb and quiet hours are silence; the count grows", async () => {
    const before = (await shownOn(page, other)).length;
    await open(bob, "/settings/phone_status");
    const undisturbed = page.getByRole("switch", { name: "Do not disturb" });
    await undisturbed.click();
    await expect(undisturbed).toBeChecked();
    const counted = async () => Number(/^\((\d+)\) /.exec(await page.title())?.[1] ?? 0);
    const unread = await counted();
    await write(alice, "@bob not to be disturbed");
    await expect.poll(counted).toBe(unread + 1);
    await undisturbed.click();
    await expect(undisturbed).not.toBeChecked();
    await setQuietHours(bob);
    await write(alice, "@bob in quiet hours");
    await expect.poll(counted).toBe(unread + 2);
    await page.getByRole("switch", { name: "Quiet hours" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
    await write(alice, "@bob after all that");
    expect(await notesAfter(before + 1, page, other)).toEqual(["Alice Archer: @bob after all that"]);
  });

  const path = `/chat/p/${((await shownOn(page, other))[0]?.tag ?? "").replace("chat-", "")}`;
  await test.step("a push is shown with its sound and count, and leads an open panel to its room", async () => {
    const { deliver } = await createPusher(page, company.server.address);
    const tag = path.replace("/chat/p/", "chat-");
    await deliver(JSON.stringify({ kind: "close", tag, unread: 0 }));
    expect(await notesOf(page)).toEqual([]);
    const show = { kind: "show", tag, title: "launch", body: "pushed", path, urgent: false, sound: true, unread: 3 };
    await deliver(JSON.stringify(show));
    expect(await notesOf(page)).toEqual(["pushed"]);
    await clickNote(page);
    await expect.poll(() => [page, other].some((tab) => tab.url().endsWith(path))).toBe(true);
  });

  await test.step("with no page open the server pushes, encrypted, and a click leads to the room", async () => {
    await subscribeAt(page, service());
    const subscribed = page.waitForResponse((answer) => answer.url().endsWith("/push/subscriptions"));
    await page.reload();
    expect((await subscribed).status()).toBe(200);
    const elsewhere = await page.context().newPage();
    const { deliver } = await createPusher(elsewhere, company.server.address);
    for (const tab of [page, other]) await tab.close();
    await open(alice, "/", "Buddies");
    const card = alice.page.getByRole("listitem", { name: "Bob Brandt" });
    await expect(card.getByRole("img", { name: "Chat: Offline" })).toBeVisible();
    await open(alice, path, "Chat");
    const before = service().received.length;
    await write(alice, "@bob to **nobody's** page");
    await expect.poll(() => service().received.length).toBe(before + 1);
    const [pushed] = service().received.slice(-1);
    expect(pushed?.headers).toMatchObject({
      "content-encoding": "aes128gcm",
      authorization: expect.stringMatching(/^vapid /),
    });
    expect(pushed?.message).toMatchObject({
      kind: "show",
      title: "launch",
      body: "Alice Archer: @bob to nobody's page",
    });
    await deliver(JSON.stringify(pushed?.message));
    expect(await openedByClick(elsewhere)).toBe(path);
    await elsewhere.goto(`${company.server.address}${path}`);
    await expect(article(elsewhere, "to nobody's page")).toBeVisible();
  });
});

/** The whole day, every day, from the settings. */
async function setQuietHours(bob: Person): Promise<void> {
  const { page } = bob;
  await open(bob, "/settings/notifications");
  const messages = page.getByRole("region", { name: "Messages" });
  await messages.getByRole("switch", { name: "Quiet hours" }).click();
  await messages.getByLabel("From", { exact: true }).fill("00:00");
  await messages.getByLabel("To", { exact: true }).fill("00:00");
  await expect(messages.getByRole("checkbox", { name: "Monday" })).toBeChecked();
  await inBothThemes(bob, async (theme) => {
    await page.screenshot({ path: join(PICTURES, `notices-settings-${theme}.png`), fullPage: true });
    expect(await auditPage(page)).toEqual([]);
  });
  await messages.getByRole("button", { name: "Save" }).click();
  await expect(messages.getByRole("button", { name: "Save" })).toHaveCount(0);
}
