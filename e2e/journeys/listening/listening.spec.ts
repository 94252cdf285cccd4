import type { Locator } from "@playwright/test";
import {
  anyCall,
  callWith,
  dial,
  expect,
  expectHears,
  expectHearsPeople,
  type Person,
  talk,
  test,
} from "../../support/company/people.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

const card = ({ page }: Person, name: string): Locator => page.getByRole("listitem", { name, exact: true });

async function openMore(person: Person, name: string): Promise<Locator> {
  await card(person, name).getByRole("button", { name: "More" }).focus();
  await person.page.keyboard.press("Enter");
  return person.page.getByRole("menu", { name: `Actions for ${name}` });
}

test("a supervisor listens to a colleague, whispers to them and barges in; others are not offered it", async ({
  company,
}) => {
  const [alice, bob, carol] = await company.signInTrio();
  await talk(alice, bob, "102");

  await expect(card(alice, "Bob Brandt")).toHaveAttribute("data-presence", "oncall");
  const offered = await openMore(alice, "Bob Brandt");
  await expect(offered.getByRole("menuitem", { name: "Call", exact: true })).toBeVisible();
  await expect(offered.getByRole("menuitem", { name: "Listen in" })).toHaveCount(0);

  await alice.page.keyboard.press("Escape");

  await expect(card(carol, "Bob Brandt")).toHaveAttribute("data-presence", "oncall");
  await (await openMore(carol, "Bob Brandt")).getByRole("menuitem", { name: "Listen in" }).click();
  const call = callWith(carol, "Bob Brandt");
  await expect(call).toHaveAttribute("data-state", "muted");
  await expect(call).toContainText("Listening to Bob Brandt");
  await expectHearsPeople(carol, [alice, bob], [carol]);
  await expectHearsPeople(bob, [alice], [carol]);
  await expectHearsPeople(alice, [bob], [carol]);

  await call.getByRole("radio", { name: "Whisper" }).check();
  await expectHearsPeople(bob, [alice, carol], []);
  await expectHearsPeople(alice, [bob], [carol]);

  await call.getByRole("radio", { name: "Barge in" }).check();
  await expectHearsPeople(alice, [bob, carol], []);

  await call.getByRole("radio", { name: "Listen" }).check();
  await expectHearsPeople(alice, [bob], [carol]);
  await expectHearsPeople(bob, [alice], [carol]);
  await call.getByRole("button", { name: "Hang up" }).click();
  await expectHears(alice, bob.voiceHz);
});

test("a call that rings at a colleague's is picked up from their card", async ({ company }) => {
  const [alice, bob, carol] = await company.signInTrio();
  await dial(alice, "102");
  await expect(card(carol, "Bob Brandt")).toHaveAttribute("data-presence", "ringing");
  await (await openMore(carol, "Bob Brandt")).getByRole("menuitem", { name: "Pick up" }).click();
  await expect(anyCall(bob)).toHaveCount(0);
  await expect(anyCall(alice)).toHaveAttribute("data-state", "on-call");
  await expectHears(alice, carol.voiceHz);
  await expectHears(carol, alice.voiceHz);
});
test("a person without the right to listen is refused", async ({ company }) => {
  const [alice, bob] = [await company.signIn("alice"), await company.signIn("bob")];
  await dial(alice, "***102");
  await expect(anyCall(alice)).toHaveCount(0);
  await expect(anyCall(bob)).toHaveCount(0);
});
