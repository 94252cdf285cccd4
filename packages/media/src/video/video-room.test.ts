import { expect, it } from "vitest";
import { soundPacket } from "../../test/video-sender.ts";
import { VideoWorld, longestFreeze, tile } from "../../test/video-world.ts";

it("VENG-60 a participant who joins sees the others from their next key frame on, and is seen", () => {
  const world = new VideoWorld(1);
  const [ann, ben] = [world.join("ann", 1), world.join("ben", 2)];
  ann.show(tile("ben", 540, "large"));
  ben.show(tile("ann", 270));
  world.run(3000);
  expect(new Set(ann.seen().map(({ sender }) => sender))).toEqual(new Set([2]));
  expect(ann.seen().at(-1)?.layer).toBe(2);
  expect(ben.seen().at(-1)).toMatchObject({ sender: 1, layer: 1 });
  expect(longestFreeze(ann, 2, world.nowMs - 2500, world.nowMs)).toBeLessThan(200);
  expect([...ann.faults, ...ben.faults]).toEqual([]);
});

it("VENG-60 join, leave, mute and a change of view change slots, and no description", () => {
  const world = new VideoWorld(2);
  const [ann, ben, cay] = [world.join("ann", 1, { slots: 2 }), world.join("ben", 2), world.join("cay", 3)];
  ann.show(tile("ben", 270, "large"), tile("cay", 135));
  world.run(2000);
  expect(world.slots.get("ann")).toEqual([
    { mid: "v0", participant: "ben", kind: "camera" },
    { mid: "v1", participant: "cay", kind: "camera" },
  ]);
  world.join("dan", 4);
  ann.show(tile("dan", 270, "large"), tile("cay", 135), tile("ben", 135)); // one more than it has slots
  world.run(2000);
  expect(world.slots.get("ann")).toEqual([
    { mid: "v0", participant: "dan", kind: "camera" },
    { mid: "v1", participant: "cay", kind: "camera" }, // keeps its slot
  ]);
  world.leave("dan");
  world.run(1000);
  expect(
    world.slots
      .get("ann")
      ?.map(({ participant }) => participant)
      .toSorted(),
  ).toEqual(["ben", "cay"]);
  cay.isSending = false;
  world.run(5000);
  cay.isSending = true;
  const since = world.nowMs + 1500;
  world.run(3000);
  expect(new Set(ann.seen(since).map(({ sender }) => sender))).toEqual(new Set([2, 3]));
  expect(
    ann.checkers
      .get("v0")
      ?.pictures()
      .map(({ sender }) => sender),
  ).toEqual(expect.arrayContaining([2, 4]));
  expect([...ann.faults, ...ben.faults]).toEqual([]);
});

it("VENG-43 a tile that is not seen is not sent, and comes back with a key frame", () => {
  const world = new VideoWorld(3);
  const [ann] = [world.join("ann", 1), world.join("ben", 2)];
  ann.show(tile("ben", 270));
  world.run(2000);
  ann.show({ ...tile("ben", 270), width: 0, height: 0 });
  world.run(500);
  const hidden = world.nowMs;
  world.run(3000);
  expect(ann.bitsPerSecond(hidden)).toBeLessThan(20_000);
  ann.show(tile("ben", 270));
  world.run(1000);
  expect(ann.seen(hidden)[0]).toMatchObject({ sender: 2, isKey: true });
  expect(ann.faults).toEqual([]);
});

