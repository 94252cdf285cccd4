/** Voicemail messages on a separate server, by telephone and with real sound, also with a kill or a full disk. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getVoicemail, listVoicemails, watchVoicemailBoxes } from "@callpanel/contract";
import {
  amplitudeAt,
  likeness,
  readRecording,
  samplesOf,
  speak,
  SPEECH_RATE_HZ,
  type Sentence,
} from "@callpanel/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { writeDemoStore } from "../../test/demo-store.ts";
import { buildServer, runProcess, type ServerProcess } from "../../test/server-process.ts";
import { openPostOffice } from "../../test/post-office.ts";
import { canMountDisks, createSmallDisk } from "@callpanel/testkit/small-disk";
import { createTelephones, SAME, spokenIn, type Line, type Person, type Telephones } from "../../test/telephones.ts";

const SAID = "please call me back tomorrow morning about the red car";
const KNOWN_WORDS = 7; // of ten: without noise, pocketsphinx recognises all of them
const TEST_MS = 180_000;
const WAIT = { timeout: 60_000, interval: 20 };

let folder: string;
let scratch: string;
let sentence: Sentence;
let dataDir: string;
let telephones: Telephones;
const running: ServerProcess[] = [];
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), "callpanel-test-"));
  [folder, sentence] = await Promise.all([buildServer(), speak(SAID, scratch)]);
});
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});
beforeEach(() => {
  dataDir = mkdtempSync(join(scratch, "data-"));
});
afterEach(async () => {
  await telephones.close();
  for (const server of running.splice(0)) await kill(server);
});

interface Start {
  readonly within?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

async function start({ within = [], env = {} }: Start = {}): Promise<ServerProcess> {
  if (!existsSync(join(dataDir, "callpanel.db"))) await writeDemoStore(dataDir);
  const settings = { DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "warn", ...env };
  const server = runProcess(`${folder}/main.js`, settings, [], within);
  running.push(server);
  await expect.poll(() => server.out() + server.error(), WAIT).toMatch(/callpanel is ready: \S+\n/);
  telephones = createTelephones(/callpanel is ready: (\S+)\n/.exec(server.out())?.[1] ?? "");
  return server;
}
async function kill(server: ServerProcess): Promise<void> {
  server.child.kill("SIGKILL");
  await server.exited;
}

const list = async (person: Person) => z.parse(listVoicemails.response, (await person.ask("/voicemails")).body).data;
const oneOf = async (person: Person, id: number) =>
  z.parse(getVoicemail.response, (await person.ask(`/voicemails/${id}`)).body);
/** Milliseconds of the message that is being recorded. */
function lengthOf(drafts: string): number {
  const file = readdirSync(drafts).find((name) => name.endsWith(".opus"));
  const bytes = file === undefined ? Buffer.alloc(0) : readFileSync(join(drafts, file));
  return bytes.length === 0 ? 0 : readRecording(bytes).durationMs;
}
/** Calls Alice's mailbox and waits for its tone. */
async function toTheTone(caller: Person): Promise<Line> {
  const line = await caller.call("*98101");
  await line.press("#");
  await line.hearsTone();
  return line;
}
async function isUnderstood(person: Person, id: number): Promise<void> {
  await expect.poll(async () => (await oneOf(person, id)).transcription_state, WAIT).toBe("done");
  const heard = new Set(((await oneOf(person, id)).transcription ?? "").split(/\W+/));
  expect(sentence.words.filter((word) => heard.has(word)).length).toBeGreaterThanOrEqual(KNOWN_WORDS);
}
async function isHeard(person: Person, id: number): Promise<void> {
  const sound = await person.download(`/voicemails/${id}/download?format=ogg`);
  expect(likeness(sentence.pcm, spokenIn(sound))).toBeGreaterThan(SAME);
}

