import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import type { DtmfDigit } from "@callpanel/media";
import { expect, test } from "vitest";
import { createOffice, NOTHING_LEFT, type Office } from "../../test/office.ts";

interface Trio {
  readonly office: Office;
  readonly carol: SipPhone;
  readonly out: PhoneCall;
  readonly in: PhoneCall;
}

async function trio(): Promise<Trio> {
  const office = createOffice();
  const [alice, bob] = [await office.registered("alice"), await office.registered("bob")];
  return { office, carol: await office.registered("carol"), ...(await office.talk(alice, "102", bob)) };
}

async function typeByInfo(call: PhoneCall, digits: string): Promise<void> {
  for (const digit of digits)
    await call.request("INFO", { headers: [["Content-Type", "application/dtmf-relay"]], body: `Signal=${digit}\r\n` });
  await settle();
}

async function typeInSound(office: Office, call: PhoneCall, digits: readonly DtmfDigit[]): Promise<void> {
  for (const digit of digits) office.media.portOf(call.remoteSdp).emit({ kind: "digit", digit, durationMs: 100 });
  await settle();
}

async function expectNothingLeft(office: Office, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await office.clock.advance(40_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
}

test.each(["INFO", "sound"])("XFER-30 ##, a number and # by %s transfer the other party there", async (how) => {
  const { office, carol, out, in: incoming } = await trio();
  if (how === "INFO") await typeByInfo(incoming, "##103#");
  else await typeInSound(office, incoming, ["#", "#", "1", "0", "3", "#"]);
  const target = await carol.incoming();
  expect(office.heardBy(out)).toBe("ringback");
  await target.answer();
  await incoming.until("ended");
  await settle();
  expect(office.talkTogether(out, target)).toBe(true);
  await expectNothingLeft(office, target);
});

test("XFER-30 three seconds without a digit complete the number", async () => {
  const { office, carol, out, in: incoming } = await trio();
  await typeByInfo(out, "##10");
  await office.clock.advance(2_900);
  await typeByInfo(out, "3");
  await office.clock.advance(2_900);
  expect(carol.calls).toEqual([]);
  await office.clock.advance(100);
  const target = await carol.incoming();
  await target.answer();
  await settle();
  expect(office.talkTogether(incoming, target)).toBe(true);
  await expectNothingLeft(office, target);
});

test("XFER-31 an unknown number, or no number, leaves the two together", async () => {
  const { office, out, in: incoming } = await trio();
  for (const digits of ["##199#", "###", "##"]) {
    await typeByInfo(incoming, digits);
    await office.clock.advance(4_000);
    expect(office.talkTogether(out, incoming)).toBe(true);
  }
  await expectNothingLeft(office, out);
});

test("XFER-31 two # far apart are not a code, and the end of a call discards what was typed", async () => {
  const { office, carol, out, in: incoming } = await trio();
  await typeByInfo(incoming, "#");
  await office.clock.advance(3_000);
  await typeByInfo(incoming, "#103#");
  await office.clock.advance(4_000);
  expect(office.talkTogether(out, incoming)).toBe(true);
  await typeByInfo(incoming, "##103");
  const timers = office.clock.timerCount;
  out.hangUp();
  await settle();
  expect(office.clock.timerCount).toBeLessThan(timers);
  await office.clock.advance(4_000);
  expect(carol.calls).toEqual([]);
  await expectNothingLeft(office);
});

test("XFER-32 the digits of the number are not sent to the other side by INFO; every digit is reported", async () => {
  const { office, carol, out, in: incoming } = await trio();
  await typeByInfo(incoming, "5##103");
  expect(office.media.portOf(out.remoteSdp).digits).toEqual(["5", "#"]);
  expect(
    office
      .eventsOf("digit")
      .map(({ digit }) => digit)
      .join(""),
  ).toBe("5##103");
  await office.clock.advance(3_000);
  await carol.incoming();
  await expectNothingLeft(office, out);
});
