import { readPlaces, watchPlaces } from "../../support/browser/places.ts";
import {
  anyCall,
  callWith,
  dial,
  expect,
  phoneStatus,
  signIn,
  softphone,
  talk,
  test,
} from "../../support/company/people.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const) {
  test(`SOFT-49 no state of a call moves one of its controls, ${viewport.width}x${viewport.height}`, async ({
    company,
  }) => {
    const carol = await company.open("carol", { viewport, hasMotion: true });
    await signIn(carol.page, "carol");
    await expect(carol.page.getByRole("listitem", { name: "Bob Brandt" })).toBeVisible();
    if (!(await softphone(carol).isVisible())) await carol.page.getByRole("button", { name: "Softphone" }).click();
    await expect(phoneStatus(carol)).toHaveText("Registered");
    const bob = await company.signIn("bob");
    const alice = await company.signIn("alice");
    const call = callWith(carol, "Bob Brandt");
    const press = (name: string) => call.getByRole("button", { name, exact: true }).click();
    const still = async (what: string) => expect((await readPlaces(carol.page)).moved, what).toEqual([]);
    await watchPlaces(carol.page);

    await dial(carol, "102");
    await expect(call).toHaveAttribute("data-state", /calling|ringing/);
    await anyCall(bob).getByRole("button", { name: "Accept" }).click();
    await expect(call).toHaveAttribute("data-state", "on-call");
    await expect(call).toContainText("Good connection");
    await still("answered, and the line about the connection came");

    for (const [name, state] of [
      ["Hold", "on-hold"],
      ["Unhold", "on-call"],
      ["Mute", "muted"],
      ["Unmute", "on-call"],
    ] as const) {
      await press(name);
      await expect(call).toHaveAttribute("data-state", state);
      if (state === "on-hold") await expect(call).not.toContainText("Good connection");
      await still(name);
    }
    await expect(call).toContainText("Good connection");
    for (const [name, next] of [
      ["Record", "Pause recording"],
      ["Pause recording", "Resume recording"],
      ["Resume recording", "Pause recording"],
      ["Stop recording", "Record"],
    ] as const) {
      await press(name);
      await expect(call.getByRole("button", { name: next, exact: true })).toBeVisible();
      await still(name);
    }
    await press("Dial pad");
    await expect(call.getByRole("grid")).toBeInViewport();
    await call.getByRole("button", { name: "5", exact: true }).click();
    await still("dial pad opened");
    await press("Dial pad");
    await expect(call.getByRole("grid")).toHaveCount(0);
    await still("dial pad closed");

    await dial(alice, "103");
    await expect(callWith(carol, "Alice Archer").getByRole("button", { name: "Accept" })).toBeInViewport();
    await still("a second call rings");
    await callWith(alice, "Carol Chen").getByRole("button", { name: "Hang up" }).click();
    await expect(callWith(carol, "Alice Archer")).toHaveCount(0);
    await still("it is gone");

    await press("Transfer");
    const dialog = carol.page.getByRole("dialog", { name: "Transfer" });
    await dialog.getByRole("combobox", { name: "Destination" }).fill("101");
    await dialog.getByRole("radio", { name: "Attended" }).check();
    await dialog.getByRole("button", { name: "Transfer", exact: true }).click();
    const consultation = callWith(carol, "Alice Archer");
    await expect(consultation.getByRole("button", { name: "Complete transfer" })).toBeVisible();
    await still("the consultation rings");
    await anyCall(alice).getByRole("button", { name: "Accept" }).click();
    await expect(consultation).toHaveAttribute("data-state", "on-call");
    await expect(consultation).toContainText("Good connection");
    await still("the consultation talks");
    await consultation.getByRole("button", { name: "Cancel transfer" }).click();
    await expect(consultation).toHaveCount(0);
    await expect(call.getByRole("button", { name: "Transfer", exact: true })).toBeVisible();
    await still("back with the first call");
    const { seen, armed } = await readPlaces(carol.page);
    expect(armed, "a click meant for what was there before ends no call").toEqual(
      expect.arrayContaining(["on-call", "on-hold", "muted"]),
    );
    expect(seen.toSorted()).toEqual(
      [
        "Add video",
        "Cancel transfer",
        "Complete transfer",
        "Dial pad",
        "Hang up",
        "Hold",
        "Keep on top",
        "Message",
        "Move to…",
        "Mute",
        "Park",
        "Pause recording",
        "Record",
        "Three-way",
        "Transfer",
        "Volume",
      ].toSorted(),
    );
  });
}

test("SOFT-50 signing out in a call asks, by menu and by palette, and hangs up only after confirmation", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const bob = await company.signIn("bob");
  const { page } = alice;
  await talk(alice, bob, "102");
  const question = page.getByRole("dialog", { name: "Sign out?" });

  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(question).toContainText("You’re on a call with Bob Brandt. Sign out and hang up?");
  await question.getByRole("button", { name: "Stay signed in" }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Buddies");
  await expect(callWith(bob, "Alice Archer")).toHaveAttribute("data-state", "on-call");

  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Command" }).fill("sign out");
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Sign out and hang up" }).click();
  await expect(page.getByRole("textbox", { name: "Username" })).toBeVisible();
  await expect(anyCall(bob)).toHaveCount(0);
});
