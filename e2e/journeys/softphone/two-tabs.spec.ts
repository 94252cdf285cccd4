import {
  anyCall,
  dial,
  expect,
  expectHears,
  type Person,
  phoneStatus,
  talk,
  test,
} from "../../support/company/people.ts";
import { registrations } from "../../support/server.ts";
import { listenIn } from "../../support/media/sound.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

/** A browser that the next journey does not get: its tabs are closed, crash and sign out. */
const ONE_JOURNEY = {};

// First: nobody else has a phone yet.
test("signing out in one tab ends the phone in both", async ({ company }) => {
  const alice = await company.signIn("alice", ONE_JOURNEY);
  const second = await anotherTab(alice, company.server.address);
  await second.page.getByRole("button", { name: "Account" }).click();
  await second.page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect.poll(() => registrations(company.server.address)).toBe(0);
  await expect(alice.page.getByRole("button", { name: "Sign in" })).toBeVisible();
});

test("two tabs of one person are one phone: a call answered in one is shown and hung up in the other", async ({
  company,
}) => {
  const alice = await company.signIn("alice", ONE_JOURNEY);
  const bob = await company.signIn("bob");
  const second = await anotherTab(alice, company.server.address);
  expect(await registrations(company.server.address)).toBe(2); // alice and bob

  await dial(bob, "101");
  await expect(anyCall(alice)).toHaveAttribute("data-state", "ringing");
  await expect(anyCall(second)).toHaveAttribute("data-state", "ringing");
  await anyCall(alice).getByRole("button", { name: "Accept" }).click();
  for (const person of [alice, second, bob]) await expect(anyCall(person)).toHaveAttribute("data-state", "on-call");
  await expectHears(alice, bob.voiceHz);
  await expectHears(bob, alice.voiceHz);

  await anyCall(second).getByRole("button", { name: "Mute" }).click();
  await expect(anyCall(alice)).toHaveAttribute("data-state", "muted");
  await anyCall(second).getByRole("button", { name: "Hang up" }).click();
  for (const person of [alice, second, bob]) await expect(anyCall(person)).toHaveCount(0);

  await dial(second, "102");
  await expect(anyCall(bob)).toHaveAttribute("data-state", "ringing");
  await expect(anyCall(alice)).toHaveAttribute("data-state", "ringing");
  await anyCall(alice).getByRole("button", { name: "Hang up" }).click();
  await expect(anyCall(second)).toHaveCount(0);
});

test("the tab that has the phone is closed in a call: the other takes over, with sound, and the call does not end", async ({
  company,
}, testInfo) => {
  const alice = await company.signIn("alice", ONE_JOURNEY);
  const bob = await company.signIn("bob");
  const second = await anotherTab(alice, company.server.address);
  await talk(alice, bob, "102");
  await expectHears(bob, alice.voiceHz);

  const closedAt = Date.now();
  await alice.page.close();
  await expectHears(second, bob.voiceHz);
  const backMs = Date.now() - closedAt;
  testInfo.annotations.push({ type: "figure", description: `the next tab is heard after ${backMs} ms` });
  process.stdout.write(`    the next tab hears the call ${backMs} ms after the first was closed\n`);
  await expectHears(bob, alice.voiceHz);
  await expect(anyCall(second)).toHaveAttribute("data-state", "on-call");
  await expect(anyCall(bob)).toHaveAttribute("data-state", "on-call");
  await expect(phoneStatus(second)).toHaveText("Registered");
  await anyCall(second).getByRole("button", { name: "Hang up" }).click();
  await expect(anyCall(bob)).toHaveCount(0);
});

test("a tab that crashes in a held call: the next page has it, still on hold", async ({ company }) => {
  const alice = await company.signIn("alice", ONE_JOURNEY);
  const bob = await company.signIn("bob");
  await talk(bob, alice, "101");
  await anyCall(alice).getByRole("button", { name: "Hold", exact: true }).click();
  await expectHears(bob, MUSIC_HZ);
  const inspector = await alice.page.context().newCDPSession(alice.page);
  void inspector.send("Page.crash").catch(() => undefined); // it dies before it can answer
  await alice.page.waitForEvent("crash");

  const next = await anotherTab(alice, company.server.address);
  await expect(anyCall(next)).toHaveAttribute("data-state", "on-hold");
  await expect(anyCall(next)).not.toContainText("Reconnecting…");
  await anyCall(next).getByRole("button", { name: "Unhold" }).click();
  await expectHears(bob, alice.voiceHz);
  await expectHears(next, bob.voiceHz);
});

/** The strongest note of the music on hold (MEDIA-41). */
const MUSIC_HZ = 392;

async function anotherTab(person: Person, address: string): Promise<Person> {
  const page = await person.page.context().newPage();
  await listenIn(page);
  await page.goto(address);
  const tab = { ...person, page };
  await expect(phoneStatus(tab)).toHaveText("Registered");
  return tab;
}
