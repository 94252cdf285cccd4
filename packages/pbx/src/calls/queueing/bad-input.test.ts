/** Phones that vanish, orders at the same moment, a clock that jumps, numbers and names of attackers. */
import { settle } from "@callpanel/testkit";
import { describe, expect, test } from "vitest";
import { BOB, CAROL, desk, expectNothingLeft } from "../../../test/queue-desk.ts";

const GRACE_MS = 90_000; // CALL-35

describe("an agent's phone vanishes", () => {
  test("QUE-23 while it rings: the caller gets the next agent, and the agent is rung again when the phone is back", async () => {
    const office = await desk({ strategy: "linear", members: [BOB, CAROL] });
    const [bob, carol] = [await office.agent("bob"), await office.agent("carol")];
    const out = await office.enter();
    await bob.incoming();
    bob.cut();
    await settle();
    const next = await carol.incoming();
    await next.answer();
    await settle();
    expect(office.at.talkTogether(out, next)).toBe(true);
    await office.at.clock.advance(GRACE_MS);
    const second = await office.enter(office.dave);
    expect(office.at.heardBy(second)).toBe("music");
    const back = await office.agent("bob");
    const again = await back.incoming();
    await again.answer();
    await settle();
    expect(office.at.talkTogether(second, again)).toBe(true);
    await expectNothingLeft(office, out, second);
  });

  test("QUE-80 while they talk: the talk ends after the grace time, once, and the agent is stuck in nothing", async () => {
    const office = await desk({ members: [BOB] });
    const bob = await office.agent("bob");
    const out = await office.enter();
    const taken = await bob.incoming();
    await taken.answer();
    await settle();
    bob.cut();
    await office.at.clock.advance(GRACE_MS);
    expect(out.state).toBe("ended");
    expect(office.log().slice(1)).toEqual(["ENTERQUEUE", "CONNECT 2", "COMPLETEAGENT 2"]);
    expect(office.at.system.snapshot().queues?.[0]?.agents.map(({ state }) => state)).toEqual(["offline"]);
    const next = await office.enter(office.dave);
    const back = await office.agent("bob");
    const again = await back.incoming();
    await again.answer();
    await settle();
    expect(office.at.talkTogether(next, again)).toBe(true);
    await expectNothingLeft(office, next);
  });

  test("QUE-26 while they wrap up: the wrap-up goes on without it, and then the agent's available phone rings", async () => {
    const office = await desk({ members: [BOB], wrapUpSeconds: 60 });
    const bob = await office.agent("bob");
    const out = await office.enter();
    const taken = await bob.incoming();
    await taken.answer();
    await settle();
    out.hangUp();
    await taken.until("ended");
    await settle();
    bob.cut();
    await settle();
    const next = await office.enter(office.dave);
    const back = await office.agent("bob");
    expect(back.calls).toEqual([]);
    await office.at.clock.advance(60_000);
    const again = await back.incoming();
    await again.answer();
    await settle();
    expect(office.at.talkTogether(next, again)).toBe(true);
    await expectNothingLeft(office, next);
  });
});

test("QUE-61 two pauses at the same moment: the agent is paused once, by the later order, and the rows pair", async () => {
  const office = await desk({ members: [BOB] });
  await office.agent("bob");
  const pause = (by: number, reason: string) =>
    office.at.system.queues?.order({ kind: "pause", agentId: 2, queueId: "support", reason, by });
  expect(await Promise.all([pause(2, "break"), pause(4, "meeting"), pause(4, "meeting")])).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const rows = office.queues.rows.flatMap((row) => ("reason" in row ? [`${row.event} ${row.reason} ${row.by}`] : []));
  expect(rows).toEqual(["PAUSE break 2", "UNPAUSE break 4", "PAUSE meeting 4"]);
  expect(office.at.system.snapshot().queues?.[0]?.agents).toMatchObject([{ paused: { reason: "meeting" } }]);
  await expectNothingLeft(office);
});

test("QUE-5 QUE-41 a clock that jumps ahead over midnight: each caller has one end, and no wait is negative", async () => {
  const office = await desk({ members: [BOB], maxWaitSeconds: 600 });
  const bob = await office.agent("bob");
  const [first, second] = [await office.enter(), await office.enter(office.dave)];
  await bob.incoming();
  await office.at.clock.skip(86_400_000);
  await office.at.clock.advance(60_000);
  expect([first.state, second.state]).toEqual(["ended", "ended"]);
  const ends = office.queues.rows.filter(({ event }) => event === "EXITWITHTIMEOUT");
  expect(ends).toHaveLength(2);
  for (const row of office.queues.rows)
    for (const value of Object.values(row)) if (typeof value === "number") expect(value).toBeGreaterThanOrEqual(0);
  await expectNothingLeft(office);
});

test("QUE-81 QLOG-2 the name of an attacker is a name: in the log, and at the agent's phone without a header of its own", async () => {
  const office = await desk({ members: [BOB] });
  const bob = await office.agent("bob");
  const name = `"><script>alert(1)</script>' OR 1=1 --`;
  office.at.directory.change("alice", { displayName: `${name}\r\nX-Evil: yes\r\n` });
  const out = await office.enter();
  await bob.incoming();
  const [entered] = office.queues.rows.filter(({ event }) => event === "ENTERQUEUE");
  expect(entered).toMatchObject({ number: "101", name: expect.stringContaining(name) });
  const lines = bob.received.find((frame) => frame.startsWith("INVITE"))?.split("\r\n") ?? [];
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => line.startsWith("X-Evil"))).toEqual([]);
  await expectNothingLeft(office, out);
});
