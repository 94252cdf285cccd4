/**
 * A back-up of 10 GB while a call goes on, against the built server in a process of its own: whether the tone of the call
 * has a gap, and what memory the back-up adds. On PostgreSQL too where TEST_DATABASE_URL names a server; BENCH_GB sets
 * another size. In a folder of BENCH_DIR: a disk, where the one for temporary files is memory.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { setTimeout as passes } from "node:timers/promises";
import { newPhoneSchema, tokenSchema } from "@callpanel/contract";
import { amplitudeAt, createMediaPeer, createSipPhone, type MediaPeer, type SipPhone } from "@callpanel/testkit";
import { WebSocket } from "ws";
import { fillCalls } from "../../apps/server/test/many-calls.ts";
import { createPostgresDatabase } from "../../apps/server/test/postgres-database.ts";
import { runProcess, type ServerProcess } from "../../apps/server/test/server-process.ts";
import { silentLog } from "../../apps/server/test/temporary-storage.ts";
import { createTestServer } from "../../apps/server/test/test-server.ts";
import { dialOver, opened } from "../../apps/server/test/test-sockets.ts";
import { openDatabase } from "../../apps/server/src/app/services/storage.ts";
import { systemClock } from "../../apps/server/src/app/system-clock.ts";
import { DEMO_PASSWORD } from "../../apps/server/src/modules/users/index.ts";
import type { Report } from "../figure.ts";

/** Of `npm run build`; seen from the bundle of this file. */
const DIST = fileURLToPath(new URL("../../apps/server/dist/", import.meta.url));
const SOUND_BYTES = 4 * 1_048_576;
const CALLS = 200_000;
const CONTROL_MS = 20_000;
const LOOK_MS = 20;
const AGAINST = "bound of issue 17";
const MEMORY_BOUND_MB = 60;
/** What a browser plays is late by at least this much. */
const BUFFER_MS = 60;
const TONE = { frequencyHz: 440, amplitude: 0.4 } as const;
const FRAME_SAMPLES = 960;
const RATE_HZ = 48_000;
const SAMPLES_A_MS = 48;
/** RFC 3550 §5.1: a number begins again after 21 minutes of frames; a run is shorter. */
const NUMBERS = 65_536;

export async function run(report: Report): Promise<void> {
  const gigabytes = Number(process.env["BENCH_GB"] ?? "10");
  await measure({ report, kind: "SQLite", gigabytes, databaseUrl: undefined });
  const server = process.env["TEST_DATABASE_URL"];
  if (server === undefined) return;
  const database = await createPostgresDatabase(server);
  try {
    await measure({ report, kind: "PostgreSQL", gigabytes, databaseUrl: database.databaseUrl });
  } finally {
    await database.remove();
  }
}

interface Measured {
  readonly report: Report;
  readonly kind: string;
  readonly gigabytes: number;
  readonly databaseUrl: string | undefined;
}

async function measure({ report, kind, gigabytes, databaseUrl }: Measured): Promise<void> {
  const place = mkdtempSync(join(process.env["BENCH_DIR"] ?? tmpdir(), "callpanel-bench-"));
  const [dataDir, backups, small] = [join(place, "data"), join(place, "backups"), join(place, "small")];
  const env = { DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) };
  const command = async (...words: readonly string[]) => {
    const started = performance.now();
    const cli = runProcess(`${DIST}cli.js`, env, words, ["nice", "-n", "10"]);
    let peakMb = 0;
    const watch = setInterval(() => {
      peakMb = Math.max(peakMb, memoryOf(cli.child.pid, "VmHWM"));
    }, LOOK_MS);
    const code = await cli.exited;
    clearInterval(watch);
    if (code !== 0) throw new Error(cli.error());
    return { out: cli.out(), peakMb, seconds: (performance.now() - started) / 1_000 };
  };
  const figure = (what: string, value: number, unit: string, bound: number, against = AGAINST): void =>
    report({
      name: `back-up in a call, ${gigabytes} GB, ${kind}: ${what}`,
      value,
      unit,
      bound,
      better: "lower",
      against,
    });
  const running: ServerProcess[] = [];
  try {
    const empty = await createTestServer({ dataDir, databaseUrl, demo: true });
    const least = await command("backup", "create", small);
    const db = await openDatabase({ dataDir, databaseUrl, realm: undefined }, silentLog);
    await fillCalls(db, empty.stores, CALLS);
    await db.destroy();
    for (let at = 0; at < (gigabytes * 1e9) / SOUND_BYTES; at += 1)
      await empty.sounds.put(randomBytes(SOUND_BYTES), {
        type: "application/octet-stream",
        durationMs: 0,
        holder: { kind: "chat", id: String(at) },
      });
    await empty.stop();

    const server = runProcess(`${DIST}main.js`, { ...env, PORT: "0", DEMO: "0", BACKUP_DIR: "", SPEECH_PROGRAMS: "0" });
    running.push(server);
    const call = await openCall(await addressOf(server));
    try {
      const quiet = call.hears();
      await passes(CONTROL_MS);
      const control = quiet.end();
      const before = memoryOf(server.child.pid, "VmRSS");
      let peak = before;
      const watch = setInterval(() => {
        peak = Math.max(peak, memoryOf(server.child.pid, "VmRSS"));
      }, LOOK_MS);
      const ear = call.hears();
      const { out, peakMb, seconds } = await command("backup", "create", backups);
      const heard = ear.end();
      clearInterval(watch);
      process.stdout.write(`${out.trim()}; load of the machine ${readFileSync("/proc/loadavg", "utf8").trim()}\n`);
      process.stdout.write(
        `the command took ${peakMb.toFixed(0)} MB at most, ${least.peakMb.toFixed(0)} MB of them for an empty company\n`,
      );
      figure("time", seconds, "s", 600, "ten minutes");
      figure("packets of the tone that were lost", heard.lost, "packets", 0.5);
      figure("frames without the tone", heard.silent, "frames", 0.5);
      figure(
        "frames later than a browser’s buffer",
        heard.late,
        "frames",
        Math.max(0.5, control.late),
        "none, or as many as without a back-up",
      );
      figure(
        "longest time between two packets",
        heard.longestMs,
        "ms",
        Math.max(BUFFER_MS, control.longestMs),
        "buffer of a browser, or the time without a back-up",
      );
      figure("added memory of the command", peakMb - least.peakMb, "MB", MEMORY_BOUND_MB);
      figure("added memory of the server", peak - before, "MB", MEMORY_BOUND_MB);
      figure(
        "(without a back-up) longest time between two packets",
        control.longestMs,
        "ms",
        BUFFER_MS,
        "buffer of a browser",
      );
    } finally {
      await call.end();
    }
  } finally {
    for (const one of running) one.child.kill("SIGKILL");
    await Promise.all(running.map((one) => one.exited));
    rmSync(place, { recursive: true, force: true });
  }
}

