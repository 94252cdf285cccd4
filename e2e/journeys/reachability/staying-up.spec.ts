import { anyCall, dial, expect, expectHears, phoneStatus, talk, test } from "../../support/company/people.ts";
import { expectMessage } from "../../support/browser/messages.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

test.describe("when things fail", () => {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    test(`AVAIL-2 after a server restart (${signal}) the panel comes back by itself, shows the interruption until then, still signed in`, async ({
      company,
    }) => {
      const alice = await company.signIn("alice");
      const bob = await company.signIn("bob");
      await company.stop(signal);
      await expect(alice.page.getByRole("region", { name: "Not reachable" })).toContainText(
        "Your phone isn’t connected",
      );
      await company.restart();
      await expect(phoneStatus(alice)).toHaveText("Registered");
      await expect(phoneStatus(bob)).toHaveText("Registered");
      await expect(alice.page.getByRole("region", { name: "Not reachable" })).toHaveCount(0);
      await talk(alice, bob, "102");
      await expectHears(bob, alice.voiceHz);
    });
  }

  test("a computer without a microphone shows this and can still be called", async ({ company }) => {
    const alice = await company.signIn("alice", { microphone: "none" });
    const bob = await company.signIn("bob");
    await dial(alice, "102");
    await expectMessage(alice, "Microphone not found");
    await expect(anyCall(alice)).toHaveCount(0);
    await expect(phoneStatus(alice)).toHaveText("Registered");
    await dial(bob, "101");
    await expect(anyCall(alice)).toHaveAttribute("data-state", "ringing");
  });

  test("a denied microphone is shown and leaves the phone usable", async ({ company }) => {
    const alice = await company.signIn("alice", { microphone: "denied" });
    await dial(alice, "102");
    await expectMessage(alice, "may not use the microphone");
    await expect(phoneStatus(alice)).toHaveText("Registered");
  });
});
