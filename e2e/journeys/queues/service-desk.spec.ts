import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { likeness } from "@callpanel/testkit";
import type { Locator } from "@playwright/test";
import {
  anyCall,
  callWith,
  dial,
  expect,
  expectHears,
  expectHearsPeople,
  type Person,
  test,
} from "../../support/company/people.ts";
import { open } from "../../support/company/routes.ts";
import { keepHeard } from "../../support/media/sound.ts";
import { fileSamples, heardSamples } from "../../support/media/speech.ts";

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";
const DESK = "610";
const MUSIC_HZ = 392; // the strongest note of music on hold (MEDIA-41)

/** Another sentence is at a half, the same through Opus and a browser near 1. */
const SAME = 0.8;

const prompt = (name: string): Int16Array =>
  fileSamples(fileURLToPath(new URL(`../../../packages/pbx/prompts/en/${name}.opus`, import.meta.url)));

const desk = ({ page }: Person): Locator => page.getByRole("region", { name: "Queue Desk" });
const agent = (person: Person, name: string): Locator => desk(person).getByRole("listitem", { name: `Agent ${name}` });
const missed = ({ page }: Person): Locator => page.getByRole("region", { name: "Missed callers" });

const accept = (person: Person) => anyCall(person).getByRole("button", { name: "Accept" }).click();
const hangUp = (person: Person) => anyCall(person).getByRole("button", { name: "Hang up" }).click();

/** One after the other, as the phone system wants them. */
async function pressKeys(person: Person, keys: string): Promise<void> {
  const pad = anyCall(person).getByRole("button", { name: "Dial pad" });
  await pad.click();
  for (const key of keys) await anyCall(person).getByRole("button", { name: key, exact: true }).click();
}

/** What a caller hears from now until their place was said twice. */
async function hearsTheLine(person: Person): Promise<Int16Array> {
  await expect(anyCall(person)).toHaveAttribute("data-state", "on-call");
  const stop = await keepHeard(person.page);
  await expect(anyCall(person)).toContainText(/00:(1[89]|[2-5]\d)|01:/);
  return heardSamples(await stop());
}