async function addressOf(server: ServerProcess): Promise<string> {
  for (;;) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(server.out())?.[0];
    if (address !== undefined) return address;
    if (server.child.exitCode !== null) throw new Error(server.error());
    await passes(LOOK_MS);
  }
}

/** Bob calls Alice, who hears his tone. */
async function openCall(address: string) {
  const sockets: WebSocket[] = [];
  const peers: MediaPeer[] = [];
  const ask = async (path: string, payload: object, token?: string): Promise<unknown> => {
    const answer = await fetch(`${address}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(payload),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  };
  const register = async (username: string): Promise<SipPhone> => {
    const grant = { grant_type: "password", username, password: DEMO_PASSWORD };
    const { access_token: token } = tokenSchema.parse(await ask("/api/oauth/token", grant));
    const added = await ask("/api/v1/phones", { label: "Bench", current_password: DEMO_PASSWORD }, token);
    const socket = new WebSocket(`${address.replace("http", "ws")}/sip`, ["sip"]);
    sockets.push(socket);
    await opened(socket);
    const phone = createSipPhone({
      dial: dialOver(socket),
      clock: systemClock,
      realm: "demo",
      username,
      password: newPhoneSchema.parse(added).secret,
      media: () => {
        const peer = createMediaPeer({ codec: "opus" });
        peers.push(peer);
        return { offer: () => peer.offer(), answer: peer.answer, accept: peer.accept };
      },
    });
    await phone.register();
    return phone;
  };
  const [bob, alice] = [await register("bob"), await register("alice")];
  const outgoing = bob.call("101");
  const incoming = await alice.incoming();
  await incoming.answer();
  await outgoing.until("talking");
  const [from, to] = peers;
  if (from === undefined || to === undefined) throw new Error("a call without sound");
  await Promise.all([from.connected(), to.connected()]);
  const stop = from.sendTone(TONE);
  while (to.packets.length < 100) await passes(LOOK_MS);
  return {
    hears: () => listenTo(to),
    end: async () => {
      stop();
      outgoing.hangUp();
      await Promise.all(peers.map((peer) => peer.close()));
      for (const socket of sockets) socket.terminate();
    },
  };
}

function listenTo(peer: MediaPeer) {
  const first = peer.packets.length;
  return {
    end: () => {
      const packets = peer.packets.slice(first);
      const sequences = packets.map(({ sequence }) => sequence);
      const start = sequences[0] ?? 0;
      const expected = ((sequences.at(-1) ?? 0) - start + NUMBERS) % NUMBERS;
      const origin = packets[0]?.timestamp ?? 0;
      const stamps = packets.map(({ at, timestamp }) => at - ((timestamp - origin) >>> 0) / SAMPLES_A_MS);
      const earliest = stamps.reduce((least, stamp) => Math.min(least, stamp), Number.POSITIVE_INFINITY);
      const { pcm } = peer.heard(packets);
      let silent = 0;
      // The first frames of a decoder that begins in the middle swing in.
      for (let at = 3 * FRAME_SAMPLES; at + FRAME_SAMPLES <= pcm.length; at += FRAME_SAMPLES)
        if (amplitudeAt(pcm.subarray(at, at + FRAME_SAMPLES), RATE_HZ, TONE.frequencyHz) < TONE.amplitude / 2)
          silent += 1;
      return {
        lost: expected + 1 - new Set(sequences).size,
        silent,
        late: stamps.filter((stamp) => stamp - earliest > BUFFER_MS).length,
        longestMs: packets.reduce(
          (longest, { at }, index) => (index === 0 ? 0 : Math.max(longest, at - (packets[index - 1]?.at ?? at))),
          0,
        ),
      };
    },
  };
}

/** Of a process, in MB (proc(5)). */
function memoryOf(pid: number | undefined, field: "VmHWM" | "VmRSS"): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_024;
  } catch {
    return 0; // it has ended
  }
}
