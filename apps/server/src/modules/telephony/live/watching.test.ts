import { DEFAULT_FEATURE_CODES, mergePermissions, type Permission, type Rights } from "@callpanel/contract";
import type { DirectoryUser } from "@callpanel/phone-port";
import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { createListeners } from "../../../kernel/bus/listeners.ts";
import { NO_PERSONAL_STATE } from "../../call-handling/index.ts";
import type { Subscriber } from "../../directory/index.ts";
import { createPresenceBoard } from "../../presence/index.ts";
import { createWatching } from "./watching.ts";

const READ = { module: "panel_buddies", rule: "read" } as const;
const CALLS = { module: "panel_buddies", rule: "show_call_state" } as const;
const ALICE: DirectoryUser = {
  id: 1,
  sipUsername: "alice",
  extension: "101",
  displayName: "Alice",
  mayUseSoftphone: true,
  doNotDisturb: false,
  callWaiting: true,
};
const person = (userId: number, username: string, rights: Rights): Subscriber => ({
  userId,
  realm: "demo",
  username,
  displayName: username,
  extension: `10${userId}`,
  mayUsePanel: true,
  suspended: false,
  rights,
});
const AT = (userId: number) => ({ realm: "demo", userId, exten: `10${userId}` });

function openWatching(...permissions: readonly Permission[]) {
  let people = [
    person(1, "alice", mergePermissions(permissions)),
    person(2, "bob", mergePermissions([])),
    person(3, "carol", mergePermissions([])),
  ];
  const reads = createListeners<[]>();
  const presenceBoard = createPresenceBoard({ clock: createFakeClock() });
  const watching = createWatching({
    presenceBoard,
    people: {
      realm: "demo",
      find: (_realm, number) => {
        const found = people.find(({ extension }) => extension === number);
        return found && { kind: "user", userId: found.userId };
      },
      personNamed: (name) => people.find(({ username }) => username === name),
      subscriber: (id) => people.find(({ userId }) => userId === id),
      featureCodes: () => DEFAULT_FEATURE_CODES,
      onRead: reads.subscribe,
    },
  });
  presenceBoard.apply({ kind: "registered", ...AT(2), userAgent: "desk", expiresSeconds: 600 });
  return {
    watching,
    presenceBoard,
    calls: (callid: string, ...ids: readonly number[]) =>
      presenceBoard.apply({
        kind: "called",
        callid,
        sides: ids.map((userId, at) => ({
          ...AT(userId),
          call: {
            callid,
            legCallid: "",
            user: "999",
            name: "Secret Caller",
            state: "answered",
            direction: at === 0 ? "out" : "in",
            channel: "",
            peerChannel: "",
            recording: "off",
            held: false,
            startedAt: 1,
          },
        })),
      }),
    mayNow: (rights: Rights) => {
      people = people.map((one) => (one.userId === 1 ? { ...one, rights } : one));
      reads.tell();
    },
  };
}

it("WATCH-3 a user who may not see a colleague sees nothing of them, and one who may not see calls sees their presence", () => {
  const { watching, calls, mayNow } = openWatching();
  expect(watching.stateOf(ALICE, "102")).toBeUndefined();
  mayNow(mergePermissions([{ ...READ, targets: ["3"] }]));
  expect(watching.stateOf(ALICE, "102")).toBeUndefined();
  mayNow(mergePermissions([READ]));
  calls("one", 2);
  expect(watching.stateOf(ALICE, "102")).toEqual({ userId: 2, presence: "available", calls: undefined });
  mayNow(mergePermissions([READ, CALLS]));
  expect(watching.stateOf(ALICE, "bob")).toMatchObject({
    userId: 2,
    presence: "onCall",
    calls: [{ direction: "out", answered: true }],
  });
  expect(watching.stateOf(ALICE, "999")).toBeUndefined();
  expect(watching.stateOf({ ...ALICE, id: 77 }, "102")).toBeUndefined();
});

it("WATCH-3 the other party of a call is not shown, nor that two colleagues are in one call", () => {
  const { watching, calls } = openWatching(READ, CALLS);
  calls("one", 2, 3);
  const [bob, carol] = [watching.stateOf(ALICE, "102"), watching.stateOf(ALICE, "103")];
  expect(JSON.stringify([bob, carol])).not.toMatch(/Secret|999|"one"/);
  expect(bob?.calls).toHaveLength(1);
  expect(bob?.calls?.[0]?.id).not.toBe(carol?.calls?.[0]?.id);
});

it("WATCH-9 the lamp of a setting is on while the setting is, for users who may see it", () => {
  const { watching, presenceBoard, mayNow } = openWatching(READ, CALLS);
  presenceBoard.apply({ kind: "switched", ...AT(2), features: { ...NO_PERSONAL_STATE, dnd: true } });
  expect(watching.stateOf(ALICE, "*76102")).toBeUndefined();
  mayNow(mergePermissions([READ, { module: "panel_buddies", rule: "show_dnd" }]));
  expect(watching.stateOf(ALICE, "*76102")?.calls).toEqual([{ id: "dnd", direction: "out", answered: true }]);
  presenceBoard.apply({ kind: "switched", ...AT(2), features: NO_PERSONAL_STATE });
  expect(watching.stateOf(ALICE, "*76102")?.calls).toEqual([]);
  // Everybody sees their own.
  expect(watching.stateOf(ALICE, "*96101")?.calls).toEqual([]);
});

it("WATCH-4 a change names its person; a change of rights concerns all", () => {
  const { watching, calls, mayNow } = openWatching(READ, CALLS);
  const told: (number | undefined)[] = [];
  const stop = watching.subscribe((userId) => told.push(userId));
  calls("one", 2);
  mayNow(mergePermissions([]));
  stop();
  calls("two", 3);
  expect(told).toEqual([2, undefined]);
});
