/** An announcement with real audio: a telephone with its own ICE, DTLS and Opus, and a file of tones. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMediaPeer, dominantTone, tonePcm, type MediaPeer } from "@callpanel/testkit";
import { startMediaEngine } from "@callpanel/testkit/media";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestPbx } from "../../../test/test-pbx.ts";
import { createOggOpus, createOpusCoder, parseOpusPacket, type MediaEngine } from "@callpanel/media";

const HZ = 660;
const SECONDS = 2;
const FRAME = 960;
const WAIT = { timeout: 30_000, interval: 10 };

let engine: MediaEngine;
let peer: MediaPeer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "callpanel-test-"));
  engine = await startMediaEngine();
  peer = createMediaPeer({ codec: "opus" });
});
afterAll(async () => {
  await peer.close();
  await engine.close();
  rmSync(folder, { recursive: true });
});

function toneFile(): string {
  const path = join(folder, "tone.opus");
  const ogg = createOggOpus({ serial: 1, streams: 1 });
  const coder = createOpusCoder(48_000);
  const pcm = tonePcm({ frequencyHz: HZ, amplitude: 0.5 }, { sampleRate: 48_000, samples: 48_000 * SECONDS });
  const parts: Uint8Array[] = [ogg.head()];
  for (let at = 0; at < pcm.length; at += FRAME) {
    const packet = parseOpusPacket(coder.encode(pcm.subarray(at, at + FRAME)));
    const page = packet && ogg.add([packet]);
    if (page !== undefined) parts.push(page.bytes);
  }
  coder.close();
  writeFileSync(path, Buffer.concat([...parts, ogg.end(SECONDS * 1_000).bytes]));
  return path;
}

test("ANN-9 a caller who enters the PIN hears the announcement's audio", { timeout: 120_000 }, async () => {
  const told = { name: "Hours", language: "en", sound: toneFile(), next: undefined } as const;
  const pbx = createTestPbx(
    {},
    {
      engine,
      announcements: {
        announcement: () => told,
        checkPin: (_place, { pin }) => (pin === "12" ? "right" : "wrong"),
        promptsFolder: join(folder, "none"),
      },
    },
  );
  pbx.directory.setNumber("640", { kind: "announcement", id: "640", name: "Hours" });
  const alice = await pbx.registered("alice", {
    media: () => ({ offer: () => peer.offer(), answer: peer.answer, accept: peer.accept }),
  });
  const out = alice.call("640");
  await out.until("talking");
  await peer.connected();
  peer.forget();
  for (const digit of ["1", "2", "#"])
    await out.request("INFO", { headers: [["Content-Type", "application/dtmf"]], body: digit });
  const hears = (): number => {
    const { pcm, sampleRate } = peer.heard();
    if (pcm.length < sampleRate) return 0;
    return Math.round(dominantTone(pcm.subarray(-sampleRate / 2), sampleRate).frequencyHz / 10) * 10;
  };
  await expect.poll(hears, WAIT).toBe(HZ);
  await expect.poll(() => out.state, WAIT).toBe("ended");
});
