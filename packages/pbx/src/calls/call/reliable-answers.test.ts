import { header } from "@callpanel/sip";
import { audioDescription, settle, type CallOptions, type PhoneCall } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT } from "../../../test/test-pbx.ts";
import { gateway, giveNumbers, STRANGER } from "../../../test/outside.ts";
import { stepLeg, type LegState } from "../leg/leg.model.ts";

const REQUIRED: CallOptions = { headers: [["Require", "100rel"]] };

/** Alice calls the line outside, which has not answered yet. */
async function office(options: CallOptions = REQUIRED) {
  const made = createTestPbx();
  giveNumbers(made);
  const [alice, line] = [await made.registered("alice"), await gateway(made, 1, {})];
  const out = alice.call(STRANGER, options);
  const far = await line.incoming();
  await settle();
  const left = async (...calls: readonly PhoneCall[]) => {
    for (const call of calls) call.hangUp();
    await made.clock.advance(40_000);
    expect(made.leftovers()).toEqual(NOTHING_LEFT);
  };
  const rseqs = () =>
    alice.received.flatMap((text) => {
      const [, status] = /^SIP\/2\.0 (\d+)/.exec(text) ?? [];
      const [, rseq] = /^RSeq: (\d+)/m.exec(text) ?? [];
      return rseq === undefined ? [] : [`${status} ${rseq}`];
    });
  /** By hand, for a phone that leaves it out. */
  const prack = (rseq: number, body = "") => {
    const { invite, response } = out;
    const type = body === "" ? [] : [["Content-Type", "application/sdp"] as const];
    return alice.request("PRACK", {
      to: STRANGER,
      cseq: (invite?.cseq.number ?? 0) + rseq,
      headers: [["RAck", `${rseq} ${invite?.cseq.number} INVITE`], ...type],
      body,
      inDialog: {
        callId: invite?.callId ?? "",
        localTag: invite?.from.params.get("tag") ?? "",
        remoteTag: response?.to.params.get("tag") ?? "",
      },
    });
  };
  return { made, alice, out, far, left, rseqs, prack };
}

test("CALL-107 the ringing and the sound before the answer go reliably, and the call is answered after the PRACK", async () => {
  const { made, out, far, left, rseqs } = await office();
  await far.early();
  await settle();
  expect(rseqs()).toEqual(["180 1", "183 2"]);
  expect([out.pracks, out.statuses]).toEqual([
    [200, 200],
    [180, 183],
  ]);
  expect(out.response && [header(out.response, "Require"), out.response.body]).toEqual(["100rel", out.remoteSdp]);
  await far.answer();
  await out.until("talking");
  await settle();
  expect(made.talkTogether(out, far)).toBe(true);
  expect(out.response && header(out.response, "RSeq")).toBeUndefined();
  await made.clock.advance(40_000);
  expect(rseqs()).toHaveLength(2);
  await left(out);
});

test("CALL-107 without PRACK a response is sent again at doubling intervals, and after 32 s the INVITE is 504", async () => {
  const { made, out, far, left, rseqs } = await office({ ...REQUIRED, withoutPrack: true });
  const counts: number[] = [];
  for (const ms of [499, 1, 1_000, 2_000, 4_000, 8_000]) {
    await made.clock.advance(ms);
    counts.push(rseqs().length);
  }
  expect(counts).toEqual([1, 2, 3, 4, 5, 6]);
  expect(new Set(rseqs())).toEqual(new Set(["180 1"]));
  await made.clock.advance(16_500);
  expect([out.statuses.at(-1), out.state, far.state]).toEqual([504, "ended", "ended"]);
  expect(made.records).toMatchObject([{ sipStatus: 504 }]);
  await left();
});

test("CALL-107 the 200 waits for the PRACK of the 183; CANCEL meanwhile ends the call on both sides", async () => {
  const { made, out, far, left, prack } = await office({ ...REQUIRED, withoutPrack: true });
  await far.early();
  await settle();
  expect((await prack(1)).status).toBe(200);
  await settle();
  expect(out.statuses).toEqual([180, 183]);
  await far.answer();
  await settle();
  expect(out.statuses).toEqual([180, 183]);
  expect((await prack(1)).status).toBe(481);
  out.hangUp();
  await settle();
  expect([out.statuses.at(-1), far.state]).toEqual([487, "ended"]);
  await left();
  expect(made.records).toHaveLength(1);
});

test("CALL-107 a second order to answer does not send the 200 before the PRACK", () => {
  const unconfirmed: LegState = { phase: "alerting", unconfirmed: true };
  const once = stepLeg(unconfirmed, { kind: "answer" });
  const twice = stepLeg(once.state, { kind: "answer" });
  expect([twice.state, twice.effects]).toEqual([{ phase: "confirming" }, []]);
  const { state, effects } = stepLeg(twice.state, { kind: "confirmed" });
  expect([state.phase, effects]).toEqual(["accepting", [{ kind: "sendAnswer" }]]);
});

test("CALL-107 a caller without an offer gets no 180 but the answer; a caller who does not require it gets no RSeq", async () => {
  const late = await office({ ...REQUIRED, body: "" });
  expect(late.rseqs()).toEqual([]);
  await late.far.answer();
  await late.out.until("talking");
  expect(late.out.statuses).toEqual([200]);
  await late.left(late.out);
  const usual = await office({ headers: [["Supported", "100rel"]] });
  await usual.far.early();
  await settle();
  expect([usual.out.statuses, usual.rseqs()]).toEqual([[180, 183], []]);
  await usual.left(usual.out);
});

test("CALL-108 a PRACK for nothing gets 481, an offer in one gets 488, and the call goes on", async () => {
  const { made, out, far, left } = await office();
  const rack = (value: string) => out.request("PRACK", { headers: [["RAck", value]] });
  const cseq = out.invite?.cseq.number;
  for (const value of [`1 ${cseq} INVITE`, `9 ${cseq} INVITE`, `1 ${cseq} BYE`, "nonsense", ""])
    expect((await rack(value)).status).toBe(481);
  await far.answer();
  await out.until("talking");
  expect((await rack(`2 ${cseq} INVITE`)).status).toBe(481);
  expect(made.talkTogether(out, far)).toBe(true);
  await left(out);
  const offering = await office({ ...REQUIRED, withoutPrack: true });
  expect((await offering.prack(1, audioDescription())).status).toBe(488);
  await offering.made.clock.advance(2_000);
  expect([offering.rseqs(), offering.out.state]).toEqual([["180 1"], "ringing"]);
  await offering.left(offering.out);
});
