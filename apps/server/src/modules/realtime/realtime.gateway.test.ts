import {
  mergePermissions,
  serverFrameSchema,
  type Permission,
  type PermissionModule,
  type Rights,
  type ServerFrame,
} from "@callpanel/contract";
import { createFakeClock, settle } from "@callpanel/testkit";
import { describe, expect, it } from "vitest";
import type { LiveSocketHandlers } from "../../kernel/web-sockets.ts";
import { createOffice } from "./office.ts";
import { createRealtimeGateway, EVENTS_BEHIND_BYTES } from "./realtime.gateway.ts";

const rule = (module: PermissionModule, name: string): Permission => ({ module, rule: name });
const STAFF = [
  rule("configs", "read"),
  rule("panel_buddies", "read"),
  rule("panel_buddies", "show_call_state"),
  rule("panel_buddies", "show_caller_id_info"),
  rule("parkings", "read"),
];
const WATCHER = [rule("configs", "read"), rule("panel_buddies", "read")];

interface Peer extends LiveSocketHandlers {
  readonly frames: ServerFrame[];
  readonly texts: string[];
  readonly closes: Array<{ code: number; reason: string }>;
  behindBytes: number;
  say(frame: object): void;
}

function openGateway() {
  const clock = createFakeClock();
  const office = createOffice({ clock });
  const rights = new Map<string, Rights | undefined>();
  const quiet = () => undefined;
  const gateway = createRealtimeGateway({
    clock,
    office,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    authenticate: async (token) => {
      const held = rights.get(token);
      if (held === undefined) return undefined;
      const realm = { id: 1, name: "demo" };
      return { userId: 1, username: token, realm, sessionId: token, rights: held, mayUsePanel: true };
    },
    rightsOf: async ({ sessionId }) => rights.get(sessionId),
  });
  const open = (): Peer => {
    const peer: Omit<Peer, keyof LiveSocketHandlers | "say"> = { frames: [], texts: [], closes: [], behindBytes: 0 };
    const handlers = gateway.accept({
      send: (text) => {
        peer.texts.push(text);
        peer.frames.push(serverFrameSchema.parse(JSON.parse(text)));
      },
      close: (code, reason) => void peer.closes.push({ code, reason }),
      remoteAddress: "127.0.0.1",
      get bufferedAmount() {
        return peer.behindBytes;
      },
    });
    return Object.assign(peer, handlers, { say: (frame: object) => handlers.receive(JSON.stringify(frame)) });
  };
  const join = async (username: string, permissions = STAFF): Promise<Peer> => {
    rights.set(username, mergePermissions(permissions));
    const peer = open();
    peer.say({ type: "signin", username, token: username, realm: "demo" });
    await settle();
    return peer;
  };
  return {
    clock,
    office,
    open,
    join,
    permit: (username: string, permissions: readonly Permission[] | null) =>
      rights.set(username, permissions === null ? undefined : mergePermissions(permissions)),
    register: (number: number) =>
      office.apply({
        kind: "registered",
        realm: "demo",
        userId: number,
        exten: String(100 + number),
        userAgent: "x",
        expiresSeconds: 60,
      }),
    unregister: (number: number) =>
      office.apply({ kind: "unregistered", realm: "demo", userId: number, exten: String(100 + number) }),
    ring: () =>
      office.apply({
        kind: "called",
        callid: "c1",
        sides: [
          {
            realm: "demo",
            userId: 2,
            exten: "102",
            call: {
              callid: "c1",
              legCallid: "l1",
              user: "101",
              name: "Alice",
              state: "early",
              direction: "in",
              channel: "ch1",
              peerChannel: "",
              recording: "off",
              held: false,
              startedAt: 1,
            },
          },
        ],
      }),
  };
}

/** The numbers of the events, in the order they came. */
const sequences = ({ frames }: Peer) => frames.flatMap((frame) => (frame.type === "event" ? [frame.sequence] : []));

