import {
  anyCall,
  dial,
  softphone,
  callWith,
  type Company,
  expect,
  expectHears,
  type Person,
  talk,
  test,
} from "../../support/company/people.ts";
import { expectMessage } from "../../support/browser/messages.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

interface Trio {
  readonly alice: Person;
  readonly bob: Person;
  readonly carol: Person;
}

/** Bob calls Alice, who is about to send him to Carol. */
async function trio(company: Company): Promise<Trio> {
  const [alice, bob, carol] = await company.signInTrio();
  await talk(bob, alice, "101");
  return { alice, bob, carol };
}

async function send(person: Person, peer: string, destination: string, manner: "Blind" | "Attended"): Promise<void> {
  await callWith(person, peer).getByRole("button", { name: "Transfer", exact: true }).click();
  const dialog = person.page.getByRole("dialog", { name: "Transfer" });
  await dialog.getByRole("combobox", { name: "Destination" }).fill(destination);
  await dialog.getByRole("radio", { name: manner }).check();
  await dialog.getByRole("button", { name: "Transfer", exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

const press = (person: Person, peer: string, button: string) =>
  callWith(person, peer).getByRole("button", { name: button, exact: true }).click();

async function expectTalking(one: Person, other: Person): Promise<void> {
  await expect(anyCall(one)).toHaveCount(1);
  await expect(anyCall(other)).toHaveCount(1);
  await expect(anyCall(one)).toHaveAttribute("data-state", "on-call");
  await expect(anyCall(other)).toHaveAttribute("data-state", "on-call");
  await expectHears(one, other.voiceHz);
  await expectHears(other, one.voiceHz);
}

test.describe("blind transfer", () => {
  test("the destination answers, the two talk and see each other's names, the person who transferred is free", async ({
    company,
  }) => {
    const { alice, bob, carol } = await trio(company);
    await send(alice, "Bob Brandt", "103", "Blind");
    await expectMessage(alice, "Transferring to Carol Chen…");
    await press(carol, "Bob Brandt", "Accept");
    await expectMessage(alice, "Transferred to Carol Chen");
    await expect(anyCall(alice)).toHaveCount(0);
    await expect(callWith(bob, "Carol Chen")).toBeVisible();
    await expect(callWith(carol, "Bob Brandt")).toBeVisible();
    await expectTalking(bob, carol);
  });

  test("the destination is found by name, with the keyboard alone", async ({ company }) => {
    const { alice, bob, carol } = await trio(company);
    await alice.page.getByRole("heading", { level: 1 }).click();
    await alice.page.keyboard.press("Alt+Shift+T");
    const dialog = alice.page.getByRole("dialog", { name: "Transfer" });
    await expect(dialog.getByRole("combobox", { name: "Destination" })).toBeFocused();
    await alice.page.keyboard.type("carol");
    await expect(dialog.getByRole("option").first()).toContainText("Carol Chen");
    await alice.page.keyboard.press("Enter");
    await expect(dialog.getByRole("combobox", { name: "Destination" })).toHaveValue("103");
    await alice.page.keyboard.press("Enter");
    await press(carol, "Bob Brandt", "Accept");
    await expectTalking(bob, carol);
  });

  test("SOFT-27 SOFT-52 SOFT-70 the list has free colleagues first, and a caller is sent to a colleague's voicemail, whose name is shown in full", async ({
    company,
  }) => {
    const { alice, bob } = await trio(company);
    const top = () =>
      bob.page.getByRole("button", { name: "Hang up" }).evaluate((one) => one.getBoundingClientRect().top);
    const before = await top();
    await press(alice, "Bob Brandt", "Transfer");
    const dialog = alice.page.getByRole("dialog", { name: "Transfer" });
    const names = dialog.getByRole("option").locator("bdi");
    await expect(names.first()).toHaveText("Carol Chen");
    await expect(names.last(), "offline").toHaveText("Xóchitl Ximénez");
    await expect(dialog.getByRole("option", { name: /^\*/ })).toHaveCount(0);
    await expect(dialog.getByRole("button", { name: "Transfer", exact: true })).toBeDisabled();
    await dialog.getByRole("option", { name: /Carol Chen/ }).click();
    await dialog.getByRole("radio", { name: "Voicemail" }).check();
    await dialog.getByRole("button", { name: "Transfer", exact: true }).click();
    await expect(anyCall(alice)).toHaveCount(0);
    const mailbox = callWith(bob, "Voicemail of Carol Chen");
    await expect(mailbox).toHaveAttribute("data-state", "on-call");
    await expect(anyCall(bob)).toHaveCount(1);
    const name = mailbox.locator("bdi").first();
    await expect(name).toHaveText("Voicemail of Carol Chen");
    expect(
      await name.evaluate((one) => [one.scrollWidth > one.clientWidth, one.scrollHeight > one.clientHeight]),
    ).toEqual([false, false]);
    expect(await top(), "nothing has moved").toBe(before);
  });

  test("a destination that rejects, is busy or does not exist gives the caller back", async ({ company }) => {
    const { alice, bob, carol } = await trio(company);
    await send(alice, "Bob Brandt", "103", "Blind");
    await press(carol, "Bob Brandt", "Reject");
    await expectMessage(alice, "Carol Chen declined. Bob Brandt is back with you");
    await expectTalking(alice, bob);

    await send(alice, "Bob Brandt", "999", "Blind");
    await expectMessage(alice, "999 doesn’t exist. Bob Brandt is back with you");
    await expectTalking(alice, bob);

    await send(alice, "Bob Brandt", "105", "Blind");
    await expectMessage(alice, "Erin Evans is not available. Bob Brandt is back with you");
    await expectTalking(alice, bob);
  });

  test("the person who transferred hangs up while the destination rings, and the caller stays", async ({ company }) => {
    const { alice, bob, carol } = await trio(company);
    await send(alice, "Bob Brandt", "103", "Blind");
    await expect(callWith(carol, "Bob Brandt")).toHaveAttribute("data-state", "ringing");
    await press(alice, "Bob Brandt", "Hang up");
    await press(carol, "Bob Brandt", "Accept");
    await expectTalking(bob, carol);
    await expect(anyCall(alice)).toHaveCount(0);
  });

  test("the caller hangs up while the destination rings: everybody is free, and a message says so", async ({
    company,
  }) => {
    const { alice, bob, carol } = await trio(company);
    await send(alice, "Bob Brandt", "103", "Blind");
    await expect(callWith(carol, "Bob Brandt")).toHaveAttribute("data-state", "ringing");
    await anyCall(bob).getByRole("button", { name: "Hang up" }).click();
    await expect(anyCall(carol)).toHaveCount(0);
    await expect(anyCall(alice)).toHaveCount(0);
    await expectMessage(alice, /Transfer to Carol Chen failed/);
  });
});

// Here, so that it has the company of the journeys above.
test.describe("parking by the softphone", () => {
  test("Park sends the call to the lot, and dialling the slot has it back", async ({ company }) => {
    const { alice, bob, carol } = await trio(company);
    await press(alice, "Bob Brandt", "Park");
    await expectMessage(alice, "Bob Brandt is parked at 701");
    await expect(anyCall(alice)).toHaveCount(0);
    await expectHears(bob, 392); // music on hold
    await expect(callWith(bob, "Parked at 701")).toContainText("Transferred by Alice Archer");
    await dial(carol, "701");
    await expectTalking(bob, carol);
    await expect(callWith(carol, "Bob Brandt")).toContainText("Retrieved from parking (701)");
    await expect(callWith(bob, "Carol Chen")).toBeVisible();
    await expect(alice.page.getByText("Bob Brandt is parked at 701")).toHaveCount(0);
    await expect(softphone(carol)).toBeVisible();
  });
});

test.describe("no answer", () => {
  test.use({ serverEnv: { RING_SECONDS: "5" } });

  test("a destination that does not answer gives the caller back", async ({ company }) => {
    const { alice, bob, carol } = await trio(company);
    await send(alice, "Bob Brandt", "103", "Blind");
    await expect(callWith(carol, "Bob Brandt")).toHaveAttribute("data-state", "ringing");
    await expectMessage(alice, "Carol Chen didn’t answer. Bob Brandt is back with you");
    await expectTalking(alice, bob);
  });
});

test.describe("attended transfer", () => {
  // So that a rejected consultation does not end in the voicemail.
  test.use({ serverEnv: { VOICEMAIL: "0" } });

  test("SOFT-7 the first call waits, the destination is consulted, and completing joins the two, also below an open list", async ({
    company,
  }) => {
    const { alice, bob, carol } = await trio(company);
    await send(alice, "Bob Brandt", "103", "Attended");
    await press(carol, "Alice Archer", "Accept");
    await expectHears(alice, carol.voiceHz);
    await expectHears(carol, alice.voiceHz);
    await expect(callWith(alice, "Bob Brandt")).toHaveAttribute("data-state", "on-hold");
    await expect(callWith(alice, "Carol Chen")).toContainText("Bob Brandt is waiting");
    await expect(callWith(alice, "Bob Brandt")).toContainText("On hold while you talk to Carol Chen");
    await alice.page.setViewportSize({ width: 1440, height: 900 });
    await softphone(alice).getByRole("button", { name: "Contacts", exact: true }).click();
    await expect(softphone(alice).getByRole("list", { name: "Contacts", exact: true })).toBeVisible();
    const complete = callWith(alice, "Carol Chen").getByRole("button", { name: "Complete transfer" });
    await expect(complete).toBeInViewport({ ratio: 1 });
    await press(alice, "Carol Chen", "Complete transfer");
    await expect(anyCall(alice)).toHaveCount(0);
    await expect(callWith(carol, "Bob Brandt")).toBeVisible();
    await expectTalking(bob, carol);
  });

  test("cancelling gives the first call back, while it rings and after the answer", async ({ company }) => {
    const { alice, bob, carol } = await trio(company);
    await send(alice, "Bob Brandt", "103", "Attended");
    await expect(callWith(carol, "Alice Archer")).toHaveAttribute("data-state", "ringing");
    await press(alice, "Carol Chen", "Cancel transfer");
    await expect(anyCall(carol)).toHaveCount(0);
    await expectTalking(alice, bob);

    await send(alice, "Bob Brandt", "103", "Attended");
    await press(carol, "Alice Archer", "Accept");
    await expectHears(alice, carol.voiceHz);
    await press(alice, "Carol Chen", "Cancel transfer");
    await expect(anyCall(carol)).toHaveCount(0);
    await expectTalking(alice, bob);
  });

  test("completed while the destination rings, its answer joins the two", async ({ company }) => {
    const { alice, bob, carol } = await trio(company);
    await send(alice, "Bob Brandt", "103", "Attended");
    await expect(callWith(carol, "Alice Archer")).toHaveAttribute("data-state", "ringing");
    await press(alice, "Carol Chen", "Complete transfer");
    await press(carol, "Bob Brandt", "Accept");
    await expectTalking(bob, carol);
    await expect(anyCall(alice)).toHaveCount(0);
  });

  test("a destination that rejects, or hangs up after a word, gives the first call back", async ({ company }) => {
    const { alice, bob, carol } = await trio(company);
    await send(alice, "Bob Brandt", "103", "Attended");
    await press(carol, "Alice Archer", "Reject");
    await expectTalking(alice, bob);

    await send(alice, "Bob Brandt", "103", "Attended");
    await press(carol, "Alice Archer", "Accept");
    await expectHears(alice, carol.voiceHz);
    await press(carol, "Alice Archer", "Hang up");
    await expectTalking(alice, bob);
  });

  test("a caller who hangs up during the consultation leaves it as a call like any other", async ({ company }) => {
    const { alice, bob, carol } = await trio(company);
    await send(alice, "Bob Brandt", "103", "Attended");
    await press(carol, "Alice Archer", "Accept");
    await expectHears(alice, carol.voiceHz);
    await anyCall(bob).getByRole("button", { name: "Hang up" }).click();
    await expect(callWith(alice, "Bob Brandt")).toHaveCount(0);
    await expect(callWith(alice, "Carol Chen").getByRole("button", { name: "Complete transfer" })).toHaveCount(0);
    await expectTalking(alice, carol);
  });
});
