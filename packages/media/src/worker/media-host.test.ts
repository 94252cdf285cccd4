import { createSocket } from "node:dgram";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMediaPeer } from "@callpanel/testkit";
import { describe, expect, test } from "vitest";
import { browserOffer } from "../description/description.fixture.ts";
import type { FromWorker, PortReply, PortRequest } from "../media.protocol.ts";
import { createMediaHost } from "./media-host.ts";

function newHost(portRange?: readonly [number, number]) {
  const replies = new Map<number, (reply: PortReply) => void>();
  const events: FromWorker[] = [];
  let ended = (): void => undefined;
  const shutdown = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const host = createMediaHost({
    worker: 0,
    settings: { mediaAddress: "127.0.0.1", bindAddress: "127.0.0.1", offersOwnAddresses: false, portRange, workers: 1 },
    post: (message) => {
      if (message.kind === "reply") replies.get(message.id)?.(message.reply);
      else events.push(message);
    },
    onShutdown: ended,
  });
  let nextId = 1;
  const request = (port: string, asked: PortRequest): Promise<PortReply> =>
    new Promise((resolve) => {
      replies.set(nextId, resolve);
      host.receive({ kind: "request", id: nextId, port, request: asked });
      nextId += 1;
    });
  return { host, events, request, shutdown };
}

/** The resources that keep this process alive, by kind. */
function resources(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function moreThan(before: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(resources()).flatMap(([kind, count]) => (count > (before[kind] ?? 0) ? [kind] : []));
}

/** Lets the event loop run, for sockets that are closing. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

const ANSWER: PortRequest = { kind: "answer", offer: browserOffer(), codecs: undefined };

describe("a worker", () => {
  test("MEDIA-18 200 ports opened, answered, bridged and closed share one socket, and leave no timer", async () => {
    const before = resources();
    const { host, request, shutdown } = newHost();
    const ports = Array.from({ length: 200 }, (_, i) => String(i));
    for (const port of ports) host.receive({ kind: "open", port });
    const answers = await Promise.all(ports.map((port) => request(port, ANSWER)));
    expect(answers.every(({ kind }) => kind === "answer")).toBe(true);
    expect(resources()["UDPWrap"]).toBe((before["UDPWrap"] ?? 0) + 1);
    for (const [i, port] of ports.entries()) {
      host.receive({ kind: "hear", port, source: { kind: "peer", port: String((i + 1) % 200), worker: 0 } });
      if (i % 2 === 0) host.receive({ kind: "hear", port, source: { kind: "prompt", prompt: { kind: "music" } } });
    }
    for (const port of ports) host.receive({ kind: "close", port });
    await turns(20);
    expect(moreThan(before)).toEqual(["UDPWrap", "TCPServerWrap"]);

    host.receive({ kind: "open", port: "last" });
    await request("last", ANSWER);
    host.receive({ kind: "shutdown" });
    await shutdown;
    await turns(20);
    expect(moreThan(before)).toEqual([]);
  });

  /**
   * More than the operating system delivers of a socket per turn; the worker has read nothing when it gets the stop
   * command.
   */
  test.each(["stopRecording", "close"] as const)(
    "REC-13 packets that arrived before a %s are in the recording",
    async (kind) => {
      const folder = mkdtempSync(join(tmpdir(), "drained-"));
      const { host, request, shutdown } = newHost();
      host.receive({ kind: "open", port: "a" });
      const peer = createMediaPeer({ codec: "PCMU" });
      const answer = await request("a", { kind: "answer", offer: await peer.offer(), codecs: undefined });
      await peer.accept(answer.kind === "answer" ? answer.sdp : "");
      await peer.connected();
      const recorded = request("a", { kind: "record", path: join(folder, "a.opus"), sides: "said" });
      await request("a", { kind: "stats" });
      const { audio: payloadType } = peer.payloadTypes;
      for (let sequence = 0; sequence < 100; sequence += 1)
        peer.sendPacket({ payloadType, sequence, timestamp: sequence * 160, payload: Buffer.alloc(160, 0x7f) });
      host.receive({ kind, port: "a" });
      const reply = await recorded;
      // Two seconds of audio, and some of the time before its first packet.
      expect(reply.kind === "record" && reply.recorded.durationMs).toBeGreaterThanOrEqual(2_000);
      await peer.close();
      host.receive({ kind: "shutdown" });
      await shutdown;
      rmSync(folder, { recursive: true });
    },
  );

  test("MEDIA-18 a port that is not open refuses requests", async () => {
    const { request } = newHost();
    expect(await request("nobody", ANSWER)).toMatchObject({ kind: "refused", reason: "closed" });
  });

  test("MEDIA-9 uses the allowed ports, and fails a port when none is free", async () => {
    const taken = createSocket("udp4");
    await new Promise<void>((resolve) => taken.bind(0, "127.0.0.1", resolve));
    const { port } = taken.address();
    const { host, events, request } = newHost([port, port]);
    host.receive({ kind: "open", port: "a" });
    expect(await request("a", ANSWER)).toMatchObject({ kind: "refused", reason: "closed" });
    expect(events).toEqual([
      { kind: "event", port: "a", event: { kind: "failed", reason: `no free media port in ${port}-${port}` } },
    ]);
    taken.close();
    await new Promise<void>((resolve) => taken.once("close", resolve));
    host.receive({ kind: "open", port: "b" });
    const answer = await request("b", ANSWER);
    expect(answer.kind === "answer" && answer.sdp).toContain(`m=audio ${port} `);
    host.receive({ kind: "shutdown" });
  });

  test("MEDIA-17 any bytes to any port leave it unchanged", async () => {
    const { host, events, request } = newHost();
    host.receive({ kind: "open", port: "a" });
    const answer = await request("a", ANSWER);
    const port = Number(/m=audio (\d+)/.exec(answer.kind === "answer" ? answer.sdp : "")?.[1]);
    const attacker = createSocket("udp4");
    for (let first = 0; first < 256; first += 1) {
      for (const length of [1, 12, 13, 20, 60]) attacker.send(Buffer.alloc(length, first), port, "127.0.0.1");
    }
    await new Promise<void>((resolve) => attacker.send(Buffer.alloc(0), port, "127.0.0.1", () => resolve()));
    expect(await request("a", { kind: "stats" })).toMatchObject({ kind: "stats", stats: { packetsReceived: 0 } });
    expect(events).toEqual([]);
    attacker.close();
    host.receive({ kind: "shutdown" });
  });
});
