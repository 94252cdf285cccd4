import { createHook } from "node:async_hooks";
import { createSocket } from "node:dgram";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMediaPeer } from "@callpanel/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { ownAddress } from "../../test/own-address.ts";
import { browserOffer } from "../description/description.fixture.ts";
import type { FromWorker, PortReply, PortRequest } from "../media.protocol.ts";
import { createMediaHost } from "./media-host.ts";

function newHost(portRange?: readonly [number, number], mediaAddress = "127.0.0.1") {
  const replies = new Map<number, (reply: PortReply) => void>();
  const events: FromWorker[] = [];
  let ended = (): void => undefined;
  const shutdown = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const host = createMediaHost({
    worker: 0,
    settings: { mediaAddress, bindAddress: mediaAddress, offersOwnAddresses: false, portRange, workers: 1 },
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

const SOCKETS: readonly string[] = ["UDPWRAP", "TCPSERVERWRAP"];

/** The sockets and timers that the media's code opens from now on and that are still open: what other tests of this process leave behind is not counted. */
function watchOpened() {
  const opened = new Map<number, string>();
  const hook = createHook({
    init: (id, kind) => {
      const isCounted = kind === "Timeout" || SOCKETS.includes(kind);
      if (isCounted && /packages\/media\/src/.test(new Error("of").stack ?? "")) opened.set(id, kind);
    },
    destroy: (id) => void opened.delete(id),
  }).enable();
  onTestFinished(() => void hook.disable());
  return {
    sockets: () => [...opened.values()].filter((kind) => kind !== "Timeout"),
    timers: async () => {
      // Node reports in the next turn which timers are gone.
      for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      return [...opened.values()].filter((kind) => kind === "Timeout").length;
    },
  };
}

const ANSWER: PortRequest = { kind: "answer", offer: browserOffer(), codecs: undefined };

describe("a worker", () => {
  test("MEDIA-18 200 ports opened, answered, bridged and closed share one socket, and leave no timer", async () => {
    const opened = watchOpened();
    const { host, request, shutdown } = newHost();
    const ports = Array.from({ length: 200 }, (_, i) => String(i));
    for (const port of ports) host.receive({ kind: "open", port });
    const answers = await Promise.all(ports.map((port) => request(port, ANSWER)));
    expect(answers.every(({ kind }) => kind === "answer")).toBe(true);
    expect(opened.sockets()).toEqual(SOCKETS);
    expect(await opened.timers()).toBeGreaterThan(0);
    for (const [i, port] of ports.entries()) {
      host.receive({ kind: "hear", port, source: { kind: "peer", port: String((i + 1) % 200), worker: 0 } });
      if (i % 2 === 0) host.receive({ kind: "hear", port, source: { kind: "prompt", prompt: { kind: "music" } } });
    }
    for (const port of ports) host.receive({ kind: "close", port });
    expect(await opened.timers()).toBe(0);
    expect(opened.sockets()).toEqual(SOCKETS);

    host.receive({ kind: "open", port: "last" });
    await request("last", ANSWER);
    host.receive({ kind: "shutdown" });
    await shutdown;
    expect(await opened.timers()).toBe(0);
    await expect.poll(opened.sockets).toEqual([]);
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
    const address = ownAddress(0);
    await new Promise<void>((resolve) => taken.bind(0, address, resolve));
    const { port } = taken.address();
    const { host, events, request } = newHost([port, port], address);
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
