import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { auditPage } from "../../support/hands/audit.ts";
import { expect, inBothThemes, type Person, test } from "../../support/company/people.ts";
import { open } from "../../support/company/routes.ts";
import { holdNotices } from "../../support/browser/messages.ts";

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";

const field = ({ page }: Person): Locator => page.getByRole("textbox", { name: "Message", exact: true });
const log = ({ page }: Person): Locator => page.getByRole("log", { name: "Messages" });
const article = (person: Person, text: string): Locator => log(person).getByRole("article").filter({ hasText: text });
const row = ({ page }: Person, name: string): Locator => page.getByRole("listitem", { name, exact: true });

async function write(person: Person, text: string): Promise<void> {
  await field(person).fill(text);
  await field(person).press("Enter");
}

/** Measures the next message that is sent from here. @returns its height while it was being sent */
async function watchSending(person: Person): Promise<() => Promise<number>> {
  const watch = await log(person).evaluateHandle((messages) => ({
    height: new Promise<number>((resolve) => {
      const seen = new MutationObserver(() => {
        const sending = messages.querySelector("article[data-state=sending]");
        if (sending === null) return;
        seen.disconnect();
        resolve(sending.getBoundingClientRect().height);
      });
      seen.observe(messages, { childList: true, subtree: true, attributes: true });
    }),
  }));
  return () => watch.evaluate(({ height }) => height);
}

async function newGroup(person: Person, name: string, people: readonly string[]): Promise<void> {
  const { page } = person;
  await page.getByRole("tab", { name: "Groups" }).click();
  await page.getByRole("button", { name: "New conversation" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New conversation" });
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  for (const one of people) {
    await dialog.getByRole("combobox", { name: "People" }).fill(one);
    await dialog.getByRole("option", { name: one }).click();
  }
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog).toHaveCount(0);
}

test("CHATUI-1 CHATUI-4 CHATUI-5 CHATUI-7 CHATUI-14 CHATUI-18 CHATUI-20 three people in a group: one loses the connection and comes back, one has a phone-sized screen", async ({
  company,
}) => {
  const [alice, bob, carol] = await company.signInTrio();
  await test.step("a group is made, and is there for those who are in it", async () => {
    await open(alice, "/chat", "Chat");
    await newGroup(alice, "Project: Été 2026", ["Bob Brandt", "Carol Chen"]);
    await expect(alice.page.getByRole("heading", { name: "Project-Été-2026", level: 2 })).toBeVisible();
    const sendingPx = await watchSending(alice);
    await write(alice, "Hello **team**, call me at +1 514 555 0142");
    await expect(article(alice, "Hello team")).toHaveAttribute("data-state", /sent|read/);
    expect((await article(alice, "Hello team").boundingBox())?.height).toBe(await sendingPx());
  });

  await test.step("a notice leads there, and the badges count", async () => {
    await expect(
      bob.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Chat" }),
    ).toHaveAccessibleDescription(/1/);
    const letGo = await holdNotices(bob);
    await write(alice, "@bob are you there?");
    await bob.page.getByRole("button", { name: "Open chat" }).first().click();
    await letGo();
    await expect(article(bob, "are you there")).toBeVisible();
    await expect(article(bob, "Hello team").getByRole("button", { name: "+1 514 555 0142" })).toBeVisible();
    await expect(row(bob, "Project-Été-2026")).toHaveAttribute("data-unread", "0");
  });

  await test.step("who is cut off writes on, and it is sent once, in order", async () => {
    await bob.page.context().setOffline(true);
    await bob.page.evaluate(() => window.dispatchEvent(new Event("offline")));
    await write(alice, "written while Bob was away");
    for (const text of ["first from the train", "second from the train"]) await write(bob, text);
    await expect(article(bob, "second from the train")).toHaveAttribute("data-state", "sending");
    await bob.page.context().setOffline(false);
    await expect(article(bob, "second from the train")).toHaveAttribute("data-state", /sent|read/);
    await expect(article(bob, "written while Bob was away")).toBeVisible();
    await expect(article(alice, "from the train")).toHaveCount(2);
    const texts = await log(alice).getByRole("article").allInnerTexts();
    const places = ["first from", "second from"].map((text) => texts.findIndex((one) => one.includes(text)));
    expect(places[0]).toBeLessThan(places[1] ?? -1);
  });

  await test.step("reactions, an edit and a thread are there for the others", async () => {
    await article(bob, "Hello team").hover();
    await article(bob, "Hello team").getByRole("button", { name: "React" }).click();
    await bob.page.getByRole("searchbox", { name: "Search emojis" }).fill("tada");
    await bob.page.getByRole("button", { name: "party popper" }).click();
    await expect(article(alice, "Hello team").getByRole("button", { name: /🎉 1, Bob Brandt/ })).toBeVisible();
    await field(alice).press("ArrowUp");
    const edit = alice.page.getByRole("textbox", { name: "Edit message" });
    await edit.fill("@bob are you back?");
    await edit.press("Enter");
    await expect(article(bob, "are you back?")).toContainText("edited");
    await article(bob, "are you back?").hover();
    await article(bob, "are you back?").getByRole("button", { name: "Reply in thread" }).click();
    const reply = bob.page.getByRole("textbox", { name: "Reply" });
    await reply.fill("Yes, since a minute");
    await reply.press("Enter");
    await expect(article(alice, "are you back?").getByRole("button", { name: /1 reply/ })).toBeVisible();
  });

  await test.step("on a phone-sized screen list and room are two steps", async () => {
    const { page } = carol;
    await page.setViewportSize({ width: 390, height: 844 });
    await open(carol, "/chat/p", "Chat");
    await page.getByRole("region", { name: "Softphone" }).getByRole("button", { name: "Close" }).first().click();
    await expect(row(carol, "Project-Été-2026")).not.toHaveAttribute("data-unread", "0");
    await page.screenshot({ path: join(PICTURES, "chat-list-390.png") });
    await row(carol, "Project-Été-2026").getByRole("link").click();
    await expect(field(carol)).toBeVisible();
    await expect(row(carol, "Project-Été-2026")).toHaveCount(0);
    await write(carol, "On my way 👍");
    await expect(article(carol, "On my way")).toHaveAttribute("data-state", /sent|read/);
    await page.screenshot({ path: join(PICTURES, "chat-room-390.png") });
    expect(await auditPage(page)).toEqual([]);
    await page.getByRole("button", { name: "Back to the list" }).click();
    await expect(row(carol, "Project-Été-2026")).toBeVisible();
  });

  await test.step("light and dark, without findings of axe", async () => {
    await write(alice, "Agenda:\n- numbers\n- *plans*\n\n> as said\n\n`code` and https://example.com");
    await expect(article(alice, "Agenda")).toHaveAttribute("data-state", /sent|read/);
    await article(alice, "Agenda").hover();
    await inBothThemes(alice, async (theme) => {
      await alice.page.screenshot({ path: join(PICTURES, `chat-${theme}.png`) });
      expect(await auditPage(alice.page)).toEqual([]);
    });
    await bob.page.screenshot({ path: join(PICTURES, "chat-thread.png") });
  });
});
