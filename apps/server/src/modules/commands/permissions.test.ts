import {
  ADMINISTRATION_RULES,
  takesTargets,
  type CommandFrame,
  type Permission,
  type PermissionModule,
  type RealtimeEvent,
} from "@callpanel/contract";
import { settle } from "@callpanel/testkit";
import { describe, expect, it } from "vitest";
import { ANOTHER_TARGET, EVERYTHING, everythingBut, insufficient, sufficient } from "../../../test/permission-cases.ts";
import type { CommandName } from "./command.ts";
import { noCallers } from "../queues/index.ts";
import {
  activityChanged,
  companyChanged,
  featureCodesChanged,
  noticed,
  peopleChanged,
  notifyContacts,
} from "../realtime/index.ts";
import { COMMAND_DEMANDS } from "./commands.policy.ts";
import { openGateway, personOf } from "../../../test/open-gateway.ts";

type Gateway = ReturnType<typeof openGateway>;
const right = (module: PermissionModule, rule: string, ...targets: readonly string[]): Permission =>
  targets.length === 0 ? { module, rule } : { module, rule, targets: [...targets] };

/** Without this right there is no connection (SERVER-17). */
const CONNECTS = right("configs", "read");
const RECEIVER = 1;
const WATCHED = 2;
const at = { realm: "demo", userId: WATCHED, exten: "102" } as const;

/** What causes an event, and all rights that it needs; a person's own events go only to that person. */
type Row =
  | { readonly told: (gateway: Gateway) => void; readonly needs: readonly Need[] }
  | { readonly own: (gateway: Gateway, userId: number) => void }
  /** RT-25, RT-58: only a hosted phone system sends it. */
  | "hosted";
interface Need {
  readonly module: PermissionModule;
  /** One of these is enough. */
  readonly rules: readonly string[];
  /** The id to which it may be limited. */
  readonly perTarget?: string;
}
const READS = ["read", "read_for", "list_for"];
const sees = (...rules: readonly string[]): Need => ({ module: "panel_buddies", rules, perTarget: String(WATCHED) });
const readsModule = (module: PermissionModule): Need => ({ module, rules: READS });
const PERSON = sees(...READS);
const CALLS = [PERSON, sees("show_call_state")];
const switched = (features: object) => (gateway: Gateway) =>
  gateway.presenceBoard.apply({
    kind: "switched",
    ...at,
    features: { dnd: false, forward: { enabled: false, number: "" }, followme: false, ...features },
  });
const ringing = ({ ring }: Gateway): void => ring(WATCHED);
const talking = ({ ring }: Gateway): void => ring(WATCHED, { state: "answered", answeredAt: 2 });
const ended = (how: "TERMINATED" | "SIPERROR" | "CANCELED") => (gateway: Gateway) => {
  ringing(gateway);
  gateway.presenceBoard.apply({ kind: "ended", end: { callid: "c1", how } });
};

const openQueue = ({ queues }: Gateway): void =>
  queues.apply({
    kind: "configured",
    realm: "demo",
    queueId: "600",
    name: "Support",
    targetSeconds: 20,
    today: noCallers(0),
  });
const readsQueue: Need = { module: "queues", rules: READS, perTarget: "600" };

