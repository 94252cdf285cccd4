import { AppError, mergePermissions, type Permission } from "@callpanel/contract";
import { describe, expect, it } from "vitest";
import { noCallers } from "./board/queue-today.ts";
import type { LiveQueue } from "./board/queue.model.ts";
import { pauseOrders, type PauseRequest } from "./queues.policy.ts";

const OWN = 1;
const agent = (userId: number) => ({
  userId,
  exten: String(100 + userId),
  name: "",
  penalty: 0,
  dynamic: false,
  status: 1,
  state: "idle" as const,
  since: 0,
  ringing: false,
  paused: false,
  pausedReason: "",
  pausedAt: null,
  callsTaken: 0,
  lastCall: null,
  missed: 0,
  responseDelay: null,
  callid: null,
});
const queue = (id: string, ...userIds: readonly number[]): LiveQueue => ({
  realm: "demo",
  id,
  name: id,
  targetSeconds: 20,
  waiting: [],
  agents: userIds.map(agent),
  today: noCallers(0),
});
const QUEUES = [queue("600", 1, 2, 3), queue("601", 1, 2)];
const right = (rule: string, ...targets: readonly string[]): Permission =>
  targets.length === 0 ? { module: "queues", rule } : { module: "queues", rule, targets: [...targets] };
const READ = right("read");

describe("pausing agents", () => {
  const orders = (rights: readonly Permission[], request: Partial<PauseRequest>) =>
    pauseOrders({ paused: true, ...request }, { userId: OWN, rights: mergePermissions(rights) }, QUEUES).map(
      ({ kind, by, ...order }) => [
        kind,
        "agentId" in order ? order.agentId : 0,
        "queueId" in order ? order.queueId : "all",
        by,
      ],
    );
  const refused = (rights: readonly Permission[], request: Partial<PauseRequest>): string => {
    try {
      return JSON.stringify(orders(rights, request));
    } catch (error) {
      if (error instanceof AppError) return error.code;
      throw error;
    }
  };

  it("QBOARD-7 users pause themselves with either right, in one queue or in all", () => {
    for (const rule of ["execute_pause", "execute_pause_self"]) {
      expect(orders([READ, right(rule)], {})).toEqual([["pause", 1, "all", undefined]]);
      expect(orders([READ, right(rule)], { queue: "601", paused: false })).toEqual([["unpause", 1, "601", undefined]]);
      expect(orders([READ, right(rule)], { agent: "101", queue: "600" })).toEqual([["pause", 1, "600", undefined]]);
    }
    expect(refused([READ], {})).toBe("queues.pause");
    expect(refused([right("execute_pause_self")], {})).toBe("queues.pause");
  });

  it("QBOARD-7 others need execute_pause; with only the right on oneself, nobody else can be paused, alone or with all", () => {
    const self = [READ, right("execute_pause_self")];
    for (const request of [{ agent: "102" }, { agent: "102", queue: "600" }, { queue: "600", all: true } as const])
      expect(refused(self, request)).toBe("queues.pause");
    expect(refused(self, { agent: "999" })).toBe("queues.pause");
    const others = [READ, right("execute_pause")];
    expect(orders(others, { agent: "102" })).toEqual([["pause", 2, "all", 1]]);
    expect(orders(others, { queue: "600", all: true })).toEqual([
      ["pause", 1, "600", undefined],
      ["pause", 2, "600", 1],
      ["pause", 3, "600", 1],
    ]);
    expect(refused(others, { agent: "999" })).toBe("queues.noAgent");
    expect(refused(others, { queue: "601", agent: "103" })).toBe("queues.noAgent");
    expect(refused(others, { queue: "999", agent: "102" })).toBe("queues.pause");
  });

  it("QBOARD-7 a right that is limited to queues holds for these alone", () => {
    const limited = [READ, right("execute_pause", "600")];
    expect(orders(limited, { queue: "600", agent: "102" })).toEqual([["pause", 2, "600", 1]]);
    expect(refused(limited, { queue: "601", agent: "102" })).toBe("queues.pause");
    expect(refused(limited, { agent: "102" })).toBe("queues.pause");
    expect(orders(limited, { agent: "103" })).toEqual([["pause", 3, "all", 1]]);
    const half = [right("read_for", "600"), right("execute_pause", "600")];
    // An agent that the user does not see stays as they are.
    expect(orders(half, { agent: "102" })).toEqual([["pause", 2, "600", 1]]);
  });
});
