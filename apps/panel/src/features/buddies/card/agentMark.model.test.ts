import { expect, it } from "vitest";
import { fakeAgent } from "../../../../test/fakeQueues.ts";
import { agentMarkOf } from "./agentMark.model.ts";

const support = fakeAgent(4, "Dave Diaz");
const sales = fakeAgent(4, "Dave Diaz");
const both = (changes: { readonly support?: object; readonly sales?: object }) => [
  { queue: "600", agent: { ...support, ...changes.support } },
  { queue: "601", agent: { ...sales, ...changes.sales } },
];

it("BUDDIES-35 an agent is paused, else in wrap-up, else ready, and in which queues", () => {
  expect(agentMarkOf(both({}))).toEqual({ kind: "takesCalls", queues: ["600", "601"] });
  const wrapup = both({ support: { state: "wrapup" } });
  expect(agentMarkOf(wrapup)).toEqual({ kind: "wrapup", queues: ["600"] });
  const paused = both({ support: { state: "wrapup" }, sales: { state: "paused", paused: true } });
  expect(agentMarkOf(paused)).toEqual({ kind: "paused", queues: ["601"] });
});

it("BUDDIES-35 a person who is not an agent, or not logged in to any queue, has no mark", () => {
  expect(agentMarkOf([])).toBeNull();
  const offline = { state: "offline" };
  expect(agentMarkOf(both({ support: offline, sales: offline }))).toBeNull();
  expect(agentMarkOf(both({ support: offline }))).toEqual({ kind: "takesCalls", queues: ["601"] });
});
