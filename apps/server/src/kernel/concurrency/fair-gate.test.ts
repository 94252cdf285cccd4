import { createFakeClock, settle } from "@callpanel/testkit";
import { describe, expect, it } from "vitest";
import { createFairGate } from "./fair-gate.ts";

describe("a fair gate", () => {
  const setUp = (limits: { mostInLane?: number; mostInAll?: number } = {}) => {
    const clock = createFakeClock();
    const ended: string[] = [];
    const gate = createFairGate({ atOnce: 2, mostInLane: 5, mostInAll: 100, busy: () => new Error("busy"), ...limits });
    /** Takes 30 ms. */
    const run = (lane: string): Promise<string> =>
      gate.run(lane, async () => {
        await new Promise<void>((resolve) => clock.setTimeout(resolve, 30));
        ended.push(lane);
        return lane;
      });
    return { clock, ended, gate, run };
  };

  it("AUTH-27 lanes take turns: a lane with many tasks does not delay another lane by more than one turn", async () => {
    const { clock, ended, run } = setUp({ mostInLane: 50 });
    const flood = Array.from({ length: 50 }, () => run("flood"));
    const one = run("one");
    const other = run("other");
    await clock.advance(30);
    await clock.advance(30);
    expect(ended).toEqual(["flood", "flood", "flood", "one"]);
    await clock.advance(30);
    expect(ended).toContain("other");
    for (let time = 0; time < 30; time += 1) await clock.advance(30);
    expect((await Promise.all([...flood, one, other])).length).toBe(52);
    expect(ended).toHaveLength(52);
  });

  it("AUTH-27 a full lane refuses only its own tasks, and all lanes together have a limit", async () => {
    const { clock, run } = setUp({ mostInAll: 8 });
    const flood = Array.from({ length: 7 }, () => run("flood"));
    await expect(run("flood")).rejects.toThrow("busy");
    const others = ["a", "b", "c"].map(run);
    await expect(run("d")).rejects.toThrow("busy");
    for (let time = 0; time < 6; time += 1) await clock.advance(30);
    expect(await Promise.all([...flood, ...others])).toHaveLength(10);
    const late = run("d");
    await clock.advance(30);
    expect(await late).toBe("d");
  });

  it("AUTH-27 a task that fails frees its place", async () => {
    const { gate } = setUp();
    const failing = Array.from({ length: 6 }, () => gate.run("a", () => Promise.reject(new Error("no"))));
    expect((await Promise.allSettled(failing)).every(({ status }) => status === "rejected")).toBe(true);
    await settle();
    expect(await gate.run("a", async () => 1)).toBe(1);
  });
});
