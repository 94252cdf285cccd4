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
} from "../support/people.ts";

const MUSIC_HZ = 392; // docs/spec/media.md, MEDIA-41

async function enterRoom(person: Person): Promise<void> {
  await dial(person, "800");
  await expect(anyCall(person)).toHaveAttribute("data-state", "on-call");
}

test("a third is brought into a call: all three hear each other, and the two who are left go on talking", async ({
  company,
}) => {
  const [alice, bob, carol] = await company.signInTrio();
  await talk(alice, bob, "102");
  await callWith(alice, "Bob Brandt").getByRole("button", { name: "Three-way", exact: true }).click();
  const dialog = alice.page.getByRole("dialog", { name: "Three-way" });
  await dialog.getByRole("combobox", { name: "Invite" }).fill("103");
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await anyCall(carol).getByRole("button", { name: "Accept" }).click();
  await expectHearsPeople(alice, [bob, carol], [alice]);
  await expectHearsPeople(bob, [alice, carol], [bob]);
  await expectHearsPeople(carol, [alice, bob], [carol]);

  await anyCall(alice).getByRole("button", { name: "Hang up" }).click();
  await expect(anyCall(alice)).toHaveCount(0);
  await expectHearsPeople(bob, [carol], [alice]);
  await expectHearsPeople(carol, [bob], [alice]);
  await anyCall(bob).getByRole("button", { name: "Hang up" }).click();
  await expect(anyCall(carol)).toHaveCount(0);
});

test("a room is dialled by its number: alone one hears music, together each other", async ({ company }) => {
  const [alice, bob] = [await company.signIn("alice"), await company.signIn("bob")];
  await enterRoom(alice);
  await expectHears(alice, MUSIC_HZ);
  await enterRoom(bob);
  await expectHearsPeople(alice, [bob], [alice]);
  await expectHearsPeople(bob, [alice], [bob]);
});
