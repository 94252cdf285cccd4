import type { PermissionModule } from "@callpanel/contract";
import { settle } from "@callpanel/testkit";
import { describe, expect, it } from "vitest";
import { MOVER, openGateway, rule, WATCHER, type Peer } from "../../../test/open-gateway.ts";

const command = (name: string, parts: object = {}) => ({ type: "command", command: name, id: "a1", ...parts });
const answered = ({ frames }: Peer) =>
  frames.flatMap((frame) => (frame.type === "answer" || frame.type === "refusal" ? [frame] : []));
const RECORDER = [...MOVER, rule("active_calls", "execute_record")];

/** A promise that the test resolves. */
function later<Value>() {
  let keep: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((resolve) => (keep = resolve));
  return { promise, keep: (value: Value) => keep(value) };
}

describe("commands", () => {
  it.each([
    command("CoreShowChannels"),
    command("ParkedCalls"),
    command("queue show"),
    command("QueueStatus"),
    command("ConfbridgeList", { confno: "800" }),
    command("redirect", { channel: "ch1", to: "103" }),
    command("Originate", { from: "101", to: "102" }),
    command("bridgeinfo", { channel: "ch1" }),
    command("MixMonitor", { channel: "ch1" }),
    command("StopMixMonitor", { channel: "ch1" }),
    command("MixMonitorMute", { channel: "ch1", muted: true }),
    command("ChanSpyMode", { channel: "ch1", mode: "whisper" }),
    command("Setvar", { channel: "ch1", variable: "x", value: "y" }),
  ])("RT-8 without the permission: $command", async (frame) => {
    const { join, ring } = openGateway();
    ring(1);
    const peer = await join("erin", WATCHER);
    peer.say(frame);
    await settle();
    expect(peer.frames.at(-1)).toMatchObject({ type: "refusal", id: "a1", code: "request.forbidden" });
    expect(peer.closes).toEqual([]);
  });

  it.each([
    ["AgentLogin", "queues", {}],
    ["redirect", "active_calls", { channel: "ch1", to: "103" }],
  ] as const)("RT-8 a command that no area serves is not found: %s", async (name, module: PermissionModule, parts) => {
    const { join, ring } = openGateway();
    ring();
    const peer = await join("alice", [...MOVER, rule(module, "read")]);
    expect(await peer.ask(name, parts)).toMatchObject({ type: "refusal", code: "request.notFound" });
  });

  it.each([
    [command("Shutdown"), "request.notFound"],
    [command("constructor"), "request.notFound"],
    [command("redirect", { channel: ["ch1"], to: "103" }), "request.invalid"],
    [command("redirect", { channel: "c".repeat(257), to: "103" }), "request.invalid"],
    [command("MixMonitorMute", { channel: "ch1", muted: "yes" }), "request.invalid"],
    [command("ChanSpyMode", { channel: "ch1", mode: "shout" }), "request.invalid"],
  ])("RT-8 an unknown or wrong command is refused, and the next one is answered: %o", async (frame, code) => {
    const { join } = openGateway();
    const peer = await join("alice", WATCHER);
    peer.say(frame);
    await settle();
    expect(peer.frames.at(-1)).toMatchObject({ type: "refusal", id: "a1", code });
    peer.say(command("CoreShowChannels", { id: "a2" }));
    await settle();
    expect(peer.frames.at(-1)).toMatchObject({ type: "refusal", id: "a2", code: "request.forbidden" });
    expect(peer.closes).toEqual([]);
  });

  it.each([
    command("ParkedCalls", { id: "" }),
    command("ParkedCalls", { id: { toString: "1" } }),
    command("ParkedCalls", { id: "i".repeat(65) }),
    command("c".repeat(65)),
    { type: "snapshots" },
    { type: "command", command: "ParkedCalls" },
    { type: "signin", username: "alice", token: "alice", realm: "demo" },
  ])("RT-8 a malformed or unexpected frame closes with 4400: %o", async (frame) => {
    const { join } = openGateway();
    const peer = await join("alice");
    peer.say(frame);
    expect(peer.closes.map(({ code }) => code)).toEqual([4400]);
  });

  it("RT-8 commands get no response before the sign-in", async () => {
    const { open } = openGateway();
    for (const frame of [command("CoreShowChannels"), { type: "snapshot" }]) {
      const peer = open();
      peer.say(frame);
      await settle();
      expect([peer.frames, peer.closes.map(({ code }) => code)]).toEqual([[], [4400]]);
    }
  });

  it("RT-13 a duplicate id is executed and answered once, also while the first one is running", async () => {
    const started: string[] = [];
    const under = later<{ ok: true; value: undefined }>();
    const { join, ring } = openGateway({
      redirect: ({ to }) => {
        started.push(to);
        return under.promise;
      },
    });
    ring();
    const peer = await join("alice", RECORDER);
    for (const to of ["103", "104"]) peer.say(command("redirect", { channel: "ch1", to }));
    await settle();
    expect(answered(peer)).toEqual([]);
    under.keep({ ok: true, value: undefined });
    await settle();
    peer.say(command("redirect", { channel: "ch1", to: "105" }));
    await settle();
    expect(started).toEqual(["103"]);
    expect(answered(peer)).toEqual([{ type: "answer", id: "a1", ok: true }]);
  });

  it("RT-13 ids belong to a connection, and may be used again after 256 others", async () => {
    const { join, clock } = openGateway();
    const [alice, bob] = [await join("alice"), await join("bob")];
    for (const peer of [alice, bob]) peer.say(command("CoreShowChannels"));
    await settle();
    expect([alice, bob].map((peer) => answered(peer).length)).toEqual([1, 1]);
    for (let number = 0; number < 256; number += 1) alice.say(command("CoreShowChannels", { id: `n${number}` }));
    await clock.advance(10_000);
    alice.say(command("CoreShowChannels"));
    await settle();
    expect(answered(alice).filter(({ id }) => id === "a1")).toHaveLength(2);
  });

  it.each([
    ["unknownLeg", "sipua.error.ended"],
    ["unknownNumber", "sipua.error.destination"],
    ["notRegistered", "command.notRegistered"],
    ["limit", "command.limit"],
    ["wrongState", "command.wrongState"],
    ["unavailable", "command.unavailable"],
  ] as const)("RT-14 a failed command is refused with its reason: %s is %s", async (why, code) => {
    const { join, ring } = openGateway({ redirect: async () => ({ ok: false, why }) });
    ring();
    const peer = await join("alice", RECORDER);
    const refusal = await peer.ask("redirect", { channel: "ch1", to: "103" });
    expect(refusal).toMatchObject({ type: "refusal", code });
    if (code === "command.notRegistered") expect(refusal).toMatchObject({ details: { number: "103" } });
  });

  it("RT-14 an exception in a command is an internal error, without its message", async () => {
    const { join, ring } = openGateway({
      startRecording: async () => {
        throw new Error("secret path");
      },
    });
    ring();
    const peer = await join("alice", RECORDER);
    const refusal = await peer.ask("MixMonitor", { channel: "ch1" });
    expect(refusal).toMatchObject({ code: "server.internal" });
    expect(JSON.stringify(refusal)).not.toContain("secret");
  });

  it("RT-14 a response after the connection has closed is dropped", async () => {
    const under = later<{ ok: true; value: undefined }>();
    const { join, ring } = openGateway({ redirect: () => under.promise });
    ring();
    const peer = await join("alice", RECORDER);
    peer.say(command("redirect", { channel: "ch1", to: "103" }));
    peer.closed();
    under.keep({ ok: true, value: undefined });
    await settle();
    expect(answered(peer)).toEqual([]);
  });

  it("RT-11 a command about a channel waits for the earlier one about it, also a failed one; one about another channel does not", async () => {
    const given: string[] = [];
    const started = later<{ ok: false; why: "unavailable" }>();
    const { join, ring } = openGateway({
      startRecording: ({ legId }) => {
        given.push(`start ${legId}`);
        return started.promise;
      },
      pauseRecording: async ({ legId }) => {
        given.push(`pause ${legId}`);
        return { ok: true, value: undefined };
      },
    });
    ring();
    ring(1, { callid: "c2", channel: "ch9" });
    const peer = await join("alice", RECORDER);
    peer.say(command("MixMonitor", { id: "start", channel: "ch1" }));
    peer.say(command("MixMonitorMute", { id: "pause", channel: "ch1", muted: true }));
    peer.say(command("MixMonitorMute", { id: "other", channel: "ch9", muted: true }));
    await settle();
    expect(given).toEqual(["start ch1", "pause ch9"]);
    started.keep({ ok: false, why: "unavailable" });
    await settle();
    expect(given).toEqual(["start ch1", "pause ch9", "pause ch1"]);
    expect(answered(peer).map(({ id }) => id)).toEqual(["other", "start", "pause"]);
  });

  it("RT-11 a command that waited is checked against the rights when its turn comes", async () => {
    const started = later<{ ok: true; value: undefined }>();
    const given: boolean[] = [];
    const { join, ring, permit } = openGateway({
      startRecording: () => started.promise,
      pauseRecording: async ({ paused }) => {
        given.push(paused);
        return { ok: true, value: undefined };
      },
    });
    ring();
    const peer = await join("alice", RECORDER);
    peer.say(command("MixMonitor", { id: "start", channel: "ch1" }));
    peer.say(command("MixMonitorMute", { id: "pause", channel: "ch1", muted: true }));
    await settle();
    permit("alice", MOVER);
    started.keep({ ok: true, value: undefined });
    await settle();
    expect(given).toEqual([]);
    expect(peer.closes.map(({ code }) => code)).toEqual([4409]);
  });

  it("RT-17 commands are refused above forty in a burst and twenty a second; later ones are not", async () => {
    const { join, clock } = openGateway();
    const [alice, bob] = [await join("alice"), await join("bob")];
    const codes = () => answered(alice).map((frame) => (frame.type === "refusal" ? frame.code : "ok"));
    for (let number = 0; number < 45; number += 1) alice.say(command("CoreShowChannels", { id: `n${number}` }));
    await settle();
    expect(codes().filter((code) => code === "ok")).toHaveLength(40);
    expect(codes().slice(40)).toEqual(Array.from({ length: 5 }, () => "request.tooMany"));
    expect(await bob.ask("CoreShowChannels")).toMatchObject({ type: "answer" });
    await clock.advance(1_000);
    for (let number = 0; number < 21; number += 1) alice.say(command("CoreShowChannels", { id: `m${number}` }));
    await settle();
    expect(codes().filter((code) => code === "ok")).toHaveLength(60);
    expect(alice.closes).toEqual([]);
  });
});
