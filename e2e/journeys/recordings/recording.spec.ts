import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { dominantTone, readRecording, rmsLevel } from "@callpanel/testkit";
import {
  anyCall,
  callWith,
  type Company,
  DEMO_PASSWORD,
  expect,
  expectHears,
  inBothThemes,
  type Person,
  phoneStatus,
  talk,
  test,
} from "../../support/company/people.ts";
import { expectMessage } from "../../support/browser/messages.ts";

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";
const RATE = 48_000;
const WINDOW = RATE / 10; // 100 ms
const SILENT = 0.002;

const press = (person: Person, name: string): Promise<void> =>
  anyCall(person).getByRole("button", { name, exact: true }).click();
const mark = (person: Person, text: string) => anyCall(person).getByText(text, { exact: true });

/** Carol, who may record, talks with Alice; the events about the call's recording that her panel receives. */
async function duo(company: Company) {
  const alice = await company.signIn("alice");
  const carol = await company.signIn("carol");
  const told: { callid: string; monitorFile: string | null }[] = [];
  carol.page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const text = String(payload);
      const frames: readonly unknown[] = text.includes('{"type":"event"') ? [JSON.parse(text)].flat() : [];
      told.push(...frames.filter(isMonitorFrame).map(({ event }) => event));
    }),
  );
  await carol.page.reload();
  await expect(phoneStatus(carol)).toHaveText("Registered");
  await talk(carol, alice, "101");
  await expectHears(carol, alice.voiceHz);
  await expectHears(alice, carol.voiceHz);
  return { alice, carol, callId: () => told.find(({ monitorFile }) => monitorFile !== null)?.callid ?? "" };
}

interface MonitorFrame {
  readonly event: { readonly action: "CALLMONITOR"; readonly callid: string; readonly monitorFile: string | null };
}

function isMonitorFrame(frame: unknown): frame is MonitorFrame {
  const event = typeof frame === "object" && frame !== null && "event" in frame ? frame.event : null;
  return typeof event === "object" && event !== null && "action" in event && event.action === "CALLMONITOR";
}

/** Long enough to be found in a recording. */
async function talkOn(one: Person, other: Person): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    await expectHears(one, other.voiceHz);
    await expectHears(other, one.voiceHz);
  }
}