describe("a message left by telephone", () => {
  it(
    "VM-50 VM-51 VM-52 is listed, reported, played and transcribed for the owner of the box, and for no other person",
    {
      timeout: TEST_MS,
    },
    async () => {
      await start();
      const [alice, bob] = await Promise.all(["alice", "bob"].map(telephones.signIn));
      if (alice === undefined || bob === undefined) throw new Error("two have signed in");
      const erin = await telephones.withoutTelephone("erin");
      const line = await toTheTone(bob);
      await line.peer.sendSound(sentence.looped);
      line.call.hangUp();
      await expect.poll(async () => (await list(alice)).length, WAIT).toBe(1);
      const [message] = await list(alice);
      const id = message?.id ?? 0;
      expect(message).toMatchObject({ callerid: '"Bob Brandt" <102>', mailbox: "101", isRead: false });
      expect(Math.abs((message?.duration ?? 0) - sentence.looped.length / 48_000)).toBeLessThan(2);
      await expect.poll(() => [alice.waiting, alice.counted], WAIT).toEqual(["1/0", "1/0"]);
      await isHeard(alice, id);
      await isUnderstood(alice, id);

      for (const [who, method, status] of [
        [bob, "GET", 404],
        [bob, "DELETE", 404],
        [erin, "GET", 403],
        [erin, "DELETE", 403],
      ] as const)
        expect((await who.ask(`/voicemails/${id}`, method)).status).toBe(status);
      expect((await bob.ask(`/voicemails/${id}/download`)).status).toBe(404);
      expect(await list(bob)).toEqual([]);

      expect((await bob.ask(`/voicemails/${id}/transfer_voicemail`, "POST", { extensions: ["102"] })).status).toBe(404);
      expect((await alice.ask(`/voicemails/${id}/transfer_voicemail`, "POST", { extensions: ["102"] })).status).toBe(
        200,
      );
      await expect.poll(() => [bob.waiting, bob.counted], WAIT).toEqual(["1/0", "1/0"]);
      const [copy] = await list(bob);
      expect(copy).toMatchObject({ callerid: '"Bob Brandt" <102>', isRead: false });
      expect(copy?.transcription).toBe((await oneOf(alice, id)).transcription);
      await isHeard(bob, copy?.id ?? 0);

      expect((await alice.ask(`/voicemails/${id}/mark_as_read`, "PUT")).status).toBe(200);
      await expect.poll(() => [alice.waiting, alice.counted], WAIT).toEqual(["0/1", "0/1"]);
      expect((await alice.ask(`/voicemails/${id}`, "DELETE")).status).toBe(200);
      await expect.poll(() => [alice.waiting, alice.counted], WAIT).toEqual(["0/0", "0/0"]);
      expect([(await list(alice)).length, (await alice.ask(`/voicemails/${id}/download`)).status]).toEqual([0, 404]);
    },
  );

  it(
    "VM-32 VM-53 VM-54 VM-55 is sent by mail with its sound and words and then deleted; a full mailbox says so",
    {
      timeout: TEST_MS,
    },
    async () => {
      const office = await openPostOffice();
      await start({ env: { SMTP_URL: office.url, MAIL_FROM: "phone@example.com", BOX_MB: "0.01" } });
      const [alice, bob] = await Promise.all(["alice", "bob"].map(telephones.signIn));
      if (alice === undefined || bob === undefined) throw new Error("two have signed in");
      const watched = z.parse(watchVoicemailBoxes.response, (await alice.ask("/voicemail_boxes/can_watch_users")).body);
      const boxId = watched.data[0]?.voicemail_box_id;
      const mailed = { email: "alice@example.com", attach: "yes", deletevm: "yes", pagerdest: "pager@example.com" };
      expect((await alice.ask(`/voicemail_boxes/${boxId}`, "PUT", mailed)).status).toBe(200);
      const line = await toTheTone(bob);
      await line.peer.sendSound(sentence.looped);
      line.call.hangUp();
      await expect
        .poll(() => office.mails.map(({ to }) => to[0]), WAIT)
        .toEqual(["pager@example.com", "alice@example.com"]);
      expect(office.mails[0]?.text).toMatch(/Voicemail 0:0\d from Bob Brandt \(102\)/);
      const mail = office.mails[1]?.text ?? "";
      const attached = /filename=voicemail-\d+\.mp3[\s\S]*?\r\n\r\n([\w+/=\r\n]+)/.exec(mail)?.[1] ?? "";
      const path = join(scratch, "attached.mp3");
      writeFileSync(path, Buffer.from(attached, "base64"));
      expect(likeness(sentence.pcm, await samplesOf(path, SPEECH_RATE_HZ))).toBeGreaterThan(SAME);
      for (const word of ["tomorrow", "morning"]) expect(mail).toContain(word);
      await expect.poll(() => [alice.waiting, alice.counted], WAIT).toEqual(["0/0", "0/0"]);
      expect(await list(alice)).toEqual([]);

      expect(
        (await alice.ask(`/voicemail_boxes/${boxId}`, "PUT", { email: "", attach: "no", deletevm: "no" })).status,
      ).toBe(200);
      const last = await toTheTone(bob);
      await last.peer.sendSound(sentence.looped);
      last.call.hangUp();
      await expect.poll(async () => (await list(alice)).length, WAIT).toBe(1);
      const refused = await bob.call("*98101");
      await refused.press("#");
      await refused.hears("mailbox-full");
      expect(await refused.call.until("ended")).toBe("ended");
      await office.close();
    },
  );

  it(
    "VM-60 is kept once up to the moment when the server was killed, and can be played and transcribed after its restart",
    {
      timeout: TEST_MS,
    },
    async () => {
      const killed = await start();
      const line = await toTheTone(await telephones.signIn("bob"));
      void line.peer.sendSound(Int16Array.from([...sentence.looped, ...sentence.looped, ...sentence.looped]));
      const drafts = join(dataDir, "voicemail");
      await expect.poll(() => lengthOf(drafts), WAIT).toBeGreaterThan(sentence.looped.length / 48 + 500);
      await kill(killed);
      const until = lengthOf(drafts);
      await telephones.close();

      await kill(await start());
      await telephones.close();
      await start();
      const alice = await telephones.signIn("alice");
      const messages = await list(alice);
      expect(messages.map(({ duration }) => duration)).toEqual([Math.round(until / 1_000)]);
      expect(readdirSync(drafts)).toEqual([]);
      await isHeard(alice, messages[0]?.id ?? 0);
      await isUnderstood(alice, messages[0]?.id ?? 0);
    },
  );
});

