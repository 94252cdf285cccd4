import type { Locator } from "@playwright/test";
import { readPlaces, watchPlaces } from "../../support/browser/places.ts";
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
import { expectMessage } from "../../support/browser/messages.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

const MUSIC_HZ = 392; // docs/spec/media.md, MEDIA-41

async function enterRoom(person: Person): Promise<void> {
  await dial(person, "800");
  await expect(anyCall(person)).toHaveAttribute("data-state", "on-call");
}

const peopleOf = ({ page }: Person): Locator => page.getByRole("list", { name: "People in this call" });
/** A person in the list of a three-way call, as another person sees them. */
const rowOf = (person: Person, name: string): Locator => peopleOf(person).getByRole("listitem", { name, exact: true });

async function invite(person: Person, peer: string, number: string): Promise<void> {
  await callWith(person, peer).getByRole("button", { name: "Three-way", exact: true }).click();
  const dialog = person.page.getByRole("dialog", { name: "Three-way" });
  await dialog.getByRole("combobox", { name: "Invite" }).fill(number);
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

test("a third person is brought into a call: each sees the others and their state, all hear each other, and the remaining two continue to talk", async ({
  company,
}) => {
  const [alice, bob, carol] = await company.signInTrio();
  await talk(alice, bob, "102");
  await watchPlaces(alice.page);

  await invite(alice, "Bob Brandt", "103");
  await expect(rowOf(alice, "Carol Chen")).toHaveAttribute("data-state", "ringing");
  await expect(callWith(alice, "Bob Brandt")).toBeVisible();
  await expect(callWith(bob, "Alice Archer")).toBeVisible();
  await anyCall(carol).getByRole("button", { name: "Reject" }).click();
  await expect(rowOf(alice, "Carol Chen")).toContainText("Declined");
  await expectMessage(alice, "Carol Chen declined");
  await expect(peopleOf(alice)).toHaveCount(0);

  await invite(alice, "Bob Brandt", "103");
  await anyCall(carol).getByRole("button", { name: "Accept" }).click();
  await expect(callWith(alice, "Bob Brandt, Carol Chen")).toBeVisible();
  await expect(callWith(bob, "Alice Archer, Carol Chen")).toBeVisible();
  await expect(callWith(carol, "Alice Archer, Bob Brandt")).toContainText("Invited by Alice Archer");
  await expectHearsPeople(alice, [bob, carol], [alice]);
  await expectHearsPeople(bob, [alice, carol], [bob]);
  await expectHearsPeople(carol, [alice, bob], [carol]);
  for (const name of ["You", "Bob Brandt", "Carol Chen"])
    await expect(rowOf(alice, name)).toHaveAttribute("data-state", "talking");

  await anyCall(bob).getByRole("button", { name: "Mute", exact: true }).click();
  for (const person of [alice, carol]) await expect(rowOf(person, "Bob Brandt")).toHaveAttribute("data-state", "muted");
  await anyCall(bob).getByRole("button", { name: "Unmute" }).click();
  await expect(rowOf(alice, "Bob Brandt")).toHaveAttribute("data-state", "talking");
  await anyCall(carol).getByRole("button", { name: "Hold", exact: true }).click();
  await expect(rowOf(alice, "Carol Chen")).toHaveAttribute("data-state", "onHold");
  await expect(rowOf(carol, "You")).toHaveAttribute("data-state", "onHold");

  await expect(peopleOf(bob).getByRole("button", { name: /^Remove/ })).toHaveCount(0);
  await peopleOf(alice).getByRole("button", { name: "Remove Carol Chen" }).focus();
  await alice.page.keyboard.press("Enter");
  await expect(anyCall(carol)).toHaveCount(0);
  await expect(callWith(alice, "Bob Brandt")).toBeVisible();
  await expect(callWith(bob, "Alice Archer")).toBeVisible();
  await expectHearsPeople(alice, [bob], [carol]);

  await invite(alice, "Bob Brandt", "103");
  await anyCall(carol).getByRole("button", { name: "Accept" }).click();
  await expect(callWith(bob, "Alice Archer, Carol Chen")).toBeVisible();
  expect((await readPlaces(alice.page)).moved).toEqual([]);
  await anyCall(alice).getByRole("button", { name: "Hang up" }).click();
  await expect(anyCall(alice)).toHaveCount(0);
  await expect(callWith(bob, "Carol Chen")).toBeVisible();
  await expect(callWith(carol, "Bob Brandt")).toBeVisible();
  await expectHearsPeople(bob, [carol], [alice]);
  await expectHearsPeople(carol, [bob], [alice]);
  await anyCall(bob).getByRole("button", { name: "Hang up" }).click();
  await expect(anyCall(carol)).toHaveCount(0);
});

test("two calls swap in one click, and merge into one in which all hear each other", async ({ company }) => {
  const [alice, bob, carol] = await company.signInTrio();
  await talk(alice, bob, "102");
  await watchPlaces(alice.page);
  await dial(alice, "103");
  await anyCall(carol).getByRole("button", { name: "Accept" }).click();
  await expectHearsPeople(alice, [carol], [bob]);
  await expectHears(bob, MUSIC_HZ);

  await callWith(alice, "Bob Brandt").getByRole("button", { name: "Swap" }).click();
  await expect(callWith(alice, "Bob Brandt")).toHaveAttribute("data-state", "on-call");
  await expect(callWith(alice, "Carol Chen")).toHaveAttribute("data-state", "on-hold");
  await expectHearsPeople(alice, [bob], [carol]);
  await expectHears(carol, MUSIC_HZ);

  await callWith(alice, "Carol Chen").getByRole("button", { name: "Merge" }).click();
  await expect(callWith(alice, "Bob Brandt, Carol Chen")).toHaveAttribute("data-state", "on-call");
  await expect(anyCall(alice)).toHaveCount(1);
  await expect(callWith(bob, "Alice Archer, Carol Chen")).toBeVisible();
  await expect(callWith(carol, "Alice Archer, Bob Brandt")).toBeVisible();
  await expectHearsPeople(alice, [bob, carol], [alice]);
  await expectHearsPeople(bob, [alice, carol], [bob]);
  await expectHearsPeople(carol, [alice, bob], [carol]);
  await expect(peopleOf(carol).getByRole("listitem")).toHaveCount(3);
  expect((await readPlaces(alice.page)).moved).toEqual([]);
  await anyCall(alice).getByRole("button", { name: "Hang up" }).click();
  await expectHearsPeople(bob, [carol], [alice]);
});

test("a room is dialled by its number: alone one hears music, together each other", async ({ company }) => {
  const [alice, bob] = [await company.signIn("alice"), await company.signIn("bob")];
  await enterRoom(alice);
  await expectHears(alice, MUSIC_HZ);
  await enterRoom(bob);
  await expectHearsPeople(alice, [bob], [alice]);
  await expectHearsPeople(bob, [alice], [bob]);
});
