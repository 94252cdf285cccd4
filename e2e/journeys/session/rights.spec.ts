import { expectMessage } from "../../support/browser/messages.ts";
import { anyCall, callWith, expect, expectHears, phoneStatus, talk, test } from "../../support/company/people.ts";

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

test("SOFT-93 REG-25 without the right to the softphone the call ends on both sides, and with the right the phone is back", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const bob = await company.signIn("bob");
  const said = (person: typeof bob): Promise<string> => person.page.evaluate(() => window.callpanelMessages.join("\n"));
  await company.administer("groups", "join", "buddies-only", "bob");
  await talk(alice, bob, "102");
  await company.administer("groups", "leave", "staff", "bob");
  await expect(anyCall(alice)).toHaveCount(0);
  await expectMessage(bob, "your permissions have changed");
  await expect(bob.page.getByRole("button", { name: "Softphone" })).toHaveCount(0);

  await company.administer("groups", "join", "staff", "bob");
  await expect(phoneStatus(bob)).toHaveText("Registered");
  await expect(anyCall(bob)).toHaveCount(0);
  for (const person of [alice, bob]) expect(await said(person)).not.toMatch(/lost|Register error/);
  await talk(bob, alice, "101");
});
