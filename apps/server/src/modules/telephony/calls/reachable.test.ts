import type { PhoneEvent, Registration } from "@callpanel/phone-port";
import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { openMemorySite } from "../../../../test/test-buses.ts";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { createBus } from "../../../kernel/bus/bus.ts";
import { createReachable } from "./reachable.ts";

const ALICE = 1;
const BOB = 2;
const CAROL = 3;

const registrationOf = (userId: number, key = "desk"): Registration => ({
  key,
  credentialId: `secret of ${key}`,
  extension: `10${userId}`,
  contact: "sip:phone@192.0.2.1",
  registeredAt: 0,
  expiresAt: 60_000,
  realm: "demo",
  sipUsername: `user${userId}`,
  userId,
  userAgent: "phone",
  remoteAddress: "192.0.2.1",
});

const site = openMemorySite();

/** A server with phones of these people. */
function openServer({ alone = false, phonesOf = [] }: { alone?: boolean; phonesOf?: readonly number[] } = {}) {
  const clock = createFakeClock();
  const listeners = new Set<(event: PhoneEvent) => void>();
  const phone = {
    snapshot: () => ({ registrations: phonesOf.map((userId) => registrationOf(userId)) }),
    subscribe: (listener: (event: PhoneEvent) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const bus = createBus({ clock, log: silentLog, connect: alone ? undefined : site.connect });
  const tell = (event: PhoneEvent): void => {
    for (const listener of listeners) listener(event);
  };
  return { clock, tell, ...createReachable({ phone, bus, clock, alone }) };
}

it("PUSH-5 a person with a phone at another server is reached; without an answer in 300 ms it counts as no phone", async () => {
  const [one, other] = [openServer({ phonesOf: [ALICE] }), openServer({ phonesOf: [BOB] })];
  expect(await one.has(ALICE)).toBe(true);
  expect(await one.has(BOB)).toBe(true);
  expect(one.clock.timerCount).toBe(0);
  const asked = one.has(CAROL);
  let answer: boolean | undefined;
  void asked.then((has) => (answer = has));
  await one.clock.advance(299);
  expect(answer).toBeUndefined();
  await one.clock.advance(1);
  expect(answer).toBe(false);

  const registration = registrationOf(CAROL);
  other.tell({ kind: "registered", at: 0, registration, refreshed: false });
  expect(await one.has(CAROL)).toBe(true);
  other.tell({ kind: "unregistered", at: 0, registration, reason: "client", remainingCount: 0 });
  const again = one.has(CAROL);
  one.stop();
  expect(await again).toBe(false);
  expect(one.clock.timerCount).toBe(0);
  other.stop();
});

it("PUSH-28 the secrets of a person's phones are gathered from all servers, and end with their registrations", async () => {
  const [one, other] = [openServer({ phonesOf: [BOB] }), openServer({ phonesOf: [BOB] })];
  const page = { ...registrationOf(BOB, "page"), contact: "sip:page1@192.0.2.7" };
  other.tell({ kind: "registered", at: 0, registration: page, refreshed: false });
  const secretsOf = async (userId: number) => {
    const asked = one.secretsOf(userId);
    await one.clock.advance(300);
    return [...(await asked)];
  };
  expect(await secretsOf(BOB)).toEqual(["secret of desk", "secret of page"]);
  // A page that is loaded again has another contact, and the same registration.
  const again = { ...page, contact: "sip:page2@192.0.2.7" };
  other.tell({ kind: "registered", at: 0, registration: again, refreshed: true });
  other.tell({ kind: "unregistered", at: 0, registration: again, reason: "client", remainingCount: 1 });
  expect(await secretsOf(BOB)).toEqual(["secret of desk"]);
  expect(await secretsOf(CAROL)).toEqual([]);
  const last = one.secretsOf(BOB);
  one.stop();
  other.stop();
  expect([[...(await last)], one.clock.timerCount]).toEqual([["secret of desk"], 0]);
});

it("PUSH-5 a server that is alone does not ask", async () => {
  const { has, stop } = openServer({ alone: true, phonesOf: [ALICE] });
  expect([await has(ALICE), await has(BOB)]).toEqual([true, false]);
  stop();
});
