import { join } from "node:path";
import type { Page } from "@playwright/test";
import { endpoints } from "@callpanel/contract";
import { auditPage } from "../../support/hands/audit.ts";
import { DEMO_PASSWORD } from "../../support/company/demo.ts";
import { expect, test } from "../../support/company/people.ts";
import { expectMessage } from "../../support/browser/messages.ts";

const SCREENS = process.env["SCREENSHOTS_DIR"];

async function shoot(page: Page, name: string): Promise<void> {
  if (SCREENS === undefined) return;
  await page.screenshot({ path: join(SCREENS, `${name}.png`), animations: "disabled", fullPage: true });
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: join(SCREENS, `${name}-390.png`), animations: "disabled", fullPage: true });
  if (size !== null) await page.setViewportSize(size);
}

test("GRANT-1 GRANT-7 GRANT-9 a group with one queue is made by keyboard; its member changes that queue, live, and nothing else", async ({
  company,
}) => {
  await company.administer("groups", "join", "administrators", "grace");
  const grace = await company.signIn("grace", { path: "/administration/permissions" });
  const { page } = grace;
  await expect(page.getByRole("listitem", { name: "staff" })).toBeVisible();
  expect(await auditPage(page)).toEqual([]);
  await shoot(page, "permissions");
  // On a phone one button opens the list of areas.
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("tab", { name: "People" })).toBeHidden();
  await page.getByRole("button", { name: "Permissions", exact: true }).press("Enter");
  await expect(page.getByRole("tab", { name: "Permissions" })).toBeFocused();
  await expect(page.getByRole("tab", { name: "Back-up" })).toBeVisible();
  expect(await auditPage(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tab", { name: "People" })).toBeHidden();
  await page.setViewportSize(size);
  await expect(page.getByRole("tab", { name: "People" })).toBeVisible();
  await page.getByRole("button", { name: "New group" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("support-lead");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "support-lead" })).toBeVisible();

  // Found by searching, ticked and limited with keys alone.
  await page.getByRole("searchbox", { name: "Search rights" }).fill("administration queues");
  const change = page.getByRole("checkbox", { name: "Queues: change" });
  await page.getByRole("checkbox", { name: "Queues: see" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(change).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Limit “Queues: change”" });
  await dialog.getByRole("radio", { name: "Only for these" }).check();
  await dialog.getByRole("combobox", { name: "Add" }).fill("supp");
  await expect(dialog.getByRole("option", { name: /Support/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await shoot(page, "permissions-limit");
  expect(await auditPage(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expectMessage(grace, "Saved");
  await page.getByRole("searchbox", { name: "Search rights" }).fill("");
  await page.getByRole("combobox", { name: "Add a person" }).fill("hiro");
  await page.getByRole("option", { name: /Hiro/ }).click();
  await expect(page.getByRole("list", { name: "People" }).getByText(/Hiro/)).toBeVisible();
  await shoot(page, "permissions-group");
  expect(await auditPage(page)).toEqual([]);

  // What Hiro sees, as the server decides.
  await page.goto(`${company.server.address}/administration/people`);
  await page.getByRole("link", { name: /Hiro/ }).click();
  await page.getByRole("button", { name: "What this person sees" }).click();
  await expect(page.getByRole("list", { name: "Pages" }).getByText("Administration › Queues")).toBeVisible();
  await expect(page.getByText("1 only")).toBeVisible();
  await shoot(page, "permissions-view");
  expect(await auditPage(page)).toEqual([]);

  // Hiro: one queue, and nothing else. Dave, an agent of it, has its board on his screen.
  const dave = await company.signIn("dave", { path: "/queues/dashboard" });
  await dave.page.getByRole("listitem", { name: "Support" }).getByRole("button", { name: "Watch" }).click();
  await expect(dave.page.getByText("Dave Diaz").first()).toBeVisible();
  const hiro = await company.signIn("hiro", { path: "/administration/queues" });
  await expect(hiro.page.getByRole("listitem", { name: "Support" })).toBeVisible();
  await expect(hiro.page.getByRole("listitem", { name: "Sales" })).toBeHidden();
  await expect(hiro.page.getByRole("tab")).toHaveText(["Queues"]);
  await hiro.page.getByRole("link", { name: "Support" }).click();
  await hiro.page.getByRole("textbox", { name: "Name", exact: true }).fill("Help desk");
  await hiro.page.getByRole("combobox", { name: "Add a person" }).fill("alice");
  await hiro.page.getByRole("option", { name: /Alice/ }).click();
  await hiro.page.getByRole("button", { name: "Save" }).click();
  await expectMessage(hiro, "Saved");
  await expect(dave.page.getByText("Help desk").first()).toBeVisible();
  await expect(dave.page.getByText("Alice Archer").first()).toBeVisible();

  for (const path of ["people", "rooms", "permissions", "audit_log", "queues/601"]) {
    await hiro.page.goto(`${company.server.address}/administration/${path}`);
    await expect(hiro.page.getByRole("listitem", { name: /Alice|Board room|staff|Sales/ })).toHaveCount(0);
  }
  // The same without the panel.
  const { request } = hiro.page;
  const signIn = { grant_type: "password", username: "hiro", password: DEMO_PASSWORD };
  const token = await request.post(`${company.server.address}/api/oauth/token`, { data: signIn });
  const { access_token } = endpoints.issueToken.response.parse(await token.json());
  const api = async (method: "GET" | "PUT", path: string, data?: object) => {
    const headers = { authorization: `Bearer ${access_token}` };
    const url = `${company.server.address}/api/v1/administration/${path}`;
    return (await request.fetch(url, { method, headers, ...(data === undefined ? {} : { data }) })).status();
  };
  const mine = { version: "0123456789abcdef", name: "Mine", settings: {}, agents: [] };
  expect([await api("GET", "queues/600"), await api("GET", "queues/601")]).toEqual([200, 404]);
  expect([await api("PUT", "queues/601", mine), await api("GET", "people"), await api("GET", "groups")]).toEqual([
    403, 403, 403,
  ]);
});
