import { join } from "node:path";
import { auditPage } from "../../support/hands/audit.ts";
import { dial, expect, test } from "../../support/company/people.ts";
import { open } from "../../support/company/routes.ts";

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";

test("QDASH-12 QDASH-13 a wall display shows queues without a sign-in, shows a lost connection, and ends with its link", async ({
  company,
}) => {
  const carol = await company.signIn("carol");
  const { page } = carol;
  await open(carol, "/queues/dashboard", "Queues");
  await page.getByRole("button", { name: "Wall displays" }).click();
  const dialog = page.getByRole("dialog", { name: "Wall displays" });
  await dialog.getByLabel("Name").fill("Lobby");
  for (const name of ["Support", "Sales", "Billing"]) await dialog.getByLabel(name).check();
  await page.screenshot({ path: join(PICTURES, "queues-wall-links.png") });
  await dialog.getByRole("button", { name: "Create link" }).click();
  const address = await dialog.getByRole("textbox", { name: "Link" }).inputValue();

  const display = await company.open("display", { viewport: { width: 1920, height: 1080 } });
  await display.page.goto(address);
  const tile = display.page.getByRole("region", { name: "Queue Support" });
  await expect(tile).toHaveAttribute("data-waiting", "0");
  const alice = await company.signIn("alice");
  await dial(alice, "600");
  await expect(tile).toHaveAttribute("data-waiting", "1");
  await expect(display.page.getByText("Alice")).toHaveCount(0);
  expect(await auditPage(display.page)).toEqual([]);
  await display.page.screenshot({ path: join(PICTURES, "queues-wall-light.png") });
  await display.page.emulateMedia({ colorScheme: "dark" });
  await display.page.reload();
  await expect(tile).toBeVisible();
  expect(await auditPage(display.page)).toEqual([]);
  await display.page.screenshot({ path: join(PICTURES, "queues-wall-dark.png") });

  await company.stop();
  await expect(display.page.getByRole("alert")).toContainText("Not live since");
  await display.page.screenshot({ path: join(PICTURES, "queues-wall-cut-off.png") });
  await company.restart();
  await expect(display.page.getByRole("alert")).toHaveCount(0);

  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "Wall displays" }).click();
  await dialog.getByRole("listitem", { name: "Lobby" }).getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog", { name: "Revoke “Lobby”?" }).getByRole("button", { name: "Revoke" }).click();
  await expect(display.page.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
});
