import { anyCall, callWith, dial, expect, expectHears, test } from "../../support/company/people.ts";
import { expectMessage } from "../../support/browser/messages.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

test.describe("several calls at once", () => {
  test("a second call is answered, the first is held and comes back with its own name and sound", async ({
    company,
  }) => {
    const alice = await company.signIn("alice");
    const bob = await company.signIn("bob");
    const carol = await company.signIn("carol");

    await dial(bob, "101");
    await callWith(alice, "Bob Brandt").getByRole("button", { name: "Accept" }).click();
    await expectHears(alice, bob.voiceHz);

    await dial(carol, "101");
    await callWith(alice, "Carol Chen").getByRole("button", { name: "Accept" }).click();
    await expect(callWith(alice, "Carol Chen")).toHaveAttribute("data-state", "on-call");
    await expect(callWith(alice, "Bob Brandt")).toHaveAttribute("data-state", "on-hold");
    await expectHears(alice, carol.voiceHz);
    await expectHears(carol, alice.voiceHz);

    await callWith(alice, "Bob Brandt").getByRole("button", { name: "Unhold" }).click();
    await expect(callWith(alice, "Bob Brandt")).toHaveAttribute("data-state", "on-call");
    await expect(callWith(alice, "Carol Chen")).toHaveAttribute("data-state", "on-hold");
    await expectHears(alice, bob.voiceHz);
    await expectHears(bob, alice.voiceHz);

    await callWith(alice, "Bob Brandt").getByRole("button", { name: "Hang up" }).click();
    await expect(callWith(alice, "Bob Brandt")).toHaveCount(0);
    await callWith(alice, "Carol Chen").getByRole("button", { name: "Unhold" }).click();
    await expectHears(alice, carol.voiceHz);
  });
});

test.describe("more than a phone may have", () => {
  test.use({ serverEnv: { VOICEMAIL: "0" } });

  test("the fifth call out is refused, and the fifth call in is sent away", async ({ company }) => {
    const alice = await company.signIn("alice");
    const bob = await company.signIn("bob");
    for (let count = 1; count <= 4; count += 1) {
      await dial(alice, "*86");
      await expect(anyCall(alice)).toHaveCount(count);
      await expect(anyCall(alice).first()).toHaveAttribute("data-state", "on-call");
    }
    await dial(alice, "*43");
    await expectMessage(alice, "maximum of 4 simultaneous calls");
    await expect(anyCall(alice)).toHaveCount(4);

    await dial(bob, "101");
    await expectMessage(alice, /Bob Brandt.*rejected|rejected.*Bob Brandt/);
    await expectMessage(bob, "busy");
    await expect(anyCall(alice)).toHaveCount(4);
  });
});