/** One entry for each event; PRESENCE_FEATURE has one for each feature. */
const EVENTS: { readonly [Action in RealtimeEvent["action"]]: Row | readonly Row[] } = {
  PRESENCE: { told: ({ register }) => register(WATCHED), needs: [PERSON] },
  REGISTER: { told: ({ register }) => register(WATCHED), needs: [PERSON] },
  PRESENCE_FEATURE: [
    { told: switched({ dnd: true }), needs: [PERSON, sees("show_dnd")] },
    { told: switched({ forward: { enabled: true, number: "1" } }), needs: [PERSON, sees("show_callforward")] },
    { told: switched({ followme: true }), needs: [PERSON, sees("show_followme")] },
  ],
  INITIATE: { told: ringing, needs: CALLS },
  CONFIRMED: { told: talking, needs: CALLS },
  CALLCHAN: { told: (gateway) => (ringing(gateway), gateway.ring(WATCHED, { held: true })), needs: CALLS },
  TERMINATED: { told: ended("TERMINATED"), needs: CALLS },
  SIPERROR: { told: ended("SIPERROR"), needs: CALLS },
  CANCELED: { told: ended("CANCELED"), needs: CALLS },
  MEETING: {
    told: ({ presenceBoard }) =>
      presenceBoard.apply({ kind: "met", realm: "demo", userId: WATCHED, exten: "102", meeting: { room: "Daily" } }),
    needs: CALLS,
  },
  CALLMONITOR: { told: ({ ring }) => ring(WATCHED, { recording: "on", monitorFile: "r1" }), needs: CALLS },
  CONFBRIDGE: {
    told: ({ enter }) => enter("800", WATCHED),
    needs: [{ module: "conferences", rules: READS, perTarget: "800" }],
  },
  THREEWAY: {
    own: ({ threeWay }, userId) =>
      threeWay.apply({ realm: "demo", confno: "3WC-12345678", people: [personOf(userId)] }),
  },
  CHANSPY: {
    told: ({ listening }) =>
      listening.apply({
        realm: "demo",
        channel: "ear",
        watchedId: WATCHED,
        exten: "103",
        num: "102",
        name: "Carol Chen",
        legnum: 1,
        mode: "monitor",
        active: true,
      }),
    needs: [{ module: "active_calls", rules: ["execute_callspy"], perTarget: String(WATCHED) }],
  },
  PARKING: {
    told: ({ parked }) =>
      parked.apply({
        kind: "parked",
        place: {
          realm: "demo",
          lot: "Main",
          exten: "700",
          space: "701",
          callid: "c1",
          channel: "l1",
          parkee: { number: "102", name: "Bob" },
          parker: { number: "103", name: "Carol" },
          startedAt: 1,
          timeoutSeconds: 45,
        },
      }),
    needs: [readsModule("parkings")],
  },
  CONTACTS: [
    {
      told: ({ bus }) => notifyContacts({ realm: "demo", ownerId: null, ids: [1] }, bus),
      needs: [readsModule("contacts")],
    },
    {
      own: ({ bus }, ownerId) => notifyContacts({ realm: "demo", ownerId, ids: [1] }, bus),
    },
  ],
  CONTACTIMPORT: {
    own: ({ ownEvents }, userId) =>
      ownEvents.tell(userId, {
        action: "CONTACTIMPORT",
        realm: "demo",
        id: "i1",
        phase: "running",
        done: 1,
        total: 2,
        created: 1,
        updated: 0,
        skipped: 0,
        refused: 0,
      }),
  },
  CDR: [
    { own: ({ ownEvents }, userId) => ownEvents.tell(userId, { action: "CDR", realm: "demo", callid: "c1" }) },
    {
      told: ({ bus }) => bus.publish(noticed, { kind: "called", realm: "demo", callId: "c1", userIds: [WATCHED] }),
      needs: [{ module: "cdrs", rules: ["read_for", "list_for"], perTarget: "2" }],
    },
  ],
  DIVERTED: {
    own: ({ ownEvents }, userId) => ownEvents.tell(userId, { action: "DIVERTED", realm: "demo", callid: "c1" }),
  },
  SMS: {
    own: ({ ownEvents }, userId) => ownEvents.tell(userId, { action: "SMS", conversation: "1" }),
  },
  SMS_DRAFT: {
    own: ({ ownEvents }, userId) => ownEvents.tell(userId, { action: "SMS_DRAFT" }),
  },
  VIDEO_INVITE: {
    own: ({ ownEvents }, userId) => {
      const from = { exten: "101", name: "Alice Archer" };
      ownEvents.tell(userId, { action: "VIDEO_INVITE", room: { id: 9, name: "Daily" }, from });
    },
  },
  ARCHIVE: {
    own: ({ ownEvents }, userId) => {
      const at = "2026-03-08T12:00:00.000Z";
      const counts = { total: 2, packed: 1, missing: 0, bytes: 0 };
      const archive = { id: "a1", state: "running", ...counts, error: null, created_at: at, expires_at: null } as const;
      ownEvents.tell(userId, { action: "ARCHIVE", realm: "demo", archive });
    },
  },
  BUDDYPREF: {
    own: ({ ownEvents }, userId) =>
      ownEvents.tell(userId, { action: "BUDDYPREF", realm: "demo", exten: "102", watched: true }),
  },
  EMERGENCY: {
    told: ({ bus }) =>
      bus.publish(noticed, {
        kind: "emergency",
        realm: "demo",
        userId: WATCHED,
        event: {
          action: "EMERGENCY",
          realm: "demo",
          exten: "102",
          name: "Bob",
          number: "911",
          callbackNumber: "",
          location: "",
          reached: true,
          at: 1,
        },
      }),
    needs: [{ module: "emergency_caller_id_locations", rules: ["read_for", "list_for", "write_for"], perTarget: "2" }],
  },
  SETTING: [
    {
      told: ({ bus }) => bus.publish(noticed, { kind: "toggled", realm: "demo", number: "650" }),
      needs: [
        { module: "toggle_destinations", rules: ["read", "read_for", "list_for", "write_for"], perTarget: "650" },
      ],
    },
    {
      own: ({ ownEvents }, userId) =>
        ownEvents.tell(userId, { action: "SETTING", realm: "demo", exten: "101", setting: "forward" }),
    },
  ],
  PEOPLE: {
    told: ({ bus }) =>
      bus.publishHere(peopleChanged, { action: "PEOPLE", realm: "demo", changed: [], removed: [WATCHED] }),
    needs: [readsModule("panel_buddies")],
  },
  FEATURE_CODES: {
    told: ({ bus }) => bus.publishHere(featureCodesChanged, { action: "FEATURE_CODES", realm: "demo" } as const),
    needs: [readsModule("softphone")],
  },
  ADMINISTRATION: {
    told: ({ bus }) => bus.publishHere(companyChanged, {}),
    needs: [{ module: "administration", rules: ADMINISTRATION_RULES.filter((rule) => rule !== "manage_chat") }],
  },
  ACTIVITY: {
    told: ({ bus }) => bus.publishHere(activityChanged, { realm: "demo" }),
    needs: [{ module: "administration", rules: ["show_activity"] }],
  },
  ERROR: "hosted",
  QUEUE: { told: (gateway) => openQueue(gateway), needs: [readsQueue] },
  QUEUECHAN: {
    told: (gateway) => {
      openQueue(gateway);
      const caller = { callid: "c1", channel: "l1", callerNumber: "", callerName: "", enteredAt: 1, ringing: [] };
      gateway.queues.apply({ kind: "callerJoined", realm: "demo", queueId: "600", index: 0, caller });
    },
    needs: [readsQueue],
  },
  QUEUEMISSED: {
    told: ({ bus }) => bus.publish(noticed, { kind: "missed", realm: "demo", queueId: "600" }),
    needs: [readsQueue],
  },
  CALLBRIDGE: "hosted",
  CHANINFO: "hosted",
  MWI: {
    told: ({ presenceBoard }) => presenceBoard.apply({ kind: "counted", ...at, mailbox: { newCount: 1, oldCount: 0 } }),
    needs: [PERSON, sees("show_voicemail_count")],
  },
  ATTENDEDXFER: "hosted",
};

