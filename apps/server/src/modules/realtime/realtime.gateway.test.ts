import { settle } from "@callpanel/testkit";
import { describe, expect, it } from "vitest";
import { EVENTS_BEHIND_BYTES } from "./panel-connection.ts";
import { peopleChanged } from "./people.feed.ts";
import { openGateway, rule, STAFF, WATCHER, type Peer } from "../../../test/open-gateway.ts";

/** The sequence numbers of the events, in the order of arrival. */
const sequences = ({ frames }: Peer) => frames.flatMap((frame) => (frame.type === "event" ? [frame.sequence] : []));

describe("event stream", () => {
  it("RT-3 events are numbered without gaps, on each stream separately", async () => {
    const { join, register, ring, unregister } = openGateway();
    const staff = await join("alice");
    const watcher = await join("erin", WATCHER);
    register(2);
    ring();
    unregister(2);
    expect(sequences(staff)).toEqual([1, 2, 3, 4, 5]);
    expect(sequences(watcher)).toEqual([1, 2, 3, 4]);
  });

  it("RT-3 receivers with equal rights get exactly the same text", async () => {
    const { join, register } = openGateway();
    const [alice, bob] = [await join("alice"), await join("bob", STAFF.toReversed())];
    register(2);
    expect(alice.texts.at(-1)).toBe(bob.texts.at(-1));
    expect(sequences(bob)).toEqual([1, 2]);
  });

  it("RT-36 events for one person only are sent on all of that person's connections, in one sequence with the others", async () => {
    const { join, register, ownEvents, clock } = openGateway();
    const alices = [await join("alice"), await join("alice")];
    const bob = await join("bob", STAFF, 2);
    register(3);
    ownEvents.tell(1, { action: "BUDDYPREF", realm: "demo", exten: "103", watched: true, sort: 7 });
    register(4);
    for (const alice of alices) {
      expect(sequences(alice)).toEqual([1, 2, 3, 4, 5]);
      expect(alice.frames.at(-3)).toMatchObject({ event: { action: "BUDDYPREF", exten: "103", sort: 7 } });
    }
    expect(sequences(bob)).toEqual([1, 2, 3, 4]);
    expect(bob.texts.join()).not.toContain("BUDDYPREF");

    await clock.advance(1_000);
    for (const peer of [...alices, bob]) peer.say({ type: "snapshot" });
    const people = { type: "snapshot", buddies: [{ exten: "103" }, { exten: "104" }] };
    expect([...alices, bob].map(({ frames }) => frames.at(-1))).toMatchObject([
      { ...people, sequence: 5 },
      { ...people, sequence: 5 },
      { ...people, sequence: 4 },
    ]);
    expect((await join("alice")).frames).toMatchObject([{ sequence: 4 }, { ...people, sequence: 4 }]);
  });

  it("RT-4 a new connection receives everything it may see, with the current sequence number", async () => {
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

  it("RT-63 a panel that connects is sent again who was changed in the last minute: its list of colleagues may be older", async () => {
    const { join, bus, clock } = openGateway();
    const change = (number: number, realm = "demo") =>
      bus.publishHere(peopleChanged, { action: "PEOPLE", realm, changed: [], removed: [number] });
    change(1);
    await clock.advance(59_999);
    change(2);
    change(3, "other");
    const first = await join("alice");
    const second = await join("bob");
    const removed = ({ frames }: Peer) =>
      frames.flatMap((frame) => (frame.type === "event" && frame.event.action === "PEOPLE" ? frame.event.removed : []));
    expect(second.frames.map(({ type }) => type)).toEqual(["hello", "snapshot", "event", "event"]);
    expect([first, second].map(removed)).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(removed(await join("erin", [rule("configs", "read")]))).toEqual([]);
    await clock.advance(1);
    change(4);
    expect(removed(await join("carol"))).toEqual([2, 4]);
    expect([first, second].map(removed)).toEqual([
      [1, 2, 4],
      [1, 2, 4],
    ]);
    expect([first, second].map(sequences)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    for (let number = 5; number < 24; number += 1) change(number);
    const last = (await join("dave")).frames.filter(({ type }) => type === "event");
    expect(last).toMatchObject([{ event: { action: "PEOPLE", changed: [], removed: [] } }]);
  });

  it("RT-4 a snapshot is sent again on request", async () => {
    const { join, register, clock } = openGateway();
    const peer = await join("alice");
    register(2);
    await clock.advance(1_000);
    peer.say({ type: "snapshot" });
    expect(peer.frames.at(-1)).toMatchObject({ type: "snapshot", sequence: 2, buddies: [{ exten: "102" }] });
  });

  it("RT-6 a hundred requests give one snapshot a second", async () => {
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

  it("RT-7 a reader that is too far behind is disconnected, the others stay", async () => {
    const { join, register } = openGateway();
    const slow = await join("alice");
    const quick = await join("bob");
    slow.behindBytes = 2 * EVENTS_BEHIND_BYTES;
    register(2);
    expect(slow.closes).toEqual([{ code: 4408, reason: "too slow" }]);
    expect(sequences(slow)).toEqual([]);
    expect(sequences(quick)).toEqual([1, 2]);
    register(3);
    expect(slow.closes).toHaveLength(1);
  });

  it("RT-7 a snapshot above the limit is allowed, and no longer counts once it was read", async () => {
    const { join, register } = openGateway();
    for (let userId = 100; userId < 5_100; userId += 1) register(userId);
    const reader = await join("alice");
    const snapshotBytes = reader.texts.at(-1)?.length ?? 0;
    expect(snapshotBytes).toBeGreaterThan(EVENTS_BEHIND_BYTES);
    reader.behindBytes = snapshotBytes;
    register(2);
    expect(sequences(reader)).toEqual([1, 2]);
    reader.behindBytes = 0;
    register(3);
    reader.behindBytes = snapshotBytes;
    register(4);
    expect(reader.closes).toEqual([{ code: 4408, reason: "too slow" }]);
  });

  it("RT-62 after a quiet time an event is sent at once, those of the next 25 ms together", async () => {
    const { join, register, ring, clock } = openGateway();
    const batched = await join("alice", STAFF, 1, { batches: true });
    const single = await join("bob", STAFF, 2);
    const before = batched.texts.length;
    await clock.advance(1_000);
    register(3);
    ring();
    expect(sequences(batched)).toEqual([1]);
    expect(sequences(single)).toEqual([1, 2, 3, 4]);
    await clock.advance(24);
    register(4);
    expect(sequences(batched)).toEqual([1]);
    await clock.advance(1);
    expect(sequences(batched)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(batched.texts).toHaveLength(before + 2);
    expect(batched.texts.at(-1)).toBe(`[${single.texts.slice(-5).join(",")}]`);
    await clock.advance(25);
    register(5);
    expect(sequences(batched).at(-1)).toBe(7);
  });

  it("RT-62 an answer is sent at once, after the events before it; so are the frames before the end", async () => {
    const { join, register, permit, ownEvents, clock } = openGateway();
    const alice = await join("alice", STAFF, 1, { batches: true });
    register(3);
    expect(sequences(alice)).toEqual([]);
    expect(await alice.ask("CoreShowChannels")).toMatchObject({ type: "answer", id: "a1" });
    expect(sequences(alice)).toEqual([1, 2]);
    permit("alice", null);
    ownEvents.tell(1, { action: "SETTING", realm: "demo", exten: "101", setting: "otp" });
    await clock.advance(0);
    expect(alice.frames.at(-1)).toMatchObject({ event: { action: "SETTING", setting: "otp" } });
    expect(alice.closes.map(({ code }) => code)).toEqual([4401]);
    expect(clock.timerCount).toBe(0);
  });

  it("RT-62 a reader that is too far behind with waiting frames is disconnected once", async () => {
    const { join, register, permit, clock } = openGateway();
    const slow = await join("alice", STAFF, 1, { batches: true });
    register(2);
    slow.behindBytes = 2 * EVENTS_BEHIND_BYTES;
    permit("alice", null);
    await slow.ask("CoreShowChannels");
    expect(slow.closes).toEqual([{ code: 4408, reason: "too slow" }]);
    expect(clock.timerCount).toBe(0);
  });

  it("BUS-6 after a gap every open panel gets a snapshot, and ended sessions are closed", async () => {
    const { join, permit, gap, clock } = openGateway();
    const [alice, bob] = [await join("alice"), await join("bob")];
    await clock.advance(1_000);
    permit("bob", null);
    gap();
    await settle();
    expect(alice.frames.map(({ type }) => type)).toEqual(["hello", "snapshot", "snapshot"]);
    expect([alice, bob].map(({ closes }) => closes.map(({ code }) => code))).toEqual([[], [4401]]);
  });

  it("RT-7 after all connections have closed, nothing runs and nothing is stored", async () => {
    const { join, clock, register } = openGateway();
    const peers = [await join("alice"), await join("erin", WATCHER)];
    peers[0]?.say({ type: "snapshot" });
    for (const peer of peers) peer.closed();
    expect(clock.timerCount).toBe(0);
    register(2);
    expect(peers.flatMap(sequences)).toEqual([]);
  });
});

describe("rights", () => {
  it("ACCOUNT-24 a new password closes the connections of ended sessions immediately", async () => {
    const { join, permit, ownEvents, clock } = openGateway();
    // Two sessions of one person; the fake distinguishes sessions by name.
    const [kept, ended] = [await join("alice"), await join("alice-elsewhere")];
    permit("alice-elsewhere", null);
    ownEvents.tell(1, { action: "SETTING", realm: "demo", exten: "101", setting: "profile" });
    await clock.advance(0);
    expect([kept, ended].map(({ closes }) => closes.map(({ code }) => code))).toEqual([[], [4401]]);
  });

  it("RT-11 changed rights close with 4409 at the next heartbeat, an ended session with 4401", async () => {
    const { join, permit, clock } = openGateway();
    const [alice, bob, carol] = [await join("alice"), await join("bob"), await join("carol")];
    permit("alice", WATCHER);
    permit("bob", null);
    for (const peer of [alice, bob, carol]) peer.say({ type: "pong" });
    await clock.advance(15_000);
    expect([alice, bob, carol].map(({ closes }) => closes.map(({ code }) => code))).toEqual([[4409], [4401], []]);
  });

  it("RT-11 commands are not executed after a right was removed or the session was ended a moment ago", async () => {
    const given: object[] = [];
    const take = async (command: object) => {
      given.push(command);
      return { ok: true, value: undefined } as const;
    };
    const { join, ring, permit } = openGateway({ startRecording: take });
    ring();
    const recorder = [...STAFF, rule("active_calls", "execute_record")];
    const [alice, bob] = [await join("alice", recorder), await join("bob", recorder)];
    await alice.ask("MixMonitor", { channel: "ch1" });
    expect(given).toHaveLength(1);
    permit("alice", STAFF);
    permit("bob", null);
    await alice.ask("MixMonitor", { channel: "ch1" });
    await bob.ask("MixMonitor", { channel: "ch1" });
    expect(given).toHaveLength(1);
    expect([alice, bob].map(({ closes }) => closes.map(({ code }) => code))).toEqual([[4409], [4401]]);
  });

  it("RT-11 commands keep their order while the rights are checked", async () => {
    const given: boolean[] = [];
    const { join, ring } = openGateway({
      pauseRecording: async ({ paused }) => {
        given.push(paused);
        return { ok: true, value: undefined };
      },
    });
    ring();
    const alice = await join("alice", [...STAFF, rule("active_calls", "execute_record")]);
    const turns = [true, false, true, false, true];
    for (const [index, muted] of turns.entries())
      alice.say({ type: "command", command: "MixMonitorMute", id: `o${index}`, channel: "ch1", muted });
    await settle();
    expect(given).toEqual(turns);
  });
});
