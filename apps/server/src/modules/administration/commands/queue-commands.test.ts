import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCommandLine, type OpenCommandLine } from "../../../../test/command-line.ts";

describe("commands about queues", () => {
  let at: OpenCommandLine;
  beforeEach(async () => {
    at = await openCommandLine();
    await at.addAnn();
    await at.run("users add ben --first-name Ben --last-name Bell --extension 102 --password a-good-password");
    await at.run("queues add 600 Help desk");
  });
  afterEach(() => at.close());

  const shown = async () => (await at.run("queues show 600")).out.split("\n").map((line) => line.split(/ {2,}/));

  it("QUEUESET-6 settings are listed with their purpose and changed, several at once", async () => {
    expect(await shown()).toContainEqual(["strategy", "ring_all", "which free agent is rung"]);
    expect((await at.run("queues set 600 strategy least_recent exit_key 9 exit_to 102")).out).toBe("changed queue 600");
    const lines = await shown();
    for (const [name, value] of [
      ["strategy", "least_recent"],
      ["exit_key", "9"],
      ["exit_to", "102"],
      ["ring_seconds", "15"],
    ])
      expect(
        lines.some(([one, other]) => one === name && other === value),
        name,
      ).toBe(true);
    for (const [line, code, error] of [
      ["queues set 600 strategy", 2, "usage: callpanel queues set <number> <setting> <value>…"],
      ["queues set 600 strategy linear weight", 2, "each setting needs a value"],
      ["queues set 600 weight heavy", 2, "weight must be a whole number from 0 to 1000"],
      ["queues set 600 colour red", 2, "colour must be one of strategy, ring_seconds"],
      ["queues set 601 weight 1", 1, "queue 601 does not exist"],
      ["queues show 101", 1, "queue 101 does not exist"],
      ["queues set 600 exit_to none", 1, "Queue 600 needs both exit_key and exit_to, or neither"],
      ["queues set 600 callback_key 9", 1, "Queue 600 needs different keys as exit_key and callback_key"],
      ["queues set 600 overflow_to 999", 1, "target 999 of queue 600 does not exist"],
    ] as const) {
      const outcome = await at.run(line);
      expect([outcome.code, outcome.error.startsWith(`callpanel: ${error}`)], outcome.error).toEqual([code, true]);
    }
  });

  it("QUEUESET-6 agents are added, changed in their place, and removed", async () => {
    for (const line of ["600 ann", "600 Ben --penalty 3 --by-code --ring-in-use no", "600 ann --penalty 1"])
      expect(await at.run(`queues add-agent ${line}`), line).toMatchObject({ code: 0, error: "" });
    expect((await shown()).slice(-3)).toEqual([
      ["agent", "penalty", "login", "rings in use"],
      ["ann", "1", "always"],
      ["ben", "3", "by code", "no"],
    ]);
    expect((await at.run("queues remove-agent 600 ann")).out).toBe("ann is not an agent of queue 600");
    expect((await at.run("queues remove-agent 600 ann")).error).toBe(
      "callpanel: agent ann of queue 600 does not exist",
    );
    expect((await at.run("queues add-agent 600 cat")).error).toBe("callpanel: user cat does not exist");
    for (const option of ["--penalty 101", "--penalty x", "--ring-in-use maybe"])
      expect((await at.run(`queues add-agent 600 ann ${option}`)).code, option).toBe(2);
  });

  it("QUEUESET-5 a person or a number that a queue leads to cannot be removed", async () => {
    await at.run("rooms add 800 Open");
    await at.run("queues set 600 exit_key 9 exit_to 102 overflow_to 800");
    expect((await at.run("users remove ben")).error).toBe(
      "callpanel: user ben (102) cannot be removed while 600 leads there: change or remove 600 first",
    );
    expect((await at.run("rooms remove 800")).code).toBe(1);
    await at.run("queues set 600 exit_key none exit_to none overflow_to none");
    expect((await at.run("users remove ben")).code).toBe(0);
    expect((await at.run("rooms remove 800")).code).toBe(0);
  });
});
