import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { auditPage } from "../../support/hands/audit.ts";
import { redAndBluePng } from "../../support/media/picture-file.ts";
import { expect, inBothThemes, type Person, test } from "../../support/company/people.ts";
import { open } from "../../support/company/routes.ts";

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";
const CUSTOMER = "(416) 555-0150";

const field = ({ page }: Person): Locator => page.getByRole("textbox", { name: "Message", exact: true });
const log = ({ page }: Person): Locator => page.getByRole("log", { name: "Messages" });
const article = (person: Person, text: string): Locator => log(person).getByRole("article").filter({ hasText: text });
const row = ({ page }: Person, name: string): Locator => page.getByRole("listitem", { name, exact: true });
const chatLink = ({ page }: Person): Locator =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Chat" });

async function write(person: Person, text: string): Promise<void> {
  await field(person).fill(text);
  await field(person).press("Enter");
}

async function begin({ page }: Person, number: string, text: string): Promise<void> {
  await page
    .getByRole("button", { name: "New conversation" })
    .or(page.getByRole("button", { name: "New text message" }))
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "New conversation" });
  await dialog.getByRole("radio", { name: "SMS" }).click();
  await dialog.getByRole("combobox", { name: "To" }).fill(number);
  await dialog.getByRole("option").first().click();
  await dialog.getByRole("combobox", { name: "From" }).selectOption({ label: "Office texts (416) 555-0170" });
  await dialog.getByRole("textbox", { name: "Message" }).fill(text);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog).toHaveCount(0);
}

