import type { Page } from "puppeteer-core";
import {
  callState,
  clickButton,
  clickNamed,
  type FirefoxPerson,
  firefoxHears,
  noFirefox,
  openFirefox,
  signInFirefox,
} from "../../support/company/firefox.ts";
import { anyCall, dial, expect, expectHears, type Person, test } from "../../support/company/people.ts";
import { open } from "../../support/company/routes.ts";

test.skip(noFirefox !== undefined, noFirefox);

const article = ({ page }: Person, text: string) =>
  page.getByRole("log", { name: "Messages" }).getByRole("article").filter({ hasText: text });

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

const shows = (page: Page, selector: string, text: string) =>
  expect
    .poll(() => page.evaluate((where) => document.querySelector(where)?.textContent ?? "", selector), { message: text })
    .toContain(text);

test("CHATUI-1 QDASH-3 QUE-80 in a Firefox an agent reads and writes messages, takes a caller of a queue with sound both ways, and sees it on the dashboard", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const dave: FirefoxPerson = await openFirefox("dave", company.server.address);
  const { page } = dave;
  const state = () => callState(page);
  try {
    await signInFirefox(dave);
    await shows(page, '[aria-label="Phone status"]', "Registered");

    await open(alice, "/chat", "Chat");
    await newGroup(alice, "desk", "Dave Diaz");
    await alice.page.getByRole("textbox", { name: "Message", exact: true }).fill("Hello **Dave**");
    await alice.page.keyboard.press("Enter");
    await clickNamed(page, "link", "Chat");
    await clickNamed(page, "tab", "Groups");
    await clickNamed(page, "listitem", "desk");
    await shows(page, '[role="log"] strong', "Dave");
    await page.locator('::-p-aria([name="Message"][role="textbox"])').fill("Hello from Firefox");
    await page.keyboard.press("Enter");
    await expect(article(alice, "Hello from Firefox")).toBeVisible();
    await expect(article(alice, "Hello Dave")).toHaveAttribute("data-state", "read");

    await clickNamed(page, "link", "Queues");
    await shows(page, '[aria-label="Support"]', "Watch");
    await page.locator('[aria-label="Support"] button').click();
    await dial(alice, "600");
    await expect.poll(state).toBe("ringing");
    await clickButton(page, "Accept");
    await expect.poll(state).toBe("on-call");
    await firefoxHears(dave, alice.voiceHz);
    await expectHears(alice, dave.voiceHz);
    await expect
      .poll(() =>
        page.evaluate(() => document.querySelector('[aria-label="Agent Dave Diaz"]')?.getAttribute("data-state")),
      )
      .toBe("talking");
    await anyCall(alice).getByRole("button", { name: "Hang up" }).click();
    await expect.poll(state).toBeUndefined();
  } finally {
    await dave.close();
  }
});
