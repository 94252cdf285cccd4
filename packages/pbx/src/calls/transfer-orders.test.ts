import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createOffice, NOTHING_LEFT, type Office } from "../../test/office.ts";
import { seededRandom } from "../../test/random.ts";

const ORDERS = 20;
const RUNS_PER_ORDER = 50;
const STEPS = 12;
const ignore = (): void => undefined;

/** Somebody does something that fits what their phone shows. */
async function step(phones: readonly SipPhone[], random: () => number): Promise<void> {
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const phone = pick(phones);
  const own = phone?.calls.filter(({ state }) => state !== "ended") ?? [];
  const call = pick(own);
  const dice = random();
  if (phone === undefined || call === undefined) return;
  if (call.state === "ringing" && call.direction === "incoming") {
    if (dice < 0.6) await call.answer();
    else if (dice < 0.8) call.reject(486);
    return;
  }
  if (call.state !== "talking" || dice < 0.12) return call.hangUp();
  if (dice < 0.3) await call.hold().catch(ignore);
  else if (dice < 0.4) await call.unhold().catch(ignore);
  else if (dice < 0.55) phone.call(pick(["101", "102", "103", "104"]) ?? "103");
  else
    await refer(call, pick(own.filter((one) => one !== call && one.state === "talking")), pick(["103", "104", "199"]));
}

async function refer(call: PhoneCall, other: PhoneCall | undefined, number = "103"): Promise<void> {
  const replaces = other === undefined ? "" : `?Replaces=${encodeURIComponent(other.replaces())}`;
  await call.request("REFER", { headers: [["Refer-To", `<sip:${number}@demo${replaces}>`]] }).catch(ignore);
}

/** Whoever's phone shows a conversation is in one live call, has somebody or something there, and hears something. */
function lost(office: Office, phones: readonly SipPhone[]): readonly string[] {
  const { calls } = office.system.snapshot();
  return phones.flatMap(({ calls: own }) =>
    own
      .filter(({ state }) => state === "talking")
      .flatMap(({ dialog, remoteSdp }) => {
        const places = calls.filter(({ legs }) => legs.some(({ sipCallId }) => sipCallId === dialog?.callId));
        const hears = office.media.portOf(remoteSdp).hearsNow;
        const sounds = hears.kind !== "none" && (hears.kind !== "peer" || isOpen(hears.port));
        return places.length === 1 && sounds
          ? []
          : [`${dialog?.callId} is in ${places.length} calls, hears ${hears.kind}`];
      }),
  );
}

function isOpen(port: object): boolean {
  return !("closed" in port && port.closed === true);
}

test.each(Array.from({ length: ORDERS }, (_, order) => order + 1))(
  "XFER-15 order %i of transfer steps loses nobody and leaves nothing",
  async (order) => {
    let transferred = 0;
    for (let run = 0; run < RUNS_PER_ORDER; run += 1) {
      const random = seededRandom(order * 1_000 + run);
      const office = createOffice({ noAnswerMs: 20_000, invitesPerTenSeconds: 1_000 });
      const [alice, bob] = [await office.registered("alice"), await office.registered("bob")];
      const phones = [alice, bob, await office.registered("carol"), await office.registered("dave")];
      await office.talk(alice, "102", bob);
      for (let at = 0; at < STEPS; at += 1) {
        await step(phones, random);
        await settle();
        if (random() < 0.2) await office.clock.advance(10_000);
        expect(lost(office, phones), `order ${order}, run ${run}, step ${at}`).toEqual([]);
      }
      for (const phone of phones) for (const call of phone.calls) call.hangUp();
      await office.clock.advance(100_000);
      for (const phone of phones) for (const call of phone.calls) call.hangUp();
      await office.clock.advance(60_000);
      expect(office.leftovers(), `order ${order}, run ${run}`).toEqual(NOTHING_LEFT);
      expect(office.logged.filter((line) => line.startsWith("error"))).toEqual([]);
      expect(office.records).toHaveLength(office.eventsOf("callStarted").length);
      transferred += office.records.filter(({ endReason }) => endReason === "transferred").length;
    }
    // The orders do transfer.
    expect(transferred).toBeGreaterThan(0);
  },
);
