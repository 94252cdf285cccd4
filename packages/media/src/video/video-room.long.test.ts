import { expect, it } from "vitest";
import { VideoWorld, longestFreeze, tile } from "../../test/video-world.ts";

it("VENG-63 with 5 % loss and 75 ms each way nothing freezes for a second, and all is resent or recovered", () => {
  const world = new VideoWorld(8);
  const [ann, ben] = [world.join("ann", 1), world.join("ben", 2)];
  for (const way of [ann.up, ann.down, ben.up, ben.down]) Object.assign(way, { loss: 0.05, delayMs: 75, jitterMs: 10 });
  ann.up.duplication = 0.02;
  ann.show(tile("ben", 540, "large"));
  ben.show(tile("ann", 540, "large"));
  world.run(20_000);
  const [since, until] = [world.nowMs - 17_000, world.nowMs - 1000];
  for (const [member, sender] of [
    [ann, 2],
    [ben, 1],
  ] as const) {
    expect(longestFreeze(member, sender, since, until)).toBeLessThan(1000);
    expect(member.seen(since).filter(({ atMs }) => atMs < until).length).toBeGreaterThan(16 * 25 * 0.9);
    expect(member.asked.packets).toBeGreaterThan(50);
    expect([...member.checkers.values()].reduce((sum, { resent }) => sum + resent, 0)).toBeGreaterThan(50);
  }
  expect([...ann.faults, ...ben.faults]).toEqual([]);
});

it("VENG-62 one receiver's bandwidth is cut: its picture gets smaller within 3 s, nobody else's, and comes back", () => {
  const world = new VideoWorld(9);
  const [ann, ben, cay] = [world.join("ann", 1), world.join("ben", 2), world.join("cay", 3)];
  for (const member of [ben, cay]) member.show(tile("ann", 540, "large"));
  ann.show(tile("ben", 135));
  world.run(8000);
  expect([ben.seen().at(-1)?.layer, cay.seen().at(-1)?.layer]).toEqual([2, 2]);
  ben.down.capacity = 300_000;
  world.run(3000);
  const cut = world.nowMs;
  world.run(17_000);
  const small = ben.seen(cut);
  expect(new Set(small.map(({ layer }) => layer))).toEqual(new Set([0]));
  expect(longestFreeze(ben, 1, cut, world.nowMs)).toBeLessThan(1500);
  ben.down.capacity = 100_000_000;
  world.run(10_000);
  expect(ben.seen().at(-1)?.layer).toBe(2);
  expect(new Set(cay.seen(cut - 3000).map(({ layer }) => layer))).toEqual(new Set([2]));
  expect([...ben.faults, ...cay.faults]).toEqual([]);
});

it("VENG-42 a link that lets the highest layer through at times only does not make the picture jump", () => {
  const world = new VideoWorld(5);
  world.join("ann", 1);
  const ben = world.join("ben", 2);
  ben.show(tile("ann", 540, "large"));
  ben.down.capacity = 2_000_000;
  world.run(5000);
  const from = world.nowMs;
  world.run(60_000);
  const layers = ben.seen(from).map(({ layer }) => layer);
  expect(layers.filter((layer, at) => at > 0 && layer !== layers[at - 1]).length).toBeLessThan(8);
  expect(longestFreeze(ben, 1, from, world.nowMs)).toBeLessThan(500);
});
