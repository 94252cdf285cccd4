import type { Locator } from "@playwright/test";
import {
  anyCall,
  callWith,
  type Company,
  dial,
  expect,
  expectHears,
  type Person,
  softphone,
  talk,
  test,
} from "../../support/company/people.ts";
import { expectMessage } from "../../support/browser/messages.ts";
import { dropOn, lift } from "../../support/hands/carry.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

const MUSIC_HZ = 392; // the strongest note of music on hold (MEDIA-41)

interface Office {
  readonly alice: Person;
  readonly bob: Person;
  readonly carol: Person;
  readonly dave: Person;
}

/** Alice and Bob talk; Carol watches them on her buddies page. */
async function office(company: Company): Promise<Office> {
  const [alice, bob, carol, dave] = [
    await company.signIn("alice"),
    await company.signIn("bob"),
    await company.signIn("carol"),
    await company.signIn("dave"),
  ];
  await talk(alice, bob, "102");
  await expect(callOf(carol, "Bob Brandt", "Alice Archer")).toBeVisible();
  return { alice, bob, carol, dave };
}

const card = ({ page }: Person, name: string): Locator => page.getByRole("listitem", { name, exact: true });
const callOf = (person: Person, name: string, peer: string): Locator =>
  card(person, name).getByRole("group", { name: `Call of ${name} with ${peer}` });
const mark = ({ page }: Person, number: string): Locator => page.locator(`[data-move-to="${number}"]`);
/** Undo is offered for 10 s, and stays under the pointer for as long as it takes to look at the rest. */
const undoOf = ({ page }: Person): Locator => page.getByRole("button", { name: "Undo" });
const accept = (person: Person) => anyCall(person).getByRole("button", { name: "Accept" }).click();

async function expectTalking(one: Person, other: Person): Promise<void> {
  await expect(anyCall(one)).toHaveCount(1);
  await expect(anyCall(other)).toHaveCount(1);
  await expectHears(one, other.voiceHz);
  await expectHears(other, one.voiceHz);
}