describe("event stream", () => {
  it("RT-3 events are numbered without gaps, on each stream by itself", async () => {
    const { join, register, ring, unregister } = openGateway();
    const staff = await join("alice");
    const watcher = await join("erin", WATCHER);
    register(2);
    ring();
    unregister(2);
    expect(sequences(staff)).toEqual([1, 2, 3, 4, 5]);
    expect(sequences(watcher)).toEqual([1, 2, 3, 4]);
  });

  it("RT-3 receivers with equal rights get the very same text", async () => {
    const { join, register } = openGateway();
    const [alice, bob] = [await join("alice"), await join("bob", STAFF.toReversed())];
    register(2);
    expect(alice.texts.at(-1)).toBe(bob.texts.at(-1));
    expect(sequences(bob)).toEqual([1, 2]);
  });

  it("RT-4 whoever joins is told everything they may see, with the number it stands at", async () => {
    const { join, register, ring, clock } = openGateway();
    const first = await join("alice");
    register(2);
    ring();
    const second = await join("bob");
    expect(second.frames).toMatchObject([
      { type: "hello", sequence: 4, at: clock.now() },
      {
        type: "snapshot",
        sequence: 4,
        buddies: [{ exten: "102", presence: "ringing", registered: true, dnd: null, calls: [{ callid: "c1" }] }],
      },
    ]);
    register(3);
    expect(sequences(second)).toEqual([5, 6]);
    expect(sequences(first)).toEqual([1, 2, 3, 4, 5, 6]);
    const watcher = await join("erin", WATCHER);
    expect(watcher.frames[1]).toMatchObject({
      buddies: [{ exten: "102", presence: "online", calls: [] }, { exten: "103" }],
    });
  });

  it("RT-4 a snapshot is sent again when it is asked for", async () => {
    const { join, register, clock } = openGateway();
    const peer = await join("alice");
    register(2);
    await clock.advance(1_000);
    peer.say({ type: "snapshot" });
    expect(peer.frames.at(-1)).toMatchObject({ type: "snapshot", sequence: 2, buddies: [{ exten: "102" }] });
  });

  it("RT-6 a hundred requests are one snapshot a second", async () => {
    const { join, clock } = openGateway();
    const peer = await join("alice");
    const count = () => peer.frames.filter(({ type }) => type === "snapshot").length;
    for (let asked = 0; asked < 100; asked += 1) peer.say({ type: "snapshot" });
    expect(count()).toBe(1);
    await clock.advance(1_000);
    expect(count()).toBe(2);
    await clock.advance(5_000);
    expect(count()).toBe(2);
  });

  it("RT-7 a reader that is too far behind is cut off, the others hear on", async () => {
    const { join, register } = openGateway();
    const slow = await join("alice");
    const quick = await join("bob");
    slow.behindBytes = EVENTS_BEHIND_BYTES + 1;
    register(2);
    expect(slow.closes).toEqual([{ code: 4408, reason: "too slow" }]);
    expect(sequences(slow)).toEqual([]);
    expect(sequences(quick)).toEqual([1, 2]);
    register(3);
    expect(slow.closes).toHaveLength(1);
  });

  it("RT-7 after everyone has left nothing runs and nothing is kept", async () => {
    const { join, clock, register } = openGateway();
    const peers = [await join("alice"), await join("erin", WATCHER)];
    peers[0]?.say({ type: "snapshot" });
    for (const peer of peers) peer.closed();
    expect(clock.timerCount).toBe(0);
    register(2);
    expect(peers.flatMap(sequences)).toEqual([]);
  });
});

describe("commands", () => {
  const command = (name: string, parts: object = {}) => ({ type: "command", command: name, id: "a1", ...parts });

  it("RT-8 CoreShowChannels lists the calls the receiver may see", async () => {
    const { join, ring } = openGateway();
    ring();
    const full = await join("alice");
    full.say(command("CoreShowChannels"));
    expect(full.frames.at(-1)).toMatchObject({
      type: "answer",
      id: "a1",
      ok: true,
      result: [{ exten: "102", call: { callid: "c1", user: "101", name: "Alice" } }],
    });
    const veiled = await join("dave", [...WATCHER, rule("panel_buddies", "show_call_state")]);
    veiled.say(command("CoreShowChannels"));
    expect(veiled.frames.at(-1)).toMatchObject({ result: [{ call: { user: "", name: "" } }] });
  });

  it.each([
    command("CoreShowChannels"),
    command("ParkedCalls"),
    command("redirect", { channel: "ch1", to: "103" }),
    command("Originate", { from: "101", to: "102" }),
    command("MixMonitor", { channel: "ch1" }),
    command("Setvar", { channel: "ch1", variable: "x", value: "y" }),
  ])("RT-8 without the permission: %o", async (frame) => {
    const { join } = openGateway();
    const peer = await join("erin", WATCHER);
    peer.say(frame);
    expect(peer.frames.at(-1)).toMatchObject({ type: "refusal", id: "a1", code: "request.forbidden" });
    expect(peer.closes).toEqual([]);
  });

  it("RT-8 a command that no area serves is not found", async () => {
    const { join } = openGateway();
    const peer = await join("alice");
    peer.say(command("ParkedCalls"));
    expect(peer.frames.at(-1)).toMatchObject({ type: "refusal", id: "a1", code: "request.notFound" });
  });

  it.each([
    command("Shutdown"),
    command("ParkedCalls", { id: "" }),
    { type: "snapshots" },
    { type: "command", command: "ParkedCalls" },
    { type: "signin", username: "alice", token: "alice", realm: "demo" },
  ])("RT-8 a malformed or unexpected frame closes with 4400: %o", async (frame) => {
    const { join } = openGateway();
    const peer = await join("alice");
    peer.say(frame);
    expect(peer.closes.map(({ code }) => code)).toEqual([4400]);
  });

  it("RT-8 nothing is answered before the sign-in", async () => {
    const { open } = openGateway();
    for (const frame of [command("CoreShowChannels"), { type: "snapshot" }]) {
      const peer = open();
      peer.say(frame);
      expect([peer.frames, peer.closes.map(({ code }) => code)]).toEqual([[], [4400]]);
    }
  });
});

describe("rights", () => {
  it("RT-11 changed rights close with 4409 at the next heartbeat, an ended session with 4401", async () => {
    const { join, permit, clock } = openGateway();
    const [alice, bob, carol] = [await join("alice"), await join("bob"), await join("carol")];
    permit("alice", WATCHER);
    permit("bob", null);
    for (const peer of [alice, bob, carol]) peer.say({ type: "pong" });
    await clock.advance(15_000);
    expect([alice, bob, carol].map(({ closes }) => closes.map(({ code }) => code))).toEqual([[4409], [4401], []]);
  });
});
