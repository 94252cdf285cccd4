import { anyCall, callWith, expect, expectHears, talk, test } from "../../support/people.ts";

test("SHELL-46 rights that are taken away change the menu during a call, and the call goes on", async ({ company }) => {
  const alice = await company.signIn("alice");
  const carol = await company.signIn("carol");
  const call = callWith(carol, "Alice Archer");
  const menu = carol.page.getByRole("navigation", { name: "Main" });
  await talk(alice, carol, "103");
  await expectHears(carol, alice.voiceHz);
  await menu.getByRole("link", { name: "Announcements" }).click();
  await expect(carol.page.getByRole("heading", { name: "Announcements", level: 1 })).toBeVisible();

  await company.administer("permissions", "revoke", "@staff", "announcements:read");
  await expect(menu.getByRole("link", { name: "Announcements" })).toHaveCount(0);
  await expect(carol.page.getByRole("heading", { name: "Announcements", level: 1 })).toHaveCount(0);
  await expect(menu.getByRole("link", { name: "Contacts" })).toBeVisible();
  await expect(call).toHaveAttribute("data-state", "on-call");
  await expectHears(carol, alice.voiceHz);
  await expectHears(alice, carol.voiceHz);
  await call.getByRole("button", { name: "Hold" }).click();
  await expect(call).toHaveAttribute("data-state", "on-hold");
  await expect(carol.page.getByRole("alert")).toHaveCount(0);
  await call.getByRole("button", { name: "Hang up" }).click();
  await expect(anyCall(alice)).toHaveCount(0);
});