test("SMSUI-1 SMSUI-2 SMSUI-4 SMSUI-5 SMSUI-6 SMSUI-7 SMSUI-8 SMSUI-11 SMSUI-13 SMSUI-20 SMSUI-21 two people share a number: one writes, the customer answers, the other takes over", async ({
  company,
}) => {
  const bob = await company.signIn("bob");
  const alice = await company.signIn("alice");

  await test.step("bob writes to a customer, who answers", async () => {
    await open(bob, "/chat/d/sms", "Chat");
    await expect(bob.page.getByRole("tab", { name: "SMS" })).toHaveAttribute("aria-selected", "true");
    await expect(bob.page.getByText("Demo carrier: nothing leaves this machine").first()).toBeVisible();
    await begin(bob, "4165550150", "Hello, your parcel is here. When can you come?");
    await expect(article(bob, "your parcel is here")).toHaveAttribute("data-state", "read");
    await expect(article(bob, "your parcel is here")).toContainText("Delivered");
    await expect(article(bob, "Yes, that works for me")).toBeVisible();
    await expect(row(bob, CUSTOMER)).toHaveAttribute("data-unread", "0");
  });

  await test.step("alice has a badge, takes it and answers; bob sees who does", async () => {
    await expect(chatLink(alice)).toHaveAccessibleDescription(/[1-9]/);
    await open(alice, "/chat/d/sms", "Chat");
    await expect(row(alice, CUSTOMER)).toHaveAttribute("data-unread", "1");
    await row(alice, CUSTOMER).getByRole("link").click();
    await expect(row(alice, CUSTOMER)).toHaveAttribute("data-unread", "0");
    await expect(article(alice, "your parcel is here")).toHaveAttribute("aria-label", /^Bob Brandt /);
    await alice.page.getByRole("button", { name: "I take it" }).click();
    await expect(bob.page.getByRole("region", { name: CUSTOMER }).getByText("Assigned to Alice Archer")).toBeVisible();
    await field(alice).fill("a".repeat(161));
    await expect(alice.page.getByText("2 parts", { exact: true })).toBeVisible();
    await write(alice, "We are open until five.");
    await expect(article(alice, "until five")).toHaveAttribute("data-state", "read");
    await expect(article(bob, "until five")).toHaveAttribute("aria-label", /^Alice Archer /);
    await expect(article(bob, "Thanks for the quick reply")).toBeVisible();
  });

  await test.step("a picture goes with a message, a page is refused in words; bob sees the picture", async () => {
    const { page } = alice;
    const picture = { name: "shelf.png", mimeType: "image/png", buffer: redAndBluePng(600, 400) };
    const html = { name: "page.html", mimeType: "text/html", buffer: Buffer.from("<b>no picture</b>") };
    await page.locator("input[type=file]").first().setInputFiles([picture, html]);
    await expect(page.getByRole("listitem", { name: "shelf.png, ready to send" })).toBeVisible();
    const refused = page.getByRole("listitem", { name: /^page.html, not uploaded/ });
    await expect(refused).toContainText("pictures, sound and PDF files only");
    await page.screenshot({ path: join(PICTURES, "sms-attached.png") });
    await refused.getByRole("button", { name: "Remove page.html" }).click();
    await write(alice, "This is the shelf.");
    await expect(article(alice, "This is the shelf")).toHaveAttribute("data-state", "read");
    const seen = article(bob, "This is the shelf").getByRole("button", { name: "Picture shelf.png" });
    await expect(seen.locator("img")).toBeVisible();
    await bob.page.screenshot({ path: join(PICTURES, "sms-picture.png") });
    await seen.click();
    const viewer = bob.page.getByRole("dialog", { name: "shelf.png" });
    await expect(viewer.getByRole("img", { name: "shelf.png" })).toBeVisible();
    await viewer.getByRole("button", { name: "Close" }).first().click();
  });

  await test.step("bob is cut off and writes on; it is sent once, in order", async () => {
    await bob.page.context().setOffline(true);
    for (const text of ["first from the road", "second from the road"]) await write(bob, text);
    await expect(article(bob, "second from the road")).toHaveAttribute("data-state", "sending");
    await bob.page.context().setOffline(false);
    await expect(article(bob, "second from the road")).toHaveAttribute("data-state", "read");
    await expect(article(alice, "from the road")).toHaveCount(2);
    const texts = await log(alice).getByRole("article").allInnerTexts();
    const places = ["first from", "second from"].map((text) => texts.findIndex((one) => one.includes(text)));
    expect(places[0]).toBeLessThan(places[1] ?? -1);
  });

  await test.step("what alice has begun to write is on her second computer too, and there she ends it", async () => {
    const laptop = await company.signIn("alice");
    await open(laptop, "/chat/d/sms", "Chat");
    await row(laptop, CUSTOMER).getByRole("link").click();
    await field(alice).fill("We open again on");
    await expect(field(laptop)).toHaveValue("We open again on");
    await field(laptop).press("End");
    await laptop.page.keyboard.type(" Monday.");
    await expect(field(alice)).toHaveValue("We open again on Monday.");
    await field(laptop).press("Enter");
    await expect(article(alice, "open again on Monday")).toHaveAttribute("data-state", "read");
    await expect(field(alice)).toHaveValue("");
    await laptop.browser.close();
  });

  await test.step("a customer who writes STOP gets nothing more", async () => {
    await begin(alice, "4165550199", "Our spring sale begins on Monday.");
    await expect(article(alice, "You will get no more messages")).toContainText("Automatic reply");
    await expect(alice.page.getByText("They sent STOP.")).toBeVisible();
    await expect(field(alice)).toBeDisabled();
    await alice.page.screenshot({ path: join(PICTURES, "sms-stopped.png") });
  });

  await test.step("a message that the carrier refuses says why", async () => {
    await begin(alice, "4165550197", "Is this your number?");
    await expect(article(alice, "Is this your number?")).toHaveAttribute("data-state", "failed");
    await expect(article(alice, "Is this your number?")).toContainText("The demo carrier rejects this number.");
    await alice.page.screenshot({ path: join(PICTURES, "sms-failed.png") });
  });

  await test.step("on a phone-sized screen list and conversation are two steps", async () => {
    const { page } = bob;
    await page.setViewportSize({ width: 390, height: 844 });
    await open(bob, "/chat/d/sms", "Chat");
    await page.getByRole("region", { name: "Softphone" }).getByRole("button", { name: "Close" }).first().click();
    await expect(row(bob, "Agnes Bellweather")).toBeVisible();
    await page.screenshot({ path: join(PICTURES, "sms-list-390.png") });
    expect(await auditPage(page)).toEqual([]);
    await row(bob, "Agnes Bellweather").getByRole("link").click();
    await expect(article(bob, "missing its lid")).toBeVisible();
    await expect(row(bob, "Agnes Bellweather")).toHaveCount(0);
    await page.screenshot({ path: join(PICTURES, "sms-room-390.png") });
    expect(await auditPage(page)).toEqual([]);
    await page.getByRole("button", { name: "Back to the list" }).click();
    await expect(row(bob, "Agnes Bellweather")).toBeVisible();
  });

  await test.step("light, dark and French, without findings of axe", async () => {
    await row(alice, "Agnes Bellweather").getByRole("link").click();
    await expect(article(alice, "missing its lid")).toBeVisible();
    await inBothThemes(alice, async (theme) => {
      await alice.page.screenshot({ path: join(PICTURES, `sms-${theme}.png`) });
      expect(await auditPage(alice.page)).toEqual([]);
    });
    await alice.page
      .getByRole("button", { name: "Templates" })
      .or(alice.page.getByRole("button", { name: "New text message" }))
      .first()
      .click();
    await alice.page.screenshot({ path: join(PICTURES, "sms-new.png") });
    expect(await auditPage(alice.page)).toEqual([]);
    await alice.page.keyboard.press("Escape");
    await alice.page.evaluate(() => localStorage.setItem("callpanel_locale", "fr-CA"));
    await alice.page.reload();
    await expect(alice.page.getByRole("log", { name: "Messages" }).getByText("missing its lid")).toBeVisible();
    await alice.page.screenshot({ path: join(PICTURES, "sms-french.png") });
  });
});