it("VENG-43 participants are not shown themselves, or a person who is not in the room", () => {
  const world = new VideoWorld(4);
  const ann = world.join("ann", 1);
  ann.show(tile("ann", 270), tile("nobody", 270), {
    participant: "ben",
    kind: "screen",
    width: 100,
    height: 100,
    priority: "screen",
  });
  world.join("ben", 2);
  world.run(1000);
  expect(world.slots.get("ann")).toBeUndefined();
  expect(ann.arrivedBytes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(5000);
});

it("VENG-60 a screen that somebody begins to share comes with a later description, and ends with one", () => {
  const world = new VideoWorld(5);
  const [ann, ben] = [world.join("ann", 1), world.join("ben", 2, { screen: {} })];
  ann.show({ participant: "ben", kind: "screen", width: 1920, height: 1080, priority: "screen" }, tile("ben", 135));
  world.run(2000);
  expect(new Set(ann.seen().map(({ sender }) => sender))).toEqual(new Set([2, 102]));
  const { plan } = ben;
  world.room.join("ben", { ...plan, sends: plan.sends.filter(({ kind }) => kind !== "screen") });
  world.run(500);
  expect(world.slots.get("ann")?.map(({ kind }) => kind)).toEqual(["camera"]);
  expect(ann.faults).toEqual([]);
});

it("VENG-45 a layer that its sender stops is replaced within two seconds, and no longer requested", () => {
  const world = new VideoWorld(13);
  const [ann, ben] = [world.join("ann", 1), world.join("ben", 2)];
  ben.show(tile("ann", 540, "large"));
  world.run(4000);
  const [, middle, high] = ann.camera.layers;
  if (middle === undefined || high === undefined) throw new Error("three layers are sent");
  expect(ben.seen().at(-1)?.layer).toBe(2);
  high.paused = middle.paused = true;
  const stopped = world.nowMs;
  world.run(4000);
  expect(longestFreeze(ben, 1, stopped, world.nowMs)).toBeLessThan(2000);
  expect(ben.seen().at(-1)?.layer).toBe(0);
  high.paused = middle.paused = false;
  world.run(5000);
  expect(ben.seen().at(-1)?.layer).toBe(2);

  // It stops while a key frame of it is waited for.
  ben.show(tile("ann", 135));
  world.run(2000);
  high.paused = true;
  ben.show(tile("ann", 540, "large"));
  world.run(4000);
  expect(ben.seen().at(-1)?.layer).toBe(1);
  const { keyFrames } = ann.asked;
  world.run(10_000);
  expect(ann.asked.keyFrames).toBe(keyFrames);
  expect(ben.faults).toEqual([]);
});

it("VENG-45 a camera that sends less often than once a second is neither paused nor asked for key frames", () => {
  const world = new VideoWorld(15);
  const [ann, ben] = [world.join("ann", 1), world.join("ben", 2)];
  ben.show(tile("ann", 135));
  world.run(3000);
  const [{ keyFrames }, since] = [ann.asked, world.nowMs];
  for (let count = 0; count < 10; count += 1) {
    ann.isSending = false;
    world.run(1400);
    ann.isSending = true;
    world.run(40);
  }
  expect(ann.asked.keyFrames).toBe(keyFrames);
  expect(ben.seen(since).length).toBeGreaterThan(8);
  expect(ben.faults).toEqual([]);
});

it("VENG-79 a frozen picture is reported once, with its figures, until it continues", () => {
  const world = new VideoWorld(14);
  const [ann, ben] = [world.join("ann", 1), world.join("ben", 2)];
  ben.show(tile("ann", 135));
  world.run(3000);
  expect(world.stalled).toEqual([]);
  // It reports nothing any more: less and less is sent, and then nothing.
  ben.up.loss = 1;
  world.run(20_000);
  expect(world.stalled).toHaveLength(1);
  expect(world.stalled[0]).toMatchObject({
    id: "ben",
    picture: { of: "ann", kind: "camera", shows: -1, waitsFor: -1, layers: [{ comes: true }, { comes: true }, {}] },
  });
  ben.up.loss = 0;
  world.run(20_000);
  expect(ben.seen().at(-1)?.atMs).toBeGreaterThan(world.nowMs - 200);
  ann.isSending = false;
  world.run(10_000);
  expect(world.stalled).toHaveLength(1);
});

it("VENG-61 before its transport is up nothing is sent to a participant, or asked of others for it", () => {
  const world = new VideoWorld(6);
  const ben = world.join("ben", 2);
  const late = world.join("late", 3, {});
  world.leave("late");
  world.room.join("late", late.plan);
  world.members.set("late", late);
  world.room.show("late", [tile("ben", 270)], world.nowMs);
  world.run(2000);
  expect(ben.asked.keyFrames).toBe(0);
  expect(late.arrivedBytes).toEqual([]);
});

it("VENG-50 three voices reach everybody else, each in a stream of its own that goes on", () => {
  const world = new VideoWorld(7);
  const names = ["ann", "ben", "cay", "dan", "eve"];
  const members = names.map((name, index) => world.join(name, index + 1, { slots: 0 }));
  const [ann, , , dan, eve] = members;
  members.forEach((member, index) => (member.level = 20 + 5 * index));
  world.run(3000);
  const heardBy = (name: string): string[] =>
    (world.slots.get(name) ?? []).map(({ participant }) => participant).toSorted();
  expect(names.map(heardBy)).toEqual([
    ["ben", "cay", "dan"],
    ["ann", "cay", "dan"],
    ["ann", "ben", "dan"],
    ["ann", "ben", "cay"],
    ["ann", "ben", "cay"],
  ]);
  if (dan !== undefined) dan.level = 90;
  if (ann !== undefined) ann.level = 90;
  world.run(2000);
  expect(heardBy("ben")).toEqual(expect.arrayContaining(["cay", "eve"]));
  for (const mid of ["a0", "a1", "a2"]) {
    const numbers = eve?.heard.filter((one) => one.mid === mid).map(({ packet }) => packet.sequence) ?? [];
    expect(numbers.length).toBeGreaterThan(150);
    expect(numbers.slice(1).every((number, index) => ((number - (numbers[index] ?? 0)) & 0xffff) === 1)).toBe(true);
  }
  expect(world.talking).toContain("eve talks");
  expect(world.talking).toContain("dan is silent");
});

it("VENG-11 publishers get feedback each 100 ms, and reports each second", () => {
  const world = new VideoWorld(10);
  const ann = world.join("ann", 1);
  world.run(5000);
  expect(ann.asked.receiverReports).toBeGreaterThanOrEqual(4);
  expect(ann.asked.receiverReports).toBeLessThanOrEqual(5);
  expect(ann.asked.feedback).toBeGreaterThanOrEqual(48);
  expect(ann.asked.feedback).toBeLessThanOrEqual(50);
  // Each packet is reported; the last ones are on their way.
  expect(ann.asked.arrived).toBeGreaterThan(0.97 * ann.sentPackets);
  expect(ann.asked.arrived).toBeLessThanOrEqual(ann.sentPackets);
});

it("VENG-64 a room has 100 participants at most, and takes 64 tiles of a list", () => {
  const world = new VideoWorld(11);
  const { plan } = world.join("ann", 1);
  for (let number = 1; number < 100; number += 1) expect(world.room.join(`p${number}`, plan)).toBeDefined();
  expect(world.room.join("one too many", plan)).toBeUndefined();
  expect(world.room.join("ann", plan)).toBeDefined();
  const many = Array.from({ length: 10_000 }, (_, index) => tile(`p${index}`, 100));
  world.room.show("ann", many, world.nowMs);
  world.run(100);
  const offer = {
    ...plan,
    pictures: { ...plan.pictures, mids: Array.from({ length: 50 }, (_, index) => `x${index}`) },
  };
  world.room.leave("p1", world.nowMs);
  expect(world.room.join("greedy", offer)?.filter(({ rtxSsrc }) => rtxSsrc !== undefined)).toHaveLength(32);
});

it("VENG-6 VENG-65 packets under the SSRC of somebody else are the sender's own or nothing, never theirs", () => {
  const world = new VideoWorld(13);
  const [ann, ben, eve, fay] = [world.join("ann", 1), world.join("ben", 2), world.join("eve", 3), world.join("fay", 4)];
  ann.show(tile("ben", 270));
  ben.show(tile("ann", 270));
  fay.show(tile("ben", 270));
  world.run(3000);
  const from = world.nowMs;
  const foreign = [...ben.camera.layers, ...ann.camera.layers].flatMap(({ ssrc, rtxSsrc }) => [ssrc, rtxSsrc]);
  for (let round = 0; round < 100; round += 1) {
    const own = [...eve.camera.picture(world.nowMs), eve.camera.report(0, world.nowMs)];
    for (const [at, ssrc] of foreign.entries()) {
      const forged = Buffer.from(own[at % own.length] ?? Buffer.alloc(12));
      const isReport = forged.readUInt8(1) >= 200;
      forged.writeUInt32BE(ssrc, isReport ? 4 : 8);
      if (isReport) world.room.reportFrom("eve", forged, world.nowMs);
      else world.room.packetFrom("eve", forged, world.nowMs);
    }
    world.run(40);
  }
  expect(longestFreeze(ann, 2, from, world.nowMs)).toBeLessThan(500);
  expect(longestFreeze(fay, 2, from, world.nowMs)).toBeLessThan(500);
  expect([...ann.faults, ...ben.faults, ...fay.faults]).toEqual([]);
});

it("VENG-65 nothing that participants send stops the room, or affects what others see of each other", () => {
  const world = new VideoWorld(12);
  const [ann, ben, eve, fay] = [world.join("ann", 1), world.join("ben", 2), world.join("eve", 3), world.join("fay", 4)];
  ann.show(tile("ben", 270));
  fay.asksForKeyFrames = false; // what it gets of Eve nobody can decode
  fay.show(tile("eve", 270));
  ben.show(tile("ann", 270));
  eve.show(tile("ann", 270), tile("ben", 270));
  const { random } = world;
  const corpus: Buffer[] = [soundPacket({ ssrc: 9, sequence: 1, timestamp: 1, level: 1 })];
  const below = (limit: number): number => Math.floor(random() * limit);
  for (let round = 0; round < 150; round += 1) {
    corpus.push(...eve.camera.picture(world.nowMs));
    corpus.push(eve.camera.report(0, world.nowMs));
    for (let count = 0; count < 60; count += 1) {
      const bent = Buffer.from(corpus[below(corpus.length)] ?? Buffer.alloc(12));
      for (let bits = below(6); bits > 0; bits -= 1) bent[below(Math.min(40, bent.length))] = below(256);
      const cut = bent.subarray(0, random() < 0.2 ? below(bent.length + 1) : bent.length);
      if (random() < 0.7) world.room.packetFrom("eve", Buffer.from(cut), world.nowMs);
      else {
        cut[0] = 0x80 | below(64);
        if (cut.length > 1) cut[1] = 200 + below(8);
        if (cut.length > 3) cut.writeUInt16BE(below(Math.max(1, cut.length >> 2)), 2);
        world.room.reportFrom("eve", cut, world.nowMs);
      }
    }
    if (corpus.length > 300) corpus.splice(0, 100);
    world.run(40);
  }
  expect(longestFreeze(ann, 2, world.nowMs - 3000, world.nowMs)).toBeLessThan(500);
  expect(longestFreeze(ben, 1, world.nowMs - 3000, world.nowMs)).toBeLessThan(500);
  expect(fay.arrivedBytes.length).toBeGreaterThan(100);
  expect([...ann.faults, ...ben.faults]).toEqual([]);
});
