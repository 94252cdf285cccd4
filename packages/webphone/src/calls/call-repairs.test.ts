import { expect, test } from "vitest";
import { createBench } from "../../test/bench.ts";
import { LEG_KEPT_MS } from "./call-repairs.ts";

const shown = (bench: ReturnType<typeof createBench>) =>
  bench.phone
    .getSnapshot()
    .calls.map(({ visual, isReconnecting }) => `${visual}${isReconnecting ? " reconnecting" : ""}`);
const restarts = (asked: readonly string[]): number => asked.filter((one) => one === "restartIce").length;

test("PHONE-62 a call survives the connection: it is shown as reconnecting, its time goes on, and it restores its media path once registered", async () => {
  const bench = createBench();
  bench.register();
  const { far } = await bench.talk("102");
  const { answeredAt } = bench.phone.getSnapshot().calls[0] ?? {};
  bench.network.says({ kind: "disconnected" });
  expect(shown(bench)).toEqual(["on-call reconnecting"]);
  await bench.clock.advance(20_000);
  expect(far.asked).not.toContain("restartIce");
  bench.network.says({ kind: "connected" });
  bench.network.says({ kind: "registered" });
  await bench.clock.advance(0);
  expect(restarts(far.asked)).toBe(1);
  expect(shown(bench)).toEqual(["on-call"]);
  expect(bench.phone.getSnapshot().calls[0]?.answeredAt).toBe(answeredAt);
  await bench.clock.advance(LEG_KEPT_MS);
  expect(shown(bench)).toEqual(["on-call"]);
});

test("PHONE-62 a way of the sound that is lost on a living connection is looked for at once, and the connection is proved", async () => {
  const bench = createBench();
  bench.register();
  const { far } = await bench.talk("102");
  far.says({ kind: "path", path: "down" });
  await bench.clock.advance(0);
  expect(bench.network.asked).toContain("options");
  expect(restarts(far.asked)).toBe(1);
  expect(shown(bench)).toEqual(["on-call reconnecting"]);
  far.says({ kind: "path", path: "up" });
  expect(shown(bench)).toEqual(["on-call"]);
});

test("PHONE-78 a call that never had a media path shows this until it has one, and when it is given up; a call that had one is lost", async () => {
  const bench = createBench();
  bench.register();
  const { far } = await bench.talk("102");
  far.says({ kind: "path", path: "down" });
  expect(bench.phone.getSnapshot().calls[0]).toMatchObject({ isReconnecting: true, isUnreachable: true });
  await bench.clock.advance(0);
  far.says({ kind: "path", path: "up" });
  expect(bench.phone.getSnapshot().calls[0]?.isUnreachable).toBeUndefined();

  far.restarts = "refused";
  far.says({ kind: "path", path: "down" });
  expect(bench.phone.getSnapshot().calls[0]?.isUnreachable).toBeUndefined();
  await bench.clock.advance(LEG_KEPT_MS);
  expect(bench.events.at(-1)).toMatchObject({ kind: "callEnded", reason: "lost" });

  const second = await bench.talk("103");
  second.far.restarts = "refused";
  second.far.says({ kind: "path", path: "down" });
  await bench.clock.advance(LEG_KEPT_MS);
  expect(bench.events.at(-1)).toMatchObject({ kind: "callEnded", reason: "unreachable" });
});

test("PHONE-63 five tries, each later than the one before; then the call is ended as lost", async () => {
  const bench = createBench();
  bench.register();
  const { far } = await bench.talk("102");
  far.restarts = "refused";
  const tries: number[] = [];
  far.says({ kind: "path", path: "up" });
  far.says({ kind: "path", path: "down" });
  for (let second = 0; second < 20 && shown(bench).length > 0; second += 1) {
    await bench.clock.advance(0);
    tries.push(restarts(far.asked));
    await bench.clock.advance(1_000);
  }
  expect(tries).toEqual([1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4]);
  expect(restarts(far.asked)).toBe(5);
  expect(bench.events.at(-1)).toMatchObject({ kind: "callEnded", reason: "lost" });
  expect(far.asked).toContain("terminate");
});

test("PHONE-63 a way that is accepted and not found counts as a try", async () => {
  const bench = createBench();
  bench.register();
  const { far } = await bench.talk("102");
  far.says({ kind: "path", path: "up" });
  far.says({ kind: "path", path: "down" });
  await bench.clock.advance(60_000);
  expect(restarts(far.asked)).toBe(5);
  expect(bench.events.at(-1)).toMatchObject({ kind: "callEnded", reason: "lost" });
});

test("PHONE-63 no answer to the re-INVITE: the next try is due after 4 s", async () => {
  const bench = createBench();
  bench.register();
  const { far } = await bench.talk("102");
  far.restarts = "silent";
  far.says({ kind: "path", path: "down" });
  await bench.clock.advance(5_000);
  expect(restarts(far.asked)).toBe(2);
});

test("PHONE-64 a connection that does not come back within 90 s ends the call", async () => {
  const bench = createBench();
  bench.register();
  await bench.talk("102");
  bench.network.says({ kind: "disconnected" });
  await bench.clock.advance(LEG_KEPT_MS - 1);
  expect(shown(bench)).toEqual(["on-call reconnecting"]);
  await bench.clock.advance(1);
  expect(bench.events.at(-1)).toMatchObject({ kind: "callEnded", reason: "lost" });
});

test("PHONE-62 a way that comes back by itself is no reason to ask", async () => {
  const bench = createBench();
  bench.register();
  const { far } = await bench.talk("102");
  far.restarts = "refused";
  far.says({ kind: "path", path: "down" });
  await bench.clock.advance(0);
  far.says({ kind: "path", path: "up" });
  await bench.clock.advance(60_000);
  expect(restarts(far.asked)).toBe(1);
  expect(shown(bench)).toEqual(["on-call"]);
});

test("PHONE-62 hanging up meanwhile ends the repair", async () => {
  const bench = createBench();
  bench.register();
  const { id, far } = await bench.talk("102");
  bench.network.says({ kind: "disconnected" });
  bench.phone.hangUp(id);
  bench.network.says({ kind: "connected" });
  bench.network.says({ kind: "registered" });
  await bench.clock.advance(LEG_KEPT_MS);
  expect(far.asked).not.toContain("restartIce");
  expect(bench.events.at(-1)).toMatchObject({ kind: "callEnded", reason: "hangup" });
});
