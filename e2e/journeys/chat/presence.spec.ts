import type { Locator } from "@playwright/test";
import { anyCall, dial, expect, inBothThemes, talk, test } from "../../support/company/people.ts";
import { open } from "../../support/company/routes.ts";

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";

test("CHAT-73 CHAT-75 CHATUI-30 CHATUI-31 CHATUI-34 CHATUI-56 presence and calls beside chat: a text, a missed call, busy while on a call", async ({
  company,
}) => {
  const [alice, bob] = [await company.signIn("alice"), await company.signIn("bob")];
  const dot = (status: RegExp) =>
    alice.page.getByRole("listitem", { name: "Bob Brandt" }).getByRole("img", { name: status });

  await test.step("a status with a text is at the picture on the colleague's page", async () => {
    await bob.page.getByRole("button", { name: "Chat status" }).click();
    const menu = bob.page.getByRole("menu", { name: "Chat status" });
    await expect(menu.getByRole("menuitemradio", { name: "Online", checked: true })).toBeVisible();
    await inBothThemes(bob, async (theme) => {
      await bob.page.screenshot({ path: `${PICTURES}/status-menu-${theme}.png` });
    });
    await menu.getByRole("menuitemcheckbox", { name: "Show me as busy while I am on a call" }).click();
    await menu.getByRole("menuitem", { name: "Set a status message…" }).click();
    const dialog = bob.page.getByRole("dialog", { name: "Status message" });
    await dialog.getByRole("textbox", { name: "Status message" }).fill("In a meeting until 3");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dot(/Online – In a meeting until 3/)).toBeVisible();
  });

  await test.step("from the buddy card one writes; a call that nobody answers is a line for both", async () => {
    await dial(alice, "102");
    await expect(anyCall(bob).first()).toBeVisible();
    await anyCall(alice).first().getByRole("button", { name: "Hang up" }).click();
    const card = alice.page.getByRole("listitem", { name: "Bob Brandt" });
    // The card of one who is rung has another line.
    await expect(card).toHaveAttribute("data-presence", "online");
    await card.hover();
    await alice.page.screenshot({ path: `${PICTURES}/buddy-card.png` });
    const middleOf = async (sign: Locator): Promise<number> => {
      const box = await sign.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0) / 2;
    };
    const phone = card.locator("[data-state] > [data-state]");
    const picture = card.locator("[data-initials], img").first();
    // The card may still be on its way to its place.
    await expect(async () => {
      const middle = await middleOf(picture);
      expect(await middleOf(phone), "the phone is above the middle of the picture").toBeLessThan(middle);
      expect(await middleOf(dot(/Online/)), "presence in chat is below it").toBeGreaterThan(middle);
    }).toPass();
    await card.getByRole("button", { name: "Chat" }).click();
    await expect(
      alice.page.getByRole("log", { name: "Messages" }).getByText("Bob Brandt missed your call"),
    ).toBeVisible();
    await open(bob, "/chat/d", "Chat");
    await bob.page.getByRole("listitem", { name: "Alice Archer" }).click();
    await expect(bob.page.getByRole("log", { name: "Messages" }).getByText("Missed call")).toBeVisible();
    await bob.page.screenshot({ path: `${PICTURES}/missed-line.png` });
  });

  await test.step("on a call Bob is busy, and afterwards as before", async () => {
    await talk(alice, bob, "102");
    await open(alice, "/", "Buddies");
    await expect(dot(/Busy: on a call – In a meeting until 3/)).toBeVisible();
    await alice.page.screenshot({ path: `${PICTURES}/call-card.png` });
    await anyCall(alice).first().getByRole("button", { name: "Hang up" }).click();
    await expect(dot(/Online – In a meeting until 3/)).toBeVisible();
  });
});