test("QUE-50 QDASH-3 a service desk of two callers, two agents and a supervisor: ringing, sound, missed callers, and the report", async ({
  company,
}) => {
  await company.administer("queues", "add", DESK, "Desk");
  await company.administer(
    "queues",
    "set",
    DESK,
    "strategy",
    "linear",
    "announce_position",
    "true",
    "callback_key",
    "2",
  );
  await company.administer("queues", "set", DESK, "announce_first_seconds", "4", "announce_every_seconds", "10");
  for (const username of ["dave", "grace"]) await company.administer("queues", "add-agent", DESK, username);
  const [alice, bob, carol] = await company.signInTrio();
  const [dave, grace] = [await company.signIn("dave"), await company.signIn("grace")];
  await open(carol, "/queues/dashboard", "Queues");
  await carol.page.getByRole("listitem", { name: "Desk", exact: true }).getByRole("button", { name: "Watch" }).click();
  await carol.page.keyboard.press("Escape");
  for (const name of ["Dave Diaz", "Grace Gyamfi"])
    await expect(agent(carol, name)).toHaveAttribute("data-state", "idle");

  // The first agent of the list rings, the other does not.
  await dial(alice, DESK);
  await expectHears(alice, MUSIC_HZ);
  await expect(callWith(dave, "Alice Archer")).toHaveAttribute("data-state", "ringing");
  await expect(agent(carol, "Dave Diaz")).toHaveAttribute("data-state", "ringing");
  await expect(agent(carol, "Grace Gyamfi")).toHaveAttribute("data-state", "idle");
  await expect(anyCall(grace)).toHaveCount(0);
  await accept(dave);
  await expectHearsPeople(alice, [dave], [bob, carol, grace]);
  await expectHearsPeople(dave, [alice], [bob, carol, grace]);

  // One agent talks, the other is paused: the second caller waits, hears the place, and gives up.
  await agent(carol, "Grace Gyamfi").getByRole("button", { name: "Pause" }).click();
  await carol.page.getByRole("menuitem", { name: "Lunch" }).click();
  await expect(agent(carol, "Grace Gyamfi")).toHaveAttribute("data-state", "paused");
  await dial(bob, DESK);
  await expect(desk(carol)).toHaveAttribute("data-waiting", "1");
  const heard = await hearsTheLine(bob);
  expect(likeness(prompt("queue-next"), heard), "you are next in line").toBeGreaterThan(SAME);
  expect(likeness(prompt("queue-wait-short"), heard), "no other sentence").toBeLessThan(SAME);
  await expectHears(bob, MUSIC_HZ);
  await hangUp(bob);
  await expect(desk(carol)).toHaveAttribute("data-waiting", "0");
  await expect(missed(carol).getByRole("listitem", { name: "Missed 102" })).toContainText("Desk");

  // Back from lunch, the second agent takes the next call of the same caller, who is missed no longer.
  await agent(carol, "Grace Gyamfi").getByRole("button", { name: "Unpause" }).click();
  await dial(bob, DESK);
  await expect(callWith(grace, "Bob Brandt")).toHaveAttribute("data-state", "ringing");
  await accept(grace);
  await expectHearsPeople(bob, [grace], [alice, dave]);
  await expectHearsPeople(grace, [bob], [alice, dave]);
  await expect(agent(carol, "Grace Gyamfi")).toHaveAttribute("data-state", "talking");
  await hangUp(bob);
  await hangUp(alice);
  await expect(missed(carol).getByRole("listitem", { name: "Missed 102" })).toHaveCount(0);

  // A caller asks to be called back while nobody is free, and keeps the place: an agent calls as soon as one is.
  for (const name of ["Dave Diaz", "Grace Gyamfi"]) {
    await agent(carol, name).getByRole("button", { name: "Pause" }).click();
    await carol.page.getByRole("menuitem", { name: "Lunch" }).click();
    await expect(agent(carol, name)).toHaveAttribute("data-state", "paused");
  }
  await dial(bob, DESK);
  await expectHears(bob, MUSIC_HZ);
  await pressKeys(bob, "21");
  await expect(anyCall(bob)).toHaveCount(0);
  const callback = desk(carol).getByRole("listitem", { name: "Caller Bob Brandt" });
  await expect(callback).toContainText("Callback");
  await carol.page.screenshot({ path: join(PICTURES, "queue-callback-waiting.png") });
  await agent(carol, "Grace Gyamfi").getByRole("button", { name: "Unpause" }).click();
  const rung = callWith(grace, "Bob Brandt");
  await expect(rung).toHaveAttribute("data-state", "ringing");
  await expect(rung).toContainText("Callback for Desk");
  await grace.page.screenshot({ path: join(PICTURES, "queue-callback-agent.png") });
  await accept(grace);
  await expect(anyCall(bob)).toHaveAttribute("data-state", "ringing");
  await accept(bob);
  await expect(anyCall(bob)).toHaveAttribute("data-state", "on-call");
  await pressKeys(bob, "1");
  await expectHearsPeople(bob, [grace], [alice, dave]);
  await expectHearsPeople(grace, [bob], [alice, dave]);
  await expect(callback).toHaveCount(0);
  await hangUp(bob);

  // The report of the day has exactly these four calls.
  await open(carol, "/queues/reports?type=queue_summary", "Queues");
  await carol.page.getByRole("radio", { name: "Day" }).check();
  await carol.page.getByRole("button", { name: "Show" }).click();
  const row = carol.page.getByRole("table", { name: "Report" }).getByRole("row", { name: /Desk/ });
  await expect(row).toHaveCount(1);
  await expect
    .poll(async () => (await row.getByRole("cell").allTextContents()).slice(-10, -6), {
      message: "calls, answered, abandoned, timed out",
    })
    .toEqual(["4", "3", "1", "0"]);
});
