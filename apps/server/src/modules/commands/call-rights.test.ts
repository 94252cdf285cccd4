/** Tests the tables of docs/spec/realtime.md, "Rights on calls": every act x every relation x every state of every right. */
import {
  mayDo,
  mergePermissions,
  takesTargets,
  type CallAct,
  type Permission,
  type PermissionModule,
} from "@callpanel/contract";
import type { CommandGoal } from "@callpanel/phone-port";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ANOTHER_TARGET, EVERYTHING, everythingBut } from "../../../test/permission-cases.ts";
import type { CommandName } from "./command.ts";
import { SENT_MS } from "./sent-legs.ts";
import { openGateway } from "../../../test/open-gateway.ts";
import { noCallers } from "../queues/index.ts";

const SPEC = readFileSync(new URL("../../../../../docs/spec/realtime.md", import.meta.url), "utf8");

/** The cells of the table with this start of its head, the head first. */
function tableOf(head: string): readonly (readonly string[])[] {
  const lines = SPEC.split("\n");
  const first = lines.findIndex((line) => line.startsWith(`| ${head} |`));
  const length = lines.slice(first).findIndex((line) => !line.startsWith("|"));
  const rows = lines.slice(first, first + length).filter((line) => !line.startsWith("|---"));
  return rows.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

interface Right {
  readonly module: PermissionModule;
  readonly rule: string;
}

const MODULES: readonly PermissionModule[] = [
  "active_calls",
  "intercom",
  "parkings",
  "click_to_dial",
  "conferences",
  "queues",
];
function rightsIn(cell: string): readonly Right[] | "never" {
  if (cell === "never") return cell;
  if (cell === "nothing") return [];
  return cell.split(", ").map((name) => {
    const [rule = "", named = "active_calls"] = name.split(":").toReversed();
    const module = MODULES.find((one) => one === named);
    if (module === undefined) throw new Error(`no module ${named}`);
    return { module, rule };
  });
}

/** The right is held: for all, for the people concerned, for some of them, for another person, not at all. */
type Held = "all" | "target" | "partly" | "another" | "none";
const granted = ({ module, rule }: Right, held: Held, targets: readonly string[]): readonly Permission[] => {
  if (held === "none") return [];
  if (held === "all") return [{ module, rule }];
  if (held === "another") return [{ module, rule, targets: [ANOTHER_TARGET] }];
  return [{ module, rule, targets: held === "target" ? [...targets] : targets.slice(1) }];
};

/** Any of the three reading rules is enough (PERM-2). */
const formsOf = ({ module, rule }: Right): readonly Right[] =>
  rule === "read" ? ["read", "read_for", "list_for"].map((one) => ({ module, rule: one })) : [{ module, rule }];

interface Case {
  readonly permissions: readonly Permission[];
  readonly expected: boolean;
}

/** Every combination of these rights, and every other right without one of them. */
function casesOf(rights: readonly Right[] | "never", targets: readonly string[]): readonly Case[] {
  if (rights === "never") return [{ permissions: EVERYTHING, expected: false }];
  let combinations: readonly Case[] = [{ permissions: [], expected: true }];
  for (const right of rights) {
    const states: readonly Held[] = takesTargets(right)
      ? ["all", "target", ...(targets.length > 1 ? (["partly"] as const) : []), "another", "none"]
      : ["all", "none"];
    combinations = combinations.flatMap(({ permissions, expected }) =>
      states.map((held) => ({
        permissions: [...permissions, ...granted(right, held, targets)],
        expected: expected && (held === "all" || held === "target"),
      })),
    );
  }
  const without = rights.map((right) => ({ permissions: everythingBut(formsOf(right)), expected: false }));
  return [...combinations, ...without, { permissions: EVERYTHING, expected: true }];
}

const SIGHT: readonly Permission[] = [
  { module: "configs", rule: "read" },
  { module: "panel_buddies", rule: "read" },
  { module: "panel_buddies", rule: "show_call_state" },
];
const [ME, BOB, CAROL, OTHER] = [1, 2, 3, 7];
type Gateway = ReturnType<typeof openGateway>;

interface Scene {
  readonly arrange: (gateway: Gateway) => void;
  /** The leg to move, and the other side of it. */
  readonly channel: string;
  readonly extra?: string;
  readonly owner: number;
  /** Owners of both sides. */
  readonly owners: readonly number[];
  /** The leg was sent by the same connection before. */
  readonly isSentBefore?: true;
}

const UP = { state: "answered", answeredAt: 2 } as const;
/** A call with both of its sides. */
function talking(one: number, other: number, [left, right]: readonly [string, string] = ["leg1", "leg2"]) {
  return ({ presenceBoard }: Gateway): void => {
    const call = {
      callid: "c1",
      legCallid: "l1",
      user: "",
      name: "",
      direction: "in",
      held: false,
      startedAt: 1,
    } as const;
    const side = (userId: number, channel: string, peerChannel: string) => ({
      realm: "demo",
      userId,
      exten: String(100 + userId),
      call: { ...call, ...UP, recording: "off", channel, peerChannel } as const,
    });
    presenceBoard.apply({ kind: "called", callid: "c1", sides: [side(one, left, right), side(other, right, left)] });
  };
}
const parked = ({ parked: board, ring }: Gateway): void => {
  ring(BOB, { ...UP, channel: "leg2" });
  board.apply({
    kind: "parked",
    place: {
      realm: "demo",
      lot: "Main",
      exten: "700",
      space: "701",
      callid: "c1",
      channel: "leg2",
      parkee: { number: "102", name: "Bob", userId: BOB },
      parker: { number: "101", name: "Me", userId: ME },
      startedAt: 1,
      timeoutSeconds: 45,
    },
  });
};

const QUEUE = 600;
/** An outside person in the line of a queue. */
const waiting = ({ queues }: Gateway): void => {
  const of = { realm: "demo", queueId: String(QUEUE) };
  queues.apply({ kind: "configured", ...of, name: "Support", targetSeconds: 20, today: noCallers(0) });
  const caller = { callid: "c1", channel: "leg1", callerNumber: "", callerName: "", enteredAt: 1, ringing: [] };
  queues.apply({ kind: "callerJoined", ...of, index: 0, caller });
};

const NOWHERE: CommandGoal = { kind: "nowhere" };

/** By the head of the column. */
const SCENES: Readonly<Record<string, Scene>> = {
  "own leg": { arrange: talking(ME, BOB), channel: "leg1", extra: "leg2", owner: ME, owners: [] },
  "far end, in it": { arrange: talking(ME, BOB), channel: "leg2", extra: "leg1", owner: BOB, owners: [] },
  parked: { arrange: parked, channel: "leg2", extra: "nowhere", owner: BOB, owners: [] },
  "sees it": { arrange: talking(BOB, CAROL), channel: "leg1", extra: "leg2", owner: BOB, owners: [BOB, CAROL] },
  "sees it, leg of an outsider": {
    arrange: ({ ring }) => ring(BOB, { ...UP, channel: "leg1", peerChannel: "leg2" }),
    channel: "leg2",
    extra: "leg1",
    owner: BOB,
    owners: [BOB],
  },
  "sees it, sent it on": {
    arrange: talking(BOB, CAROL),
    channel: "leg1",
    extra: "leg2",
    owner: BOB,
    owners: [BOB, CAROL],
    isSentBefore: true,
  },
  "waits in a queue": { arrange: waiting, channel: "leg1", extra: "leg1", owner: QUEUE, owners: [] },
};

interface Asked {
  readonly command: CommandName;
  readonly parts: object;
  readonly goal?: CommandGoal;
  readonly isBoth?: true;
}
const redirect = (goal: CommandGoal, isBoth?: true): Asked => ({
  command: "redirect",
  parts: { to: "x" },
  goal,
  ...(isBoth && { isBoth }),
});

/** By the head of the row. */
const ASKED: Readonly<Record<string, Asked>> = {
  "redirect to a person": redirect({ kind: "user", userId: OTHER }),
  "redirect to the user": redirect({ kind: "user", userId: ME }),
  "redirect to parking": redirect({ kind: "parking" }),
  "redirect to a queue": redirect({ kind: "queue" }),
  "redirect to a room": redirect({ kind: "room", number: "800" }),
  "redirect to an open private room": redirect({ kind: "privateRoom", isOpen: true }),
  "redirect to a private room of others": redirect({ kind: "privateRoom", isOpen: false }),
  "redirect to a service": redirect({ kind: "service" }),
  "redirect to a number outside": redirect({ kind: "outside" }),
  "redirect both sides to a room": redirect({ kind: "room", number: "800" }, true),
  merge: { command: "merge", parts: { extra: "own2", to: "3WC-12345678" } },
  ConfbridgeMute: { command: "ConfbridgeMute", parts: { muted: true } },
  bridgeinfo: { command: "bridgeinfo", parts: {} },
  Setvar: { command: "Setvar", parts: { variable: "x", value: "y" } },
  MixMonitor: { command: "MixMonitor", parts: {} },
  StopMixMonitor: { command: "StopMixMonitor", parts: {} },
  MixMonitorMute: { command: "MixMonitorMute", parts: { muted: true } },
  ChanSpyMode: { command: "ChanSpyMode", parts: { mode: "whisper" } },
};

/** Whether the phone system received the command, and the panel's response. */
async function ask(asked: Asked, scene: Scene, permissions: readonly Permission[]) {
  const given: string[] = [];
  let goal: CommandGoal = scene.isSentBefore ? { kind: "user", userId: CAROL } : (asked.goal ?? NOWHERE);
  const take = (name: string) => async () => {
    given.push(name);
    return { ok: true, value: undefined } as const;
  };
  const gateway = openGateway({
    goalOf: async () => goal,
    redirect: take("redirect"),
    bridgeOf: async () => {
      given.push("bridgeinfo");
      return { ok: true, value: { bridgeId: "c1", peerLegId: undefined } };
    },
    merge: take("merge"),
    setMuted: take("ConfbridgeMute"),
    setVariable: take("Setvar"),
    startRecording: take("MixMonitor"),
    stopRecording: take("StopMixMonitor"),
    pauseRecording: take("MixMonitorMute"),
    setListening: take("ChanSpyMode"),
  });
  const { arrange, channel, extra, isSentBefore } = scene;
  if (isSentBefore !== true) arrange(gateway);
  // Another call of the same person.
  if (asked.command === "merge") gateway.ring(ME, { ...UP, callid: "c2", channel: "own2", peerChannel: "leg9" });
  if (asked.command === "ChanSpyMode")
    gateway.listening.apply({
      realm: "demo",
      channel: "leg1",
      watchedId: BOB,
      exten: "101",
      num: "102",
      name: "Carol Chen",
      legnum: 1,
      mode: "monitor",
      active: true,
    });
  const peer = await gateway.join("me", [...permissions], ME);
  if (isSentBefore) {
    talking(ME, BOB, ["leg0", "leg1"])(gateway);
    await peer.ask("redirect", { channel: "leg1", to: "x" });
    goal = asked.goal ?? NOWHERE;
    given.length = 0;
    arrange(gateway);
  }
  const last = await peer.ask(asked.command, { ...asked.parts, channel, ...(asked.isBoth && { extra }) });
  return { given, code: last?.type === "refusal" ? last.code : "done" };
}

const [head = [], ...rows] = tableOf("command");
const cells = rows.flatMap(([row = "", ...inRow]) =>
  inRow.map((cell, index) => [row, head[index + 1] ?? "", cell] as const),
);

describe("rights on calls", () => {
  it("RT-19 the table has a row for every command about a channel and a column for every relation", () => {
    expect(rows.map(([row]) => row)).toEqual(Object.keys(ASKED));
    expect(head.slice(1)).toEqual(Object.keys(SCENES));
  });

  it.each(cells)("RT-19 %s: %s needs %s, and is refused without", async (row, column, cell) => {
    const [asked, scene] = [ASKED[row], SCENES[column]];
    if (asked === undefined || scene === undefined) throw new Error("not in the table");
    const ids = asked.isBoth ? scene.owners : [scene.owner];
    const targets = asked.command === "ChanSpyMode" ? [BOB] : ids;
    for (const { permissions, expected } of casesOf(rightsIn(cell), targets.map(String))) {
      const { given, code } = await ask(asked, scene, [...SIGHT, ...permissions]);
      const what = `${row}, ${column}, with ${JSON.stringify(permissions.length > 20 ? "all but" : permissions)}`;
      expect({ given, isDone: code === "done" }, what).toEqual({
        given: expected ? [asked.command] : [],
        isDone: expected,
      });
    }
  });

  it.each(Object.keys(ASKED))("RT-19 RT-12 %s: reveals nothing about a call that the user may not see", async (row) => {
    const [asked, scene] = [ASKED[row], SCENES["sees it"]];
    if (asked === undefined || scene === undefined) throw new Error("not in the table");
    const blind = everythingBut([{ module: "panel_buddies", rule: "show_call_state" }]);
    expect(await ask(asked, scene, blind)).toEqual({ given: [], code: "request.notFound" });
  });
});

/** By the head of the row: the act and its target. */
const ACTS: Readonly<Record<string, { readonly act: CallAct; readonly target: string }>> = {
  "`***`, listening in": { act: { kind: "listen", userId: BOB }, target: "2" },
  "`**`, taking what rings": { act: { kind: "pickUp", userId: BOB }, target: "2" },
  "`*1`, recording the user's leg": { act: { kind: "record", owners: [ME] }, target: "1" },
  "`*81`, silent intercom": { act: { kind: "hearIntercom", userId: BOB }, target: "2" },
  "a taken slot, by the person who parked or waits there": { act: { kind: "retrieve", isParty: true }, target: "" },
  "a taken slot, by others": { act: { kind: "retrieve", isParty: false }, target: "" },
  "Originate from the user's extension": { act: { kind: "ringOwn" }, target: "" },
  "Originate to a room, from the user's extension": { act: { kind: "callRoom", room: "800" }, target: "800" },
  "Originate into a room": { act: { kind: "inviteToRoom", room: "800" }, target: "800" },
  "Originate into a three-way room with the user": { act: { kind: "inviteToPrivateRoom", isMember: true }, target: "" },
  "Originate into a three-way room of others": { act: { kind: "inviteToPrivateRoom", isMember: false }, target: "" },
  "ConfbridgeKick, in the user's three-way room": {
    act: { kind: "removeFromPrivateRoom", by: "host" },
    target: "",
  },
  "ConfbridgeKick, of a person whom the user invited": {
    act: { kind: "removeFromPrivateRoom", by: "inviter" },
    target: "",
  },
  "ConfbridgeKick, of others in a room with the user": {
    act: { kind: "removeFromPrivateRoom", by: "member" },
    target: "",
  },
  "ConfbridgeKick, in a room without the user": { act: { kind: "removeFromPrivateRoom", by: "stranger" }, target: "" },
};

it("RT-19 a sent leg can be called back for fifteen seconds, only by the same connection", async () => {
  const toMe: CommandGoal = { kind: "user", userId: ME };
  let goal: CommandGoal = { kind: "user", userId: CAROL };
  const gateway = openGateway({ goalOf: async () => goal, redirect: async () => ({ ok: true, value: undefined }) });
  const staff: readonly Permission[] = [...SIGHT, { module: "active_calls", rule: "read" }];
  const [peer, elsewhere] = [await gateway.join("me", [...staff], ME), await gateway.join("my tablet", [...staff], ME)];
  talking(ME, BOB)(gateway);
  await peer.ask("redirect", { channel: "leg2", to: "103" });
  talking(BOB, CAROL, ["leg2", "leg3"])(gateway);
  goal = toMe;
  const back = { channel: "leg2", to: "101" };
  expect(await elsewhere.ask("redirect", back)).toMatchObject({ code: "request.forbidden" });
  expect(await peer.ask("redirect", back)).toMatchObject({ type: "answer" });
  await gateway.clock.advance(SENT_MS + 1);
  expect(await peer.ask("redirect", back)).toMatchObject({ code: "request.forbidden" });
});

describe("rights on dialled codes", () => {
  const dialled = tableOf("what").slice(1);

  it("RT-19 the second table has a row for each", () => {
    expect(dialled.map(([row]) => row)).toEqual(Object.keys(ACTS));
  });

  it.each(dialled)("RT-19 %s needs %s, and is refused without", (row, cell = "") => {
    const asked = ACTS[row ?? ""];
    if (asked === undefined) throw new Error("not in the table");
    for (const { permissions, expected } of casesOf(rightsIn(cell), [asked.target]))
      expect(mayDo(mergePermissions(permissions), asked.act), JSON.stringify(permissions.slice(0, 3))).toBe(expected);
  });
});
