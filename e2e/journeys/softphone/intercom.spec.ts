import {
  anyCall,
  callWith,
  dial,
  expect,
  expectHears,
  expectSilence,
  phoneStatus,
  softphone,
  test,
} from "../../support/company/people.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

test.describe("intercom", () => {
  test("*80 answers itself at the colleague's, and the two hear each other; *81 only listens", async ({ company }) => {
    const alice = await company.signIn("alice");
    const bob = await company.signIn("bob");
    await dial(alice, "*80102");
    await expect(callWith(bob, "Alice Archer")).toHaveAttribute("data-state", "on-call");
    await expectHears(alice, bob.voiceHz);
    await expectHears(bob, alice.voiceHz);
    await anyCall(alice).getByRole("button", { name: "Hang up" }).click();
    await expect(anyCall(bob)).toHaveCount(0);

    // Refused until the right to it is granted.
    await dial(alice, "*81102");
    await expect(anyCall(alice)).toHaveCount(0);
    await expect(anyCall(bob)).toHaveCount(0);
    // A server that has just started knows the right already: nothing has to be tried until it does.
    await company.stop();
    await company.administer("permissions", "grant", "alice", "intercom:execute_silent:bob");
    await company.restart();
    for (const person of [alice, bob]) await expect(phoneStatus(person)).toHaveText("Registered");
    await dial(alice, "*81102");
    await expect(callWith(bob, "Alice Archer")).toHaveAttribute("data-state", "on-call");
    await expectHears(alice, bob.voiceHz);
    await expectSilence(bob);
  });

  test("for a person who is on the phone it rings like any call", async ({ company }) => {
    const alice = await company.signIn("alice");
    const bob = await company.signIn("bob");
    await dial(bob, "*43");
    await expect(anyCall(bob)).toHaveAttribute("data-state", "on-call");
    await dial(alice, "*80102");
    await expect(callWith(bob, "Alice Archer")).toHaveAttribute("data-state", "ringing");
    await expect(softphone(bob).getByRole("button", { name: "Accept" })).toBeVisible();
  });
});