test.describe("moving a call by hand", () => {
  test("Bob's call is dragged to Dave: Alice and Dave talk, Bob is free, and Undo brings it back", async ({
    company,
  }) => {
    const { alice, bob, carol, dave } = await office(company);
    await lift(carol, callOf(carol, "Bob Brandt", "Alice Archer"));
    await expect(mark(carol, "104")).toHaveAttribute("data-verdict", "possible");
    for (const [number, why] of [
      ["101", "That’s the caller"],
      ["102", "Already on this call"],
      ["107", "Offline"],
    ] as const) {
      await expect(mark(carol, number)).toHaveAttribute("data-verdict", "impossible");
      await expect(mark(carol, number)).toHaveText(why);
    }
    await dropOn(carol, mark(carol, "104"));
    await expect(carol.page.locator("[data-move-to]")).toHaveCount(0);
    await expect(callWith(dave, "Alice Archer")).toHaveAttribute("data-state", "ringing");
    await accept(dave);
    await undoOf(carol).hover();
    await expect(anyCall(bob)).toHaveCount(0);
    await expect(callWith(alice, "Dave Diaz")).toBeVisible();
    await expectTalking(alice, dave);
    await expect(card(carol, "Bob Brandt")).toHaveAttribute("data-presence", "online");

    await undoOf(carol).click();
    await accept(bob);
    await expect(anyCall(dave)).toHaveCount(0);
    await expectTalking(alice, bob);
  });

  test("nobody answers: the call is back where it was, and Carol sees a message", async ({ company }) => {
    const { alice, bob, carol, dave } = await office(company);
    await lift(carol, callOf(carol, "Bob Brandt", "Alice Archer"));
    await dropOn(carol, mark(carol, "104"));
    await anyCall(dave).getByRole("button", { name: "Reject" }).click();
    await expectMessage(carol, "No answer from Dave Diaz. Alice Archer is back with Bob Brandt");
    await expectTalking(alice, bob);
  });

  test("Move to… does the same with the keyboard alone", async ({ company }) => {
    const { alice, bob, carol, dave } = await office(company);
    await card(carol, "Alice Archer").getByRole("button", { name: "More" }).focus();
    await carol.page.keyboard.press("Enter");
    await expect(carol.page.getByRole("menuitem", { name: "Move to…" })).toBeVisible();
    await carol.page.getByRole("menuitem", { name: "Move to…" }).focus();
    await carol.page.keyboard.press("Enter");
    const dialog = carol.page.getByRole("dialog", { name: "Move to…" });
    await expect(dialog.getByRole("combobox", { name: "Destination" })).toBeFocused();
    await carol.page.keyboard.type("dave");
    await expect(dialog.getByRole("option").first()).toContainText("Dave Diaz");
    await expect(dialog.getByRole("option")).toHaveCount(1);
    await carol.page.keyboard.press("Enter");
    await expect(dialog.getByText("Dave Diaz’s phone rings.", { exact: false })).toBeVisible();
    await carol.page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await accept(dave);
    await expectTalking(bob, dave);
    await expect(anyCall(alice)).toHaveCount(0);
  });

  test("a call is dropped on a room of the strip: the first member hears music, then the next member", async ({
    company,
  }) => {
    const { alice, bob, carol, dave } = await office(company);
    await lift(carol, callOf(carol, "Bob Brandt", "Alice Archer"));
    await dropOn(carol, mark(carol, "800"));
    await expectMessage(carol, "Alice Archer was moved to Open room");
    await expect(anyCall(bob)).toHaveCount(0);
    await expectHears(alice, MUSIC_HZ);
    await dial(dave, "800");
    await expectTalking(alice, dave);
  });

  test("a call is dropped on a parking lot of the strip, and taken back by Undo", async ({ company }) => {
    const { alice, bob, carol } = await office(company);
    await lift(carol, callOf(carol, "Bob Brandt", "Alice Archer"));
    await dropOn(carol, mark(carol, "700"));
    await undoOf(carol).hover();
    await expectMessage(carol, "Alice Archer was moved to Main");
    await expect(anyCall(bob)).toHaveCount(0);
    await expectHears(alice, 392); // music on hold
    await undoOf(carol).click();
    await accept(bob);
    await expectTalking(alice, bob);
    // A single slot is a place of its own.
    await lift(carol, callOf(carol, "Bob Brandt", "Alice Archer"));
    await dropOn(carol, mark(carol, "703"));
    await expectMessage(carol, "Alice Archer was moved to Slot 703");
    await expect(anyCall(bob)).toHaveCount(0);
  });

  test("the user's own call is dragged from the softphone to a slot of the parking page", async ({ company }) => {
    const { alice, bob } = await office(company);
    await alice.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Parking" }).click();
    await expect(alice.page.getByRole("listitem", { name: "Slot 703" })).toHaveAttribute("data-state", "free");
    await lift(alice, softphone(alice).locator("[data-movable]"));
    await dropOn(alice, alice.page.getByRole("listitem", { name: "Slot 703" }).locator("[data-move-to]"));
    await expect(anyCall(alice)).toHaveCount(0);
    await expect(alice.page.getByRole("listitem", { name: "Slot 703" })).toHaveAttribute("data-state", "taken");
    await expectHears(bob, 392); // music on hold
    await alice.page.getByRole("listitem", { name: "Slot 703" }).getByRole("button", { name: "Retrieve" }).click();
    await expectTalking(alice, bob);
  });

  test("a call that ends while it is dragged shows a message, and the drop does nothing", async ({ company }) => {
    const { bob, carol, dave } = await office(company);
    await lift(carol, callOf(carol, "Bob Brandt", "Alice Archer"));
    await anyCall(bob).getByRole("button", { name: "Hang up" }).click();
    await expect(carol.page.locator("[data-move-to]")).toHaveCount(0);
    await carol.page.mouse.up();
    await expectMessage(carol, "The call has already ended");
    await expect(anyCall(dave)).toHaveCount(0);
  });
});
