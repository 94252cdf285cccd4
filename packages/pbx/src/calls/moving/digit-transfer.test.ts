import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import type { DtmfDigit } from "@callpanel/media";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../test/test-pbx.ts";

interface Trio {
  readonly pbx: TestPbx;
  readonly carol: SipPhone;
  readonly out: PhoneCall;
  readonly in: PhoneCall;
}

async function trio(): Promise<Trio> {
  const pbx = createTestPbx();
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  return { pbx, carol: await pbx.registered("carol"), ...(await pbx.talk(alice, "102", bob)) };
}

async function typeByInfo(call: PhoneCall, digits: string): Promise<void> {
  for (const digit of digits)
    await call.request("INFO", { headers: [["Content-Type", "application/dtmf-relay"]], body: `Signal=${digit}\r\n` });
  await settle();
}

async function typeInSound(pbx: TestPbx, call: PhoneCall, digits: readonly DtmfDigit[]): Promise<void> {
  for (const digit of digits) pbx.media.portOf(call.remoteSdp).emit({ kind: "digit", digit, durationMs: 100 });
  await settle();
}

async function expectNothingLeft(pbx: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
}

test.each(["INFO", "sound"])("XFER-30 ##, a number and # by %s transfer the other party there", async (how) => {
  const { pbx, carol, out, in: incoming } = await trio();
  if (how === "INFO") await typeByInfo(incoming, "##103#");
  else await typeInSound(pbx, incoming, ["#", "#", "1", "0", "3", "#"]);
  const target = await carol.incoming();
  expect(pbx.heardBy(out)).toBe("ringback");
  await target.answer();
  await incoming.until("ended");
  await settle();
  expect(pbx.talkTogether(out, target)).toBe(true);
  await expectNothingLeft(pbx, target);
});

test("XFER-30 three seconds without a digit complete the number", async () => {
  const { pbx, carol, out, in: incoming } = await trio();
  await typeByInfo(out, "##10");
  await pbx.clock.advance(2_900);
  await typeByInfo(out, "3");
  await pbx.clock.advance(2_900);
  expect(carol.calls).toEqual([]);
  await pbx.clock.advance(100);
  const target = await carol.incoming();
  await target.answer();
  await settle();
  expect(pbx.talkTogether(incoming, target)).toBe(true);
  await expectNothingLeft(pbx, target);
});

test("XFER-31 an unknown number, or no number, leaves the two together", async () => {
  const { pbx, out, in: incoming } = await trio();
  for (const digits of ["##199#", "###", "##"]) {
    await typeByInfo(incoming, digits);
    await pbx.clock.advance(4_000);
    expect(pbx.talkTogether(out, incoming)).toBe(true);
  }
  await expectNothingLeft(pbx, out);
});

test("XFER-31 two # far apart are not a code, and the end of a call discards typed digits", async () => {
  const { pbx, carol, out, in: incoming } = await trio();
  await typeByInfo(incoming, "#");
  await pbx.clock.advance(3_000);
  await typeByInfo(incoming, "#103#");
  await pbx.clock.advance(4_000);
  expect(pbx.talkTogether(out, incoming)).toBe(true);
  await typeByInfo(incoming, "##103");
  const timers = pbx.clock.timerCount;
  out.hangUp();
  await settle();
  expect(pbx.clock.timerCount).toBeLessThan(timers);
  await pbx.clock.advance(4_000);
  expect(carol.calls).toEqual([]);
  await expectNothingLeft(pbx);
});

test("XFER-32 the digits of the number are not sent to the other side by INFO; every digit is reported", async () => {
  const { pbx, carol, out, in: incoming } = await trio();
  await typeByInfo(incoming, "5##103");
  expect(pbx.media.portOf(out.remoteSdp).digits).toEqual(["5", "#"]);
  expect(
    pbx
      .eventsOf("digit")
      .map(({ digit }) => digit)
      .join(""),
  ).toBe("5##103");
  await pbx.clock.advance(3_000);
  await carol.incoming();
  await expectNothingLeft(pbx, out);
});
