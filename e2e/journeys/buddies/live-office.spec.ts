import type { Locator } from "@playwright/test";
import { anyCall, dial, expect, type Person, signIn, test } from "../../support/company/people.ts";

const card = ({ page }: Person, name: string): Locator => page.getByRole("listitem", { name, exact: true });
const eventsDot = ({ page }: Person): Locator => page.getByRole("status", { name: /^Live updates/ });

test.describe("the live office", () => {
  test("a receptionist sees live which colleagues are there, whose phone rings and who talks to whom", async ({
    company,
  }) => {
    const carol = await company.signIn("carol");
    const erin = await company.open("erin");
    await signIn(erin.page, "erin");
    const alice = await company.signIn("alice");
    await expect(card(carol, "Bob Brandt")).toHaveAttribute("data-presence", "offline");
    const bob = await company.signIn("bob");
    await expect(card(carol, "Bob Brandt")).toHaveAttribute("data-presence", "online");

    await dial(alice, "102");
    await expect(card(carol, "Bob Brandt")).toHaveAttribute("data-presence", "ringing");
    await expect(card(carol, "Bob Brandt").getByRole("group")).toHaveText("Alice Archer is calling");
    await anyCall(bob).getByRole("button", { name: "Accept" }).click();
    await expect(card(carol, "Bob Brandt")).toHaveAttribute("data-presence", "oncall");
    await expect(card(carol, "Alice Archer")).toHaveAttribute("data-presence", "oncall");
    const call = carol.page.getByRole("group", { name: "Call of Bob Brandt with Alice Archer" });
    await expect(call).toHaveText(/^On call with Alice Archer,\s*00:(0[1-9]|[1-5]\d)$/);
    await expect(carol.page.getByRole("group", { name: "Call of Alice Archer with Bob Brandt" })).toBeVisible();

    // Erin may see that people talk, but not to whom.
    await expect(card(erin, "Bob Brandt")).toHaveAttribute("data-presence", "oncall");
    await expect(card(erin, "Bob Brandt").getByRole("group")).toHaveText(/^On a call,/);
    await expect(erin.page.getByRole("group", { name: /Call of .* with (Alice|Bob|10)/ })).toHaveCount(0);

    await anyCall(bob).getByRole("button", { name: "Hold" }).click();
    await expect(call).toHaveText(/^Holding Alice Archer,/);
    await anyCall(alice).getByRole("button", { name: "Hang up" }).click();
    await expect(card(carol, "Bob Brandt")).toHaveAttribute("data-presence", "online");
    await expect(call).toHaveCount(0);

    await bob.page.getByRole("button", { name: "Account" }).click();
    await bob.page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(card(carol, "Bob Brandt")).toHaveAttribute("data-presence", "offline");
  });

  test("a lost connection is shown, with the age of the displayed state, and the current state comes back by itself", async ({
    company,
  }) => {
    const carol = await company.signIn("carol");
    const bob = await company.signIn("bob");
    await expect(card(carol, "Bob Brandt")).toHaveAttribute("data-presence", "online");
    await expect(eventsDot(carol)).toHaveAttribute("data-hint", "1");
    await company.stop("SIGKILL");
    await expect(eventsDot(carol)).toHaveAttribute("data-hint", "0");
    await expect(carol.page.getByRole("status", { name: /^Not live/ })).toContainText(/0\d:[0-5]\d ago/);
    await expect(card(carol, "Bob Brandt")).toHaveAttribute("data-presence", "online");
    await bob.browser.close();
    await company.restart();
    await expect(eventsDot(carol)).toHaveAttribute("data-hint", "1");
    await expect(carol.page.getByRole("status", { name: /^Not live/ })).toHaveCount(0);
    await expect(card(carol, "Bob Brandt")).toHaveAttribute("data-presence", "offline");
    await expect(card(carol, "Carol Chen")).toHaveAttribute("data-presence", "online");
  });
});