/** One entry for each command. */
const COMMANDS: {
  readonly [Name in CommandName]: Omit<Extract<CommandFrame, { command: Name }>, "type" | "id" | "command">;
} = {
  ParkedCalls: {},
  "queue show": {},
  CoreShowChannels: {},
  QueueStatus: {},
  QueuePause: { paused: true },
  QueueWithdrawCaller: { queue: "600", callid: "c1" },
  AgentLogin: {},
  AgentLogoff: {},
  ConfbridgeList: { confno: "800" },
  Originate: { from: "101", to: "102" },
  redirect: { channel: "l1", to: "102" },
  merge: { channel: "l1", extra: "l2", to: "3WC-12345678" },
  ConfbridgeKick: { confno: "3WC-12345678", channel: "l1" },
  ConfbridgeMute: { channel: "l1", muted: true },
  ConfbridgeLetIn: { confno: "800", channel: "l1" },
  ConfbridgeLock: { confno: "800", locked: true },
  ConfbridgeRecord: { confno: "800", recorded: true },
  bridgeinfo: { channel: "l1" },
  MixMonitor: { channel: "l1" },
  StopMixMonitor: { channel: "l1" },
  MixMonitorMute: { channel: "l1", muted: true },
  ChanSpyMode: { channel: "l1", mode: "monitor" },
  Setvar: { channel: "l1", variable: "x", value: "y" },
};

/** Each right by itself, for everything and for the one person; the others in their first form. */
function waysOf(needs: readonly Need[]): ReadonlyArray<readonly Permission[]> {
  const parts = needs.map(({ module, rules, perTarget }) =>
    rules.flatMap((rule) => [
      right(module, rule),
      ...(perTarget === undefined || !takesTargets({ module, rule }) ? [] : [right(module, rule, perTarget)]),
    ]),
  );
  return parts.flatMap((ways, index) =>
    ways.map((way) => parts.map((others, other) => (other === index ? way : (others[0] ?? way)))),
  );
}

