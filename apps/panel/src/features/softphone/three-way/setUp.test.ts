import { createFakeClock, settle } from "@callpanel/testkit/fake-clock";
import { expect, test } from "vitest";
import { ApiError } from "../../../shared/api/api.ts";
import type { Command } from "../../../shared/live/events.ts";
import { setUpThreeWay } from "./setUp.ts";
import type { ThreeWayOutcome } from "./setUp.ts";

const refused = new ApiError({ kind: "answer", status: 0, code: "command.wrongState", text: null, details: {} });

function start({
  answer = () => undefined,
  channel = () => "own",
}: {
  readonly answer?: (command: Command, count: number) => unknown;
  readonly channel?: () => string | undefined;
} = {}) {
  const clock = createFakeClock();
  const sent: Command[] = [];
  const deps = {
    clock,
    digits: (count: number) => "12345678".slice(0, count),
    events: {
      command: async (command: Command) => {
        sent.push(command);
        return answer(command, sent.length);
      },
    },
  };
  const outcomes: ThreeWayOutcome[] = [];
  void setUpThreeWay(deps, { channel, invitee: "104" }).then((outcome) => outcomes.push(outcome));
  return { clock, sent, outcomes };
}
const bridge = (bridgePeer: string | null) => ({ bridgeid: "b1", bridgePeer });

test("SOFT-31 the call and its peer are moved into a new room, and the third person is invited there", async () => {
  const { sent, outcomes } = start({ answer: ({ command }) => (command === "bridgeinfo" ? bridge("peer") : {}) });
  await settle();
  expect(sent).toEqual([
    { command: "bridgeinfo", channel: "own" },
    { command: "redirect", channel: "own", extra: "peer", to: "3WC-12345678" },
    { command: "Originate", from: "3WC-12345678", to: "104" },
  ]);
  expect(outcomes).toEqual([{ kind: "invited", room: "3WC-12345678" }]);
});

test("SOFT-32 it waits for the peer, with 500 ms between two checks", async () => {
  const { clock, sent } = start({ answer: (_, count) => bridge(count < 3 ? null : "peer") });
  await settle();
  expect(sent).toHaveLength(1);
  await clock.advance(499);
  expect(sent).toHaveLength(1);
  await clock.advance(1);
  expect(sent).toHaveLength(2);
  await clock.advance(500);
  await settle();
  expect(sent.map(({ command }) => command)).toEqual([
    "bridgeinfo",
    "bridgeinfo",
    "bridgeinfo",
    "redirect",
    "Originate",
  ]);
});

test.each([
  ["there is no peer", () => bridge(null)],
  ["it is refused", () => Promise.reject(refused)],
  ["the answer is no answer", () => "bridge"],
])("SOFT-32 it fails after ten checks in which %s, and nothing is moved", async (_what, answer) => {
  const { clock, sent, outcomes } = start({ answer });
  await settle();
  for (let check = 1; check < 10; check += 1) await clock.advance(500);
  expect(sent).toHaveLength(10);
  expect(sent.every(({ command }) => command === "bridgeinfo")).toBe(true);
  expect(outcomes).toEqual([{ kind: "failed" }]);
  await clock.advance(10_000);
  expect(sent).toHaveLength(10);
});

test("SOFT-32 no check for a call that the phone system does not know or that has ended", async () => {
  const { clock, sent, outcomes } = start({ channel: () => undefined });
  for (let check = 0; check < 10; check += 1) await clock.advance(500);
  expect(sent).toEqual([]);
  expect(outcomes).toEqual([{ kind: "failed" }]);
});

test("SOFT-33 a refused move makes it fail, and no one is invited", async () => {
  const { sent, outcomes } = start({
    answer: ({ command }) => (command === "bridgeinfo" ? bridge("peer") : Promise.reject(refused)),
  });
  await settle();
  expect(sent.map(({ command }) => command)).toEqual(["bridgeinfo", "redirect"]);
  expect(outcomes).toEqual([{ kind: "failed" }]);
});

test("SOFT-33 an invitation that is refused leaves the two in the room, and says why", async () => {
  const { outcomes } = start({
    answer: ({ command }) => {
      if (command === "Originate") throw refused;
      return command === "bridgeinfo" ? bridge("peer") : {};
    },
  });
  await settle();
  expect(outcomes).toEqual([{ kind: "notInvited", room: "3WC-12345678", error: refused }]);
});
