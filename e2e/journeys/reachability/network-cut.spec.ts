import { layLine } from "../../support/outside/line.ts";
import { anyCall, expect, expectHears, type Person, phoneStatus, talk, test } from "../../support/company/people.ts";
import { hear } from "../../support/media/sound.ts";
import { expectMessage } from "../../support/browser/messages.ts";

/** A line can be laid to one media address alone. */
test.use({ serverEnv: { MEDIA_ADDRESS: "127.0.0.1" } });

const CUT_MS = 10_000;

test("no call is lost to a network failure of 10 s: the screen shows it, and the sound is back with the network", async ({
  company,
}, testInfo) => {
  const line = await layLine(company.server.address);
  const alice = await company.signIn("alice", { address: line.address });
  const bob = await company.signIn("bob");
  await talk(alice, bob, "102");
  await expectHears(alice, bob.voiceHz);
  await expectHears(bob, alice.voiceHz);

  line.cut();
  const cutAt = Date.now();
  await expect(anyCall(alice)).toContainText("Reconnecting…");
  await expect(anyCall(alice)).toHaveAttribute("data-state", "on-call");
  const shownMs = Date.now() - cutAt;
  await alice.page.waitForTimeout(Math.max(0, CUT_MS - shownMs));
  await expect(phoneStatus(alice)).toHaveText("Connecting");
  await expect(anyCall(bob)).toHaveAttribute("data-state", "on-call");

  line.mend();
  const mendedAt = Date.now();
  const backMs = Math.max(...(await Promise.all([soundAgain(alice, bob, mendedAt), soundAgain(bob, alice, mendedAt)])));
  await expect(phoneStatus(alice)).toHaveText("Registered");
  await expect(anyCall(alice)).not.toContainText("Reconnecting…");
  const wholeMs = Date.now() - mendedAt;
  const figures = `cut seen after ${shownMs} ms; sound both ways ${backMs} ms and registered ${wholeMs} ms after the network`;
  testInfo.annotations.push({ type: "figure", description: figures });
  process.stdout.write(`    ${figures}\n`);

  await anyCall(bob).getByRole("button", { name: "Hang up" }).click();
  await expect(anyCall(alice)).toHaveCount(0);
  await line.close();
});

test("a call during a server restart ends with a message on both sides, and the next call works without a click", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const bob = await company.signIn("bob");
  await talk(alice, bob, "102");
  await company.restart("SIGTERM");
  for (const person of [alice, bob]) {
    await expectMessage(person, "The connection was lost, and the call with");
    await expect(anyCall(person)).toHaveCount(0);
    await expect(phoneStatus(person)).toHaveText("Registered");
  }
  await talk(bob, alice, "101");
  await expectHears(alice, bob.voiceHz);
});

/** When the listener hears the speaker again, in ms after `since`: the end of the look (600 ms) that heard it. */
async function soundAgain(listener: Person, speaker: Person, since: number): Promise<number> {
  for (;;) {
    const { levelDb, frequencyHz } = await hear(listener.page);
    const ms = Date.now() - since;
    if (levelDb > -40 && Math.abs(frequencyHz - speaker.voiceHz) < 25) return ms;
    if (ms > 120_000) throw new Error(`${listener.username} hears nothing for ${ms} ms`);
  }
}
