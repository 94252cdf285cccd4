import {
  anyCall,
  callWith,
  dial,
  expect,
  expectHears,
  expectSilence,
  type Person,
  talk,
  test,
} from "../../support/company/people.ts";
import { hear } from "../../support/media/sound.ts";
import { expectMessage } from "../../support/browser/messages.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

/** A page that the next journey does not get: it answers the question of the browser. */
const ONE_JOURNEY = {};

const LOOK_MS = 600; // one look at what is heard (support/sound.ts)

test("a reload in the middle of a call: it is back by itself with sound, and the far end does not notice it", async ({
  company,
}, testInfo) => {
  const alice = await company.signIn("alice", ONE_JOURNEY);
  const bob = await company.signIn("bob");
  await talk(alice, bob, "102");
  await expectHears(bob, alice.voiceHz);
  const stop = await watchForEnd(bob);

  let asked = 0;
  alice.page.on("dialog", (dialog) => {
    asked += 1;
    void dialog.accept();
  });
  const reloadedAt = Date.now();
  await alice.page.reload({ waitUntil: "commit" });
  await Promise.all([hearsAgain(alice, bob, reloadedAt), hearsAgain(bob, alice, reloadedAt)]).then((times) => {
    const backMs = Math.max(...times);
    testInfo.annotations.push({ type: "figure", description: `sound both ways ${backMs} ms after the reload` });
    process.stdout.write(`    sound both ways ${backMs} ms after the reload\n`);
  });
  expect(asked, "closing asks first").toBe(1);
  await expect(callWith(alice, "Bob Brandt")).toHaveAttribute("data-state", "on-call");
  expect(await stop()).toEqual([]);

  await anyCall(alice).getByRole("button", { name: "Mute" }).click();
  await expectSilence(bob);
  await alice.page.reload();
  await expect(callWith(alice, "Bob Brandt")).toHaveAttribute("data-state", "muted");
  await expectHears(alice, bob.voiceHz);
  await expectSilence(bob);
  await anyCall(alice).getByRole("button", { name: "Unmute" }).click();
  await expectHears(bob, alice.voiceHz);

  await anyCall(alice).getByRole("button", { name: "Hang up" }).click();
  await expect(anyCall(bob)).toHaveCount(0);
});

test("a reload while a call rings: it rings at the new page, and the caller is not sent to voicemail", async ({
  company,
}) => {
  const alice = await company.signIn("alice", ONE_JOURNEY);
  const bob = await company.signIn("bob");
  await dial(bob, "101");
  await expect(anyCall(alice)).toHaveAttribute("data-state", "ringing");
  await alice.page.reload({ waitUntil: "commit" });
  await anyCall(alice).getByRole("button", { name: "Accept" }).click();
  await expect(callWith(bob, "Alice Archer")).toHaveAttribute("data-state", "on-call");
  await expectHears(bob, alice.voiceHz);
  await anyCall(alice).getByRole("button", { name: "Hang up" }).click();
  await expect(anyCall(bob)).toHaveCount(0);
});

test("a call on hold is on hold after a reload, and the callee's side is taken back as well", async ({ company }) => {
  const alice = await company.signIn("alice", ONE_JOURNEY);
  const bob = await company.signIn("bob");
  await talk(bob, alice, "101");
  await anyCall(alice).getByRole("button", { name: "Hold", exact: true }).click();
  await expectHears(bob, MUSIC_HZ);
  alice.page.on("dialog", (dialog) => void dialog.accept());
  await alice.page.reload();
  await expect(callWith(alice, "Bob Brandt")).toHaveAttribute("data-state", "on-hold");
  await expect(anyCall(alice)).not.toContainText("Reconnecting…");
  await anyCall(alice).getByRole("button", { name: "Unhold" }).click();
  await expectHears(bob, alice.voiceHz);
  await expectHears(alice, bob.voiceHz);
});

test("PHONE-65 a reload in a call without the microphone: the call ends on both sides, and the page shows why", async ({
  company,
}) => {
  const alice = await company.signIn("alice", ONE_JOURNEY);
  const bob = await company.signIn("bob");
  await talk(bob, alice, "101");
  alice.page.on("dialog", (dialog) => void dialog.accept());
  await alice.page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("refused", "NotAllowedError"));
  });
  await alice.page.reload();
  // Sooner than the phone system would end it by itself (CALL-35).
  await expect(anyCall(bob)).toHaveCount(0, { timeout: 60_000 });
  await expectMessage(alice, "may not use the microphone");
  await expectMessage(alice, "The call with Bob Brandt has ended because your microphone was not available");
  await expect(anyCall(alice)).toHaveCount(0);
});

/** The strongest note of the music on hold (MEDIA-41). */
const MUSIC_HZ = 392;

/** Notes every moment in which the person's call is not on call. @returns how to stop, with what was seen */
async function watchForEnd({ page }: Person): Promise<() => Promise<readonly string[]>> {
  const watched = await page.evaluateHandle(() => {
    const seen: string[] = [];
    const look = () => {
      const state = document.querySelector('[aria-label^="Call with "]')?.getAttribute("data-state") ?? "no call";
      if (state !== "on-call") seen.push(state);
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    return { seen, observer };
  });
  return async () =>
    await watched.evaluate(({ seen, observer }) => {
      observer.disconnect();
      return seen;
    });
}

async function hearsAgain(listener: Person, speaker: Person, since: number): Promise<number> {
  for (;;) {
    const heard = await hear(listener.page).catch(() => undefined); // the page is being loaded
    const ms = Date.now() - since;
    const isVoice = heard && heard.levelDb > -40 && Math.abs(heard.frequencyHz - speaker.voiceHz) < 25;
    // The far end hears the old page until it is gone: what counts is heard after that.
    if (isVoice && ms > 2 * LOOK_MS) return ms;
    if (ms > 120_000) throw new Error(`${listener.username} hears nothing for ${ms} ms`);
  }
}
