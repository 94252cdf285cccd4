import { settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { last } from "../../test/fake-network.ts";
import { createBench } from "../../test/bench.ts";
import { LEG_KEPT_MS } from "./call-repairs.ts";

type Bench = ReturnType<typeof createBench>;

/** The same person's page after a reload: nothing is left of the first but what was kept. */
const reloaded = ({ callStorage, clock }: Bench): Bench => createBench({}, { callStorage, clock });
const ready = (bench: Bench): void => {
  bench.network.says({ kind: "connected" });
  bench.network.says({ kind: "registered" });
};
const shown = (bench: Bench) =>
  bench.phone
    .getSnapshot()
    .calls.map(({ number, visual, isReconnecting }) => `${number} ${visual} ${!!isReconnecting}`);

test("PHONE-66 the page after a reload shows the calls at once and has them back by Replaces, hold and mute as they were", async () => {
  const first = createBench();
  first.register();
  const held = await first.talk("102");
  const muted = await first.talk("103");
  first.phone.setMute(muted.id, "mute");
  const before = first.phone.getSnapshot().calls;
  first.phone.leave();
  expect(held.far.asked).not.toContain("terminate");

  const next = reloaded(first);
  next.phone.start();
  expect(shown(next)).toEqual(["103 muted true", "102 on-hold true"]);
  ready(next);
  await next.clock.advance(0);
  const [oldest, newest] = next.network.sessions;
  expect(oldest?.asked.slice(0, 3)).toEqual(["replaces sip-1", "offers sendonly", "silence on"]);
  expect(newest?.asked.slice(0, 3)).toEqual(["replaces sip-2", "offers sendrecv", "silence on"]);
  for (const far of next.network.sessions) {
    far.says({ kind: "accepted" });
    far.says({ kind: "path", path: "up" });
  }
  await next.clock.advance(0);
  expect(shown(next)).toEqual(["103 muted false", "102 on-hold false"]);
  expect(next.phone.getSnapshot().calls.map(({ id, answeredAt }) => [id, answeredAt])).toEqual(
    before.map(({ id, answeredAt }) => [id, answeredAt]),
  );
  expect(next.events).toEqual([]);
});

test("PHONE-66 a page that crashes again before it has the call back has not lost it", async () => {
  const first = createBench();
  first.register();
  await first.talk("102");
  const second = reloaded(first);
  second.phone.start();
  await second.clock.advance(20_000);
  const third = reloaded(second);
  third.phone.start();
  ready(third);
  await third.clock.advance(0);
  expect(last(third.network).asked).toContain("replaces sip-1");
});

test.each(["before the line is back", "while it is asked for"])(
  "PHONE-65 a call of the page before that is hung up %s ends for the far end too",
  async (when) => {
    const first = createBench();
    first.register();
    const { id } = await first.talk("102");
    const next = reloaded(first);
    next.phone.start();
    if (when === "while it is asked for") ready(next);
    next.phone.hangUp(id);
    expect(shown(next)).toEqual([]);
    await next.clock.advance(0);
    if (when !== "while it is asked for") ready(next);
    await next.clock.advance(0);
    const far = last(next.network);
    const sent = when === "while it is asked for" ? [] : ["sends nothing"];
    expect(far.asked).toEqual(["replaces sip-1", "offers sendrecv", ...sent, "silence on"]);
    far.says({ kind: "accepted" });
    await next.clock.advance(0);
    expect(far.asked.at(-1)).toBe("terminate");
    expect(next.microphones.streams.every(({ active }) => !active)).toBe(true);
    expect(shown(next)).toEqual([]);
  },
);

test.each(["denied", "not-found"] as const)(
  "PHONE-65 a call of the page before ends for the far end too when the microphone is %s",
  async (fault) => {
    const first = createBench();
    first.register();
    await first.talk("102");
    const next = reloaded(first);
    next.microphones.fault = fault;
    next.phone.start();
    ready(next);
    await next.clock.advance(0);
    expect(shown(next)).toEqual([]);
    const code = fault === "denied" ? "sipua.error.micDenied" : "sipua.error.micNotFound";
    expect(next.events).toMatchObject([
      { kind: "failure", code },
      { kind: "callEnded", reason: "no-microphone" },
    ]);
    const far = last(next.network);
    expect(far.asked).toEqual(["replaces sip-1", "offers sendrecv", "sends nothing", "silence on"]);
    far.says({ kind: "accepted" });
    await next.clock.advance(0);
    expect(far.asked.at(-1)).toBe("terminate");
  },
);

test("PHONE-65 a line that is lost while the far end of an ended call is being ended does so once it is back", async () => {
  const first = createBench();
  first.register();
  await first.talk("102");
  const next = reloaded(first);
  next.microphones.fault = "denied";
  next.phone.start();
  ready(next);
  await next.clock.advance(0);
  const cut = { by: "system", fault: "other", statusCode: undefined, reasonCause: undefined, cause: "cut" } as const;
  for (const tries of [1, 2]) {
    expect(next.network.sessions).toHaveLength(tries);
    last(next.network).says({ kind: "ended", end: cut });
    await next.clock.advance(0);
    next.network.says({ kind: "disconnected" });
    ready(next);
    await next.clock.advance(0);
  }
  last(next.network).says({ kind: "accepted" });
  await next.clock.advance(0);
  expect(last(next.network).asked).toEqual([
    "replaces sip-1",
    "offers sendrecv",
    "sends nothing",
    "silence on",
    "terminate",
  ]);
});

test("PHONE-67 a call that cannot be taken back is reported once, and no later page asks for it", async () => {
  const first = createBench();
  first.register();
  await first.talk("102");
  const next = reloaded(first);
  next.phone.start();
  ready(next);
  await next.clock.advance(0);
  last(next.network).says({
    kind: "ended",
    end: { by: "remote", fault: "none", statusCode: 481, reasonCause: undefined, cause: "Dialog Error" },
  });
  await next.clock.advance(0);
  expect(next.events).toMatchObject([{ kind: "callEnded", reason: "lost" }]);
  const after = reloaded(next);
  after.phone.start();
  expect(shown(after)).toEqual([]);
  expect(after.events).toEqual([]);
});

test("PHONE-67 calls of a page that was closed longer ago than the phone system keeps them are reported as lost without asking", async () => {
  const first = createBench();
  first.register();
  await first.talk("102");
  const kept = [...first.callStorage.map];
  void first.phone.stop();
  const next = createBench({}, { clock: first.clock });
  for (const [key, text] of kept) next.callStorage.set(key, text);
  await next.clock.advance(LEG_KEPT_MS + 1);
  next.phone.start();
  expect(next.events).toMatchObject([{ kind: "callEnded", reason: "lost" }]);
  expect(next.callStorage.map.size).toBe(0);
});

test("PHONE-67 an hour of talk is not an age: the keeping is signed every 10 s", async () => {
  const first = createBench();
  first.register();
  await first.talk("102");
  await first.clock.advance(3_600_000);
  const next = reloaded(first);
  next.phone.start();
  expect(shown(next)).toEqual(["102 on-call true"]);
});

test.each([
  "{",
  "[]",
  '{"version":2,"seenAt":0,"calls":[]}',
  '{"version":1,"seenAt":1e15,"calls":[{"id":"x","dialog":{"callId":"a\\r\\nX: y"}}]}',
])("PHONE-68 a stored entry that cannot be read is ignored: %s", (text) => {
  const bench = createBench();
  bench.callStorage.set("webphone.alice.calls", text);
  expect(bench.phone.start()).toEqual({ ok: true });
  expect(shown(bench)).toEqual([]);
});

test("PHONE-69 leaving ends dialled calls that are not answered, and without another call stops the phone", async () => {
  const bench = createBench();
  bench.register();
  void bench.phone.call("103");
  await settle();
  const dialled = last(bench.network);
  bench.phone.leave();
  expect(dialled.asked.some((one) => one.startsWith("reject") || one === "terminate")).toBe(true);
  expect(bench.network.asked).toContain("unregister");
});

test("PHONE-69 leaving while a call rings refuses nothing, so that it rings at the next page", () => {
  const bench = createBench();
  bench.register();
  const ringing = bench.network.rings("103");
  bench.phone.leave();
  expect(ringing.asked.filter((one) => one.startsWith("reject") || one === "terminate")).toEqual([]);
  expect(bench.network.asked).not.toContain("unregister");
});

test("PHONE-66 a call that ended, and a phone that was stopped, leave nothing to be taken back", async () => {
  const bench = createBench();
  bench.register();
  const { id } = await bench.talk("102");
  expect(bench.callStorage.map.size).toBe(1);
  bench.phone.hangUp(id);
  expect(bench.callStorage.map.size).toBe(0);
});