const TALK_HZ = 520;
const DISK_BYTES = 4_000_000;

describe.runIf(canMountDisks)("a disk that becomes full during a message", () => {
  it(
    "VMP-32 VMP-33 VM-62 the caller hears it, the stored part is kept, other calls and sign-ins work, and recording works again later",
    {
      timeout: TEST_MS,
    },
    async () => {
      const drafts = join(dataDir, "voicemail");
      mkdirSync(drafts);
      const disk = createSmallDisk(drafts, DISK_BYTES);
      const { child } = await start({ within: disk.within });
      const { pid = 0 } = child;
      const [alice, bob, carol, dave] = await Promise.all(["alice", "bob", "carol", "dave"].map(telephones.signIn));
      if (alice === undefined || bob === undefined || carol === undefined || dave === undefined)
        throw new Error("four have signed in");
      const [talking, listening] = await Promise.all([carol.call("104"), dave.answer()]);
      talking.peer.sendTone({ frequencyHz: TALK_HZ, amplitude: 0.5 });

      const cut = await toTheTone(bob);
      void cut.peer.sendSound(Int16Array.from([...sentence.looped, ...sentence.looped, ...sentence.looped]));
      const onDisk = `/proc/${pid}/root${drafts}`;
      await expect.poll(() => lengthOf(onDisk), WAIT).toBeGreaterThan(sentence.looped.length / 48 + 500);
      disk.fill(pid);
      await cut.hears("message-cut");
      await expect.poll(() => cut.call.state, WAIT).toBe("ended");
      const [kept] = await list(alice);
      expect(kept?.duration).toBeGreaterThanOrEqual(Math.floor(sentence.looped.length / 48_000));
      await isHeard(alice, kept?.id ?? 0);

      const refused = await bob.call("*98101");
      await refused.press("#");
      await refused.hears("cannot-record");
      await expect.poll(() => refused.call.state, WAIT).toBe("ended");
      await telephones.signIn("grace");
      listening.peer.forget();
      const heard = () => listening.peer.heard(listening.peer.packets.slice(-15));
      await expect.poll(() => amplitudeAt(heard().pcm, heard().sampleRate, TALK_HZ), WAIT).toBeGreaterThan(0.15);

      disk.free(pid);
      const again = await toTheTone(bob);
      await again.peer.sendSound(sentence.looped);
      again.call.hangUp();
      await expect.poll(async () => (await list(alice)).length, WAIT).toBe(2);
      await isHeard(alice, (await list(alice))[0]?.id ?? 0);
      expect(readdirSync(onDisk)).toEqual([]);
    },
  );
});
