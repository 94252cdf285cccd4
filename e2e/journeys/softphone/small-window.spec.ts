import { auditPage } from "../../support/hands/audit.ts";
import { anyCall, expect, inBothThemes, talk, test } from "../../support/company/people.ts";

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";

test.use({ isShared: true, isWhole: true }); // a window over all others

test("SOFT-90, SOFT-91 the call in a small window above all others: it shows and does the same as the page, and closes with it", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const bob = await company.signIn("bob");
  await talk(alice, bob, "102");
  const opens = alice.page.context().waitForEvent("page");
  await anyCall(alice).getByRole("button", { name: "Keep on top" }).click();
  const small = await opens;
  const group = small.getByRole("group", { name: "Call with Bob Brandt" });
  await expect(group).toHaveAttribute("data-state", "on-call");
  await expect(group.locator("[role=timer]")).toHaveText(/^\d\d:\d\d$/);
  await small.setViewportSize({ width: 320, height: 232 });
  await inBothThemes(alice, async (theme) => {
    await expect(small.locator("html")).toHaveAttribute("data-mantine-color-scheme", theme);
    await small.screenshot({ path: `${PICTURES}/softphone-small-window-${theme}.png` });
  });
  expect(await auditPage(small)).toEqual([]);

  await group.getByRole("button", { name: "Mute" }).press("Enter");
  await expect(anyCall(alice)).toHaveAttribute("data-state", "muted");
  await anyCall(alice).getByRole("button", { name: "Hold" }).click();
  await expect(group).toHaveAttribute("data-state", "on-hold");
  const closes = small.waitForEvent("close");
  await group.getByRole("button", { name: "Hang up" }).click();
  await closes;
  await expect(anyCall(bob)).toHaveCount(0);
});
