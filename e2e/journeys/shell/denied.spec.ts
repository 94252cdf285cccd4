import type { Page } from "@playwright/test";
import { auditPage } from "../../support/hands/audit.ts";
import { keyboardOf } from "../../support/hands/hands.ts";
import { anyCall, callWith, dial, expect, expectHears, softphone, test } from "../../support/company/people.ts";

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";

/** A browser that refuses what it can refuse, and lacks what only some have. */
function refuse(): void {
  const refused = () => {
    throw new DOMException("refused", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, name, { configurable: true, get: refused });
  Object.defineProperty(Notification, "permission", { configurable: true, get: () => "denied" });
  Object.defineProperty(Notification, "requestPermission", { configurable: true, value: async () => "denied" });
  for (const name of ["hid", "clipboard"])
    Object.defineProperty(navigator, name, { configurable: true, value: undefined });
  Object.defineProperty(window, "documentPictureInPicture", { configurable: true, value: undefined });
}

/** 1280 by 1024 at 400 %. */
const ZOOMED = { width: 320, height: 256 } as const;

const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test("SOFT-92 the main tasks if the browser refuses storage, notifications and clipboard, at 400 %, in forced colours, by the keyboard", async ({
  company,
}) => {
  const alice = await company.signIn("alice", { before: refuse });
  const bob = await company.signIn("bob");
  const { page } = alice;
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });

  await dial(bob, "101");
  await expect(callWith(alice, "Bob Brandt")).toHaveAttribute("data-state", "ringing");
  const keys = keyboardOf(page);
  await keys.press(callWith(alice, "Bob Brandt").getByRole("button", { name: "Accept" }));
  await expect(callWith(alice, "Bob Brandt")).toHaveAttribute("data-state", "on-call");
  await expectHears(alice, bob.voiceHz);
  await expectHears(bob, alice.voiceHz);
  await expect(anyCall(alice).getByRole("button", { name: "Keep on top" })).toHaveCount(0);
  await keys.press(anyCall(alice).getByRole("button", { name: "Mute" }));
  await expect(anyCall(alice)).toHaveAttribute("data-state", "muted");
  await page.screenshot({ path: `${PICTURES}/denied-forced-colours.png` });

  await page.setViewportSize(ZOOMED);
  await expect.poll(() => isTooWide(page)).toBe(false);
  await anyCall(alice).getByRole("button", { name: "Unmute" }).first().scrollIntoViewIfNeeded();
  await keys.press(anyCall(alice).getByRole("button", { name: "Unmute" }).first());
  await expect(anyCall(alice).first()).toHaveAttribute("data-state", "on-call");
  await page.screenshot({ path: `${PICTURES}/denied-400-percent.png` });
  expect(await auditPage(page)).toEqual([]);
  await keys.press(anyCall(alice).getByRole("button", { name: "Hang up" }).first());
  await expect(anyCall(bob)).toHaveCount(0);

  await page.setViewportSize({ width: 1280, height: 1024 });
  await page.getByRole("button", { name: "Softphone" }).click();
  await dial(alice, "102");
  await expect(callWith(bob, "Alice Archer")).toHaveAttribute("data-state", "ringing");
  await keys.press(softphone(alice).getByRole("button", { name: "Hang up" }));
  await expect(anyCall(bob)).toHaveCount(0);
});
