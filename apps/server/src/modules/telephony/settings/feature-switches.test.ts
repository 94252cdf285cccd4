import { DEFAULT_FEATURE_CODES, mergePermissions, type Permission } from "@callpanel/contract";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { OutsideRight } from "@callpanel/phone-port";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { createRevisions, type Revisions } from "../../../kernel/bus/revisions.ts";
import { createCallHandlings, type CallHandlings } from "../../call-handling/index.ts";
import type { DialTarget, Subscriber } from "../../directory/index.ts";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { createFeatureSwitches } from "./feature-switches.ts";
import { createPublishedSettings } from "./published-settings.ts";

const LEADS: Readonly<Record<string, DialTarget>> = {
  "101": { kind: "user", userId: 1 },
  "102": { kind: "user", userId: 2 },
  "650": { kind: "user", userId: 2 },
};
const MODULES = ["do_not_disturb", "forward", "follow_me", "toggle_destinations"] as const;
const ALL: readonly Permission[] = MODULES.map((module) => ({ module, rule: "write" }));

let server: TestServer;
let handlings: CallHandlings;
let revisions: Revisions;
beforeEach(async () => {
  server = await createTestServer();
  const { bus, clock } = server;
  revisions = createRevisions({ bus, store: server.stores.revisions, clock, log: silentLog });
  handlings = await createCallHandlings({ store: server.stores.callHandling, revisions });
});
afterEach(async () => {
  handlings.stop();
  await revisions.stop();
  await server.remove();
});

function open(permissions: readonly Permission[] = ALL) {
  const person: Subscriber = {
    userId: 1,
    realm: "demo",
    username: "alice",
    displayName: "Alice",
    extension: "101",
    mayUsePanel: true,
    suspended: false,
    rights: mergePermissions(permissions),
  };
  const flipped: string[] = [];
  const subscriber = (userId: number) => (userId === 1 ? person : undefined);
  const switches = createFeatureSwitches({
    realm: "demo",
    handlings,
    toggles: { flip: async (_realm, number) => (flipped.push(number), "B") },
    subscriber,
    find: (_realm, number) => LEADS[number],
    isToggle: (number) => number === "650",
    outsideRight: (_userId: number, number: string): OutsideRight =>
      number.startsWith("1900") ? { may: false, numberClass: "premium" } : { may: true, atOnce: 5, perHour: 60 },
    isEmergency: (number) => number === "911",
    featureCodes: () => DEFAULT_FEATURE_CODES,
  });
  const publish = createPublishedSettings({ handlings, featureCodes: () => DEFAULT_FEATURE_CODES, subscriber });
  const light = (code: string, state: string) =>
    publish({
      userId: 1,
      eventPackage: "dialog",
      expiresSeconds: 60,
      body: `<dialog-info entity="sip:${code}101@demo"><dialog id="1"><state>${state}</state></dialog></dialog-info>`,
    });
  return { switches, light, publish, flipped };
}

it("HANDLE-10 do not disturb, forward and follow-me can be switched; the forward keeps its last number", async () => {
  const { switches } = open();
  expect([await switches.toggleDoNotDisturb(1), await switches.toggleDoNotDisturb(1)]).toEqual([true, false]);
  expect(await switches.toggleForward(1)).toEqual({ ok: false, why: "incomplete" });
  expect(await switches.setForward(1, "102")).toEqual({ ok: true, on: true });
  expect(await switches.toggleForward(1)).toEqual({ ok: true, on: false });
  expect(handlings.of(1).forward).toEqual({ enabled: false, number: "102" });
  expect(await switches.toggleForward(1)).toEqual({ ok: true, on: true });
  expect(await switches.toggleFollowMe(1)).toEqual({ ok: false, why: "incomplete" });
  const followed = { ...handlings.of(1).followMe, numbers: [{ number: "102", timeout: 10 }] };
  await handlings.change(1, (one) => ({ ...one, followMe: followed }));
  expect(await switches.toggleFollowMe(1)).toEqual({ ok: true, on: true });
});

it("HANDLE-10 by telephone, the same destinations are refused as on the settings page", async () => {
  const { switches } = open();
  for (const number of ["101", "911", "199", "*76"])
    expect(await switches.setForward(1, number), number).toEqual({ ok: false, why: "unknown" });
  expect(await switches.setForward(1, "")).toEqual({ ok: false, why: "incomplete" });
  expect(handlings.of(1).forward).toEqual({ enabled: false, number: "" });
});

it("TOLL-5 by telephone, a forward to a class of numbers needs the right to call that class", async () => {
  const { switches } = open();
  expect(await switches.setForward(1, "19005551234")).toEqual({ ok: false, why: "notAllowed" });
  expect(handlings.of(1).forward).toEqual({ enabled: false, number: "" });
  // A forward that was set before the right was removed cannot be switched on again.
  await handlings.change(1, (one) => ({ ...one, forward: { enabled: false, number: "19005551234" } }));
  expect(await switches.toggleForward(1)).toEqual({ ok: false, why: "notAllowed" });
});

it("HANDLE-10 without the right, nothing can be switched, neither by code nor by light", async () => {
  const { switches, light, publish, flipped } = open([{ module: "forward", rule: "read" }]);
  expect(await switches.toggleDoNotDisturb(1)).toBe(false);
  expect(await switches.setForward(1, "102")).toEqual({ ok: false, why: "notAllowed" });
  expect(await switches.toggleForward(1)).toEqual({ ok: false, why: "notAllowed" });
  expect(await switches.toggleFollowMe(1)).toEqual({ ok: false, why: "notAllowed" });
  expect(await switches.flipToggleDestination(1, 650)).toEqual({ ok: false, why: "notAllowed" });
  for (const code of ["*76", "*96", "*21"]) await light(code, "confirmed");
  const closed = "<presence><tuple><status><basic>closed</basic></status></tuple></presence>";
  await publish({ userId: 1, eventPackage: "presence", expiresSeconds: 60, body: closed });
  const { doNotDisturb, forward, followMe } = handlings.of(1);
  expect([doNotDisturb, forward.enabled, followMe.enabled, flipped]).toEqual([false, false, false, []]);
});

it("HANDLE-4 HANDLE-10 a light switches the same as its code; a forward keeps its last number", async () => {
  const { light, switches } = open();
  await switches.setForward(1, "102");
  await light("*96", "terminated");
  expect(handlings.of(1).forward).toEqual({ enabled: false, number: "102" });
  for (const code of ["*76", "*96", "*21"]) await light(code, "confirmed");
  const { doNotDisturb, forward, followMe } = handlings.of(1);
  expect([doNotDisturb, forward, followMe.enabled]).toEqual([true, { enabled: true, number: "102" }, true]);
});

it("TOGGLEOPT-3 *44 and a number switches a toggle to its next option; other numbers are unknown", async () => {
  const { switches, flipped } = open();
  expect(await switches.flipToggleDestination(1, 650)).toEqual({ ok: true, on: false });
  expect(await switches.flipToggleDestination(1, 102)).toEqual({ ok: false, why: "unknown" });
  expect(flipped).toEqual(["650"]);
});
