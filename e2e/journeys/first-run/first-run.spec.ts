/** From an empty folder to two people talking, by the guide alone. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { auditPage } from "../../support/hands/audit.ts";
import {
  anyCall,
  callWith,
  expect,
  expectHears,
  phoneStatus,
  signIn,
  test as base,
} from "../../support/company/people.ts";

const MOST_CLICKS = 25;
const ADA = { username: "ada", password: "the-first-password" };

const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "callpanel-empty-"));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  serverEnv: async ({ folder }, use) => use({ DEMO: "0", DATA_DIR: folder }),
});

test("FIRST-1 FIRST-12 FIRST-13 FIRST-14 FIRST-16 FIRST-17 FIRST-18 the guide leads from an empty folder to two people who talk, in at most 25 clicks", async ({
  company,
}, { annotations }) => {
  const link = /set up callpanel: (\S+)/.exec(company.server.output())?.[1] ?? "";
  const { pathname, hash } = new URL(link);
  let clicks = 0;
  const click = async (what: Locator): Promise<void> => {
    clicks += 1;
    await what.click();
  };
  const ada = await company.open("ada", { path: `${pathname}${hash}` });
  const { page } = ada;
  const next = page.getByRole("button", { name: "Next", exact: true });
  const step = (name: string) => expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Set up callpanel" })).toBeVisible();
  await step("Company");
  expect(new URL(page.url()).hash).toBe("");
  expect(await auditPage(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Company name" }).fill("Acme");
  await click(next);

  await step("Administrator");
  await page.getByRole("textbox", { name: "First name" }).fill("Ada");
  await page.getByRole("textbox", { name: "Last name" }).fill("Able");
  await page.getByRole("textbox", { name: "Username" }).fill(ADA.username);
  await page.getByRole("textbox", { name: "Password" }).fill("short");
  await click(next);
  await expect(page.getByRole("textbox", { name: "Password" })).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("textbox", { name: "Extension" }).fill("911");
  await page.getByRole("textbox", { name: "Password" }).fill(ADA.password);
  await click(next);
  await expect(page.getByRole("alert")).toContainText("911");
  await page.getByRole("textbox", { name: "Extension" }).fill("120");
  await click(next);
  await expect(page.getByText("The account ada is ready.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Set up" }).first()).toBeVisible();

  // Left and continued: the browser comes back without the link.
  await page.goto(`${company.server.address}/setup`);
  await step("People");
  await page.getByRole("textbox", { name: "People" }).fill("Bo Beck <bo@example.com>\nCher");
  await click(next);
  await expect(page.getByText("1 person will be added")).toBeVisible();
  await expect(page.getByText("Needs a first and a last name")).toBeVisible();
  expect(await auditPage(page)).toEqual([]);
  // Without a mail server links are not proposed, but may be chosen.
  await expect(page.getByRole("radio", { name: "Password from me" })).toBeChecked();
  await page.getByRole("radio", { name: "Invitation link" }).check();
  await page.getByRole("checkbox", { name: "Bo Beck is an administrator" }).check();
  clicks += 2;
  expect(await auditPage(page)).toEqual([]);
  await click(next);
  await step("Accounts");
  const row = page.getByRole("row").filter({ hasText: "Bo Beck" });
  const invitation = new URL(await row.getByRole("code").innerText());
  expect(await auditPage(page)).toEqual([]);
  await click(next);

  await step("Services");
  const queue = page.getByRole("group", { name: "Queue" });
  await queue.getByRole("textbox", { name: "Name" }).fill("");
  await page.getByRole("textbox", { name: "Last slot" }).fill("700");
  await next.click();
  await expect(queue.getByText("Enter a name")).toBeVisible();
  await expect(page.getByText("The last slot must come after the first, with at most 1000 slots")).toBeVisible();
  expect(await auditPage(page)).toEqual([]);
  await queue.getByRole("textbox", { name: "Name" }).fill("Reception");
  await page.getByRole("textbox", { name: "Last slot" }).fill("720");
  await click(next);
  await step("Outside line");
  // FIRST-18: calls may go to the administrator, at the extension that the person chose.
  await expect(page.getByRole("combobox", { name: "Calls to it go to" }).locator("option")).toHaveText([
    "The queue 600",
    "The administrator (120)",
  ]);
  await next.click();
  for (const name of ["Username of the line", "Password of the line"])
    await expect(page.getByRole("textbox", { name })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("textbox", { name: "Main number" })).not.toHaveAttribute("aria-invalid", "true");
  expect(await auditPage(page)).toEqual([]);
  await click(page.getByRole("button", { name: "Skip" }));

  await step("Test call");
  await click(page.getByRole("button", { name: "Check now" }));
  await expect(page.getByText("Calls work from this browser.", { exact: true })).toBeVisible({ timeout: 120_000 });
  await click(next);
  await step("Acme");
  await expect(page.getByRole("listitem").filter({ hasText: "Connect an outside line" })).toBeVisible();
  expect(await auditPage(page)).toEqual([]);
  await click(page.getByRole("button", { name: "Finish" }));
  await expect(phoneStatus(ada)).toHaveText("Registered");
  await expect(page.getByRole("link", { name: "Video conferences" })).toBeVisible();

  const bo = await company.open("bo", { path: `${invitation.pathname}${invitation.search}` });
  await bo.page.getByLabel("New password", { exact: true }).fill(ADA.password);
  await bo.page.getByLabel("New password, again").fill(ADA.password);
  await click(bo.page.getByRole("button", { name: "Save password" }));
  await click(bo.page.getByRole("link", { name: "Sign in" }));
  await signIn(bo.page, "bo.beck", ADA.password);
  clicks += 1;
  await expect(phoneStatus(bo)).toHaveText("Registered");
  await ada.page.getByRole("region", { name: "Softphone" }).getByRole("combobox", { name: "Number" }).fill("101");
  await click(ada.page.getByRole("region", { name: "Softphone" }).getByRole("button", { name: "Call", exact: true }));
  await click(callWith(bo, "Ada Able").getByRole("button", { name: "Accept" }));
  await expectHears(ada, bo.voiceHz);
  await expectHears(bo, ada.voiceHz);
  annotations.push({ type: "clicks", description: String(clicks) });
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
  await anyCall(ada).getByRole("button", { name: "Hang up" }).click();

  // FIRST-4: the guide is closed.
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.getByRole("alert")).toContainText("This company is set up already");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(phoneStatus(ada)).toHaveText("Registered");
});