async function download(
  company: Company,
  username: string,
  callId: string,
): Promise<{ status: number; bytes: Buffer }> {
  const base = company.server.address;
  const answer = await fetch(`${base}/api/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "password", username, password: DEMO_PASSWORD }),
  });
  const body: unknown = await answer.json();
  const token = typeof body === "object" && body !== null && "access_token" in body ? String(body.access_token) : "";
  const file = await fetch(`${base}/api/v1/cdrs/${callId}/recording`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: file.status, bytes: Buffer.from(await file.arrayBuffer()) };
}

const levels = (pcm: Int16Array): readonly number[] =>
  Array.from({ length: Math.floor(pcm.length / WINDOW) }, (_, i) =>
    rmsLevel(pcm.subarray(i * WINDOW, (i + 1) * WINDOW)),
  );

/** The longest time in which both channels are silent, in tenths of a second: where it begins and how long it is. */
function longestSilence(left: Int16Array, right: Int16Array): { from: number; length: number } {
  const loud = levels(left).map((level, i) => Math.max(level, levels(right)[i] ?? 0) > SILENT);
  let best = { from: 0, length: 0 };
  let from = 0;
  for (const [i, isLoud] of [...loud, true].entries()) {
    if (!isLoud) continue;
    if (i - from > best.length) best = { from, length: i - from };
    from = i + 1;
  }
  return best;
}

async function shoot({ page }: Person, name: string): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [800, 1000],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `${PICTURES}/recording-${name}-${width}x${height}.png`, animations: "disabled" });
  }
}

test.describe("recording", () => {
  test.describe.configure({ mode: "default" });
  test.use({ isShared: true });

  test("Carol records, pauses, resumes and stops; the file has one speaker on each channel", async ({ company }) => {
    const { alice, carol, callId } = await duo(company);
    await expect(anyCall(alice).getByRole("button", { name: /record/i })).toHaveCount(0);
    await press(carol, "Record");
    for (const person of [carol, alice]) await expect(mark(person, "Recording")).toBeVisible();
    await talkOn(carol, alice);
    await press(carol, "Pause recording");
    for (const person of [carol, alice]) await expect(mark(person, "Recording paused")).toBeVisible();
    await talkOn(carol, alice);
    await press(carol, "Resume recording");
    await expect(mark(alice, "Recording")).toBeVisible();
    await talkOn(carol, alice);
    await press(carol, "Stop recording");
    for (const person of [carol, alice]) await expect(mark(person, "Recording")).toHaveCount(0);
    await expectHears(alice, carol.voiceHz);
    await press(carol, "Hang up");
    await expect(anyCall(alice)).toHaveCount(0);

    await expect.poll(async () => (await download(company, "carol", callId())).status).toBe(200);
    const { bytes } = await download(company, "carol", callId());
    const { left, right, pages } = readRecording(bytes);
    expect(pages.at(-1)?.last).toBe(true);
    const silence = longestSilence(left, right);
    expect(silence.length, "tenths of a second of silence while paused").toBeGreaterThan(15);
    const parts = [
      [0, silence.from],
      [silence.from + silence.length, levels(left).length],
    ] as const;
    for (const [from, to] of parts) {
      const cut = (pcm: Int16Array) => pcm.subarray(from * WINDOW, to * WINDOW);
      expect(to - from).toBeGreaterThan(10);
      expect(Math.abs(dominantTone(cut(left), RATE).frequencyHz - carol.voiceHz)).toBeLessThan(25);
      expect(Math.abs(dominantTone(cut(right), RATE).frequencyHz - alice.voiceHz)).toBeLessThan(25);
    }

    // Alice was in the call and reads her own records; Bob was not.
    expect((await download(company, "alice", callId())).status).toBe(200);
    expect((await download(company, "bob", callId())).status).toBe(404);
    expect((await download(company, "erin", callId())).status).toBe(403);

    const played = await carol.page.evaluate(
      async (sound) => {
        const context = new OfflineAudioContext(2, 1, 48_000);
        const buffer = await context.decodeAudioData(Uint8Array.from(sound).buffer);
        return { channels: buffer.numberOfChannels, seconds: buffer.duration };
      },
      [...bytes],
    );
    expect(played.channels).toBe(2);
    expect(Math.abs(played.seconds - left.length / RATE)).toBeLessThan(0.1);
  });

  test("*1 keyed in during the call starts and stops the recording; Alice's keys do not", async ({ company }) => {
    const { alice, carol } = await duo(company);
    const { path } = company.data;
    const filesIn = async (folder: string): Promise<number> => {
      const entries = await readdir(join(path, folder), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).length;
    };
    const soundsBefore = await filesIn("sounds");
    // By keyboard: between two clicks a slow machine may take the 3 s after which the star alone is given up.
    const key = (person: Person): Promise<void> => person.page.keyboard.type("*1");
    for (const person of [alice, carol]) await press(person, "Dial pad");
    await key(alice);
    await key(carol);
    for (const person of [carol, alice]) await expect(mark(person, "Recording")).toBeVisible();
    await key(alice);
    await key(carol);
    for (const person of [carol, alice]) await expect(mark(person, "Recording")).toHaveCount(0);
    // One was made, and moved into the store when it had ended (REC-35).
    await expect
      .poll(async () => [await filesIn("recordings"), (await filesIn("sounds")) - soundsBefore])
      .toEqual([0, 1]);
  });

  test("a server that is killed leaves a file that can be played, and lists it when it starts", async ({ company }) => {
    const { alice, carol, callId } = await duo(company);
    await press(carol, "Record");
    await expect(mark(alice, "Recording")).toBeVisible();
    await talkOn(carol, alice);
    await company.stop("SIGKILL");
    const folder = join(company.data.path, "recordings");
    const [name = ""] = await readdir(folder);
    const read = readRecording(await readFile(join(folder, name)));
    expect(read.durationMs).toBeGreaterThan(1_500);
    expect(Math.abs(dominantTone(read.left, RATE).frequencyHz - carol.voiceHz)).toBeLessThan(25);
    expect(Math.abs(dominantTone(read.right, RATE).frequencyHz - alice.voiceHz)).toBeLessThan(25);
    await company.restart();
    await expect.poll(async () => (await download(company, "carol", callId())).status).toBe(200);
    const { bytes } = await download(company, "carol", callId());
    expect(readRecording(bytes).durationMs).toBe(read.durationMs);
  });

  test("how it looks, in both themes", async ({ company }) => {
    const alice = await company.signIn("alice");
    const carol = await company.signIn("carol");
    await talk(carol, alice, "101");
    await press(carol, "Record");
    for (const person of [carol, alice]) await expect(mark(person, "Recording")).toBeVisible();
    await inBothThemes(alice, (theme) => shoot(alice, `${theme}-alice`));
    await inBothThemes(carol, (theme) => shoot(carol, `${theme}-carol`));
    await press(carol, "Pause recording");
    await expect(mark(alice, "Recording paused")).toBeVisible();
    await inBothThemes(carol, (theme) => shoot(carol, `${theme}-paused`));
  });
});

test.describe("recording switched off", () => {
  test.use({ serverEnv: { RECORDING: "0" } });

  test("the page shows it, and the call goes on", async ({ company }) => {
    const { alice, carol } = await duo(company);
    await press(carol, "Record");
    await expectMessage(carol, "Recording is disabled for this call");
    await expect(mark(carol, "Recording")).toHaveCount(0);
    await expect(callWith(carol, "Alice Archer")).toHaveAttribute("data-state", "on-call");
    await expectHears(alice, carol.voiceHz);
  });
});