async function actionsSent(permissions: readonly Permission[], cause: (gateway: Gateway) => void) {
  const gateway = openGateway();
  const peer = await gateway.join("receiver", [CONNECTS, ...permissions], RECEIVER);
  cause(gateway);
  await settle();
  return peer.frames.flatMap((frame) => (frame.type === "event" ? [frame.event.action] : []));
}

const rows = Object.entries(EVENTS).flatMap(([action, row]) =>
  (Array.isArray(row) ? row : [row]).map((one: Row) => ({ action, row: one })),
);

describe("every event against every right", () => {
  it("RIGHTS-7 with exactly the rights it needs an event is sent, also where they name only the one person", async () => {
    for (const { action, row } of rows) {
      if (row === "hosted" || "own" in row) continue;
      for (const way of waysOf(row.needs))
        expect(await actionsSent(way, row.told), `${action} with ${JSON.stringify(way)}`).toContain(action);
    }
  });

  it("RIGHTS-7 without any one of them it is not sent, with any other rights, also if they name another person", async () => {
    for (const { action, row } of rows) {
      if (row === "hosted" || "own" in row) continue;
      for (const { module, rules, perTarget } of row.needs) {
        const lacking = everythingBut(rules.map((rule) => right(module, rule)));
        expect(await actionsSent(lacking, row.told), `${action} without ${module}:${rules.join()}`).not.toContain(
          action,
        );
        if (perTarget === undefined) continue;
        const onOthers = [...lacking, ...rules.map((rule) => right(module, rule, ANOTHER_TARGET))];
        expect(await actionsSent(onOthers, row.told), `${action} on others`).not.toContain(action);
      }
    }
  });

  it("RIGHTS-8 a user's own events need no right, and are not sent to other people with all rights", async () => {
    for (const { action, row } of rows) {
      if (row === "hosted" || !("own" in row)) continue;
      expect(await actionsSent([], (gateway) => row.own(gateway, RECEIVER)), action).toEqual([action]);
      expect(await actionsSent(EVERYTHING, (gateway) => row.own(gateway, WATCHED)), action).toEqual([]);
    }
  });

  it("RIGHTS-9 a command needs its right: with it, it is executed or refused for another reason; without it, it is forbidden", async () => {
    for (const [name, demand] of Object.entries(COMMAND_DEMANDS)) {
      const parts = Object.entries(COMMANDS).find(([command]) => command === name)?.[1];
      expect(parts, name).toBeDefined();
      const asked = { userId: RECEIVER, params: {} };
      const codeWith = async (permissions: readonly Permission[]) => {
        const gateway = openGateway();
        const peer = await gateway.join("receiver", [CONNECTS, ...permissions], RECEIVER);
        const last = await peer.ask(name, parts);
        expect(["answer", "refusal"], name).toContain(last?.type);
        return last?.type === "refusal" ? last.code : undefined;
      };
      for (const way of sufficient(demand, asked))
        if (name !== "Originate")
          expect(await codeWith(way), `${name} with ${JSON.stringify(way)}`).not.toBe("request.forbidden");
      for (const grants of insufficient(demand, asked)) expect(await codeWith(grants), name).toBe("request.forbidden");
    }
  });

  it("RIGHTS-9 calls from the user's own phone, into a room and into a three-way room need separate rights", async () => {
    const forms = [
      { parts: { from: "101", to: "102" }, needs: READS.map((rule) => right("click_to_dial", rule)) },
      { parts: { from: "800", to: "102" }, needs: [right("conferences", "execute_confinvite")] },
      { parts: { from: "3WC-12345678", to: "102" }, needs: READS.map((rule) => right("active_calls", rule)) },
    ];
    for (const { parts, needs } of forms) {
      const codeWith = async (permissions: readonly Permission[]) => {
        const gateway = openGateway();
        gateway.enter("3WC-12345678", RECEIVER);
        const peer = await gateway.join("receiver", [CONNECTS, ...permissions], RECEIVER);
        const last = await peer.ask("Originate", parts);
        return last?.type === "refusal" ? last.code : undefined;
      };
      for (const one of needs) expect(await codeWith([one]), parts.from).not.toBe("request.forbidden");
      expect(await codeWith(everythingBut(needs)), parts.from).toBe("request.forbidden");
    }
  });
});
