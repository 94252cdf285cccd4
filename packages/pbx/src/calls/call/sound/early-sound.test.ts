import { header } from "@callpanel/sip";
import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test, vi } from "vitest";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../../test/test-pbx.ts";
import { BOBS_NUMBER, gateway, giveNumbers, STRANGER } from "../../../../test/outside.ts";

interface Office {
  readonly made: TestPbx;
  readonly alice: SipPhone;
  readonly bob: SipPhone;
  readonly line: SipPhone;
}

async function office(): Promise<Office> {
  const made = createTestPbx();
  giveNumbers(made);
  const [alice, bob] = [await made.registered("alice"), await made.registered("bob")];
  return { made, alice, bob, line: await gateway(made, 1, {}) };
}

/** Alice has dialled an outside number, and the gateway has the INVITE. */
async function dialled({ alice, line }: Office, number = STRANGER) {
  const out = alice.call(number);
  return { out, far: await line.incoming() };
}

/** A port of the far end hears nothing that is of a person. */
const silentAt = (made: TestPbx, far: PhoneCall): boolean =>
  made.media.portOf(far.invite?.body ?? "").heard.every(({ kind }) => kind === "none");
const hears = (made: TestPbx, caller: PhoneCall, far: PhoneCall): boolean =>
  made.heardBy(caller) === made.media.portOf(far.invite?.body ?? "").id;

async function expectNothingLeft(made: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await made.clock.advance(40_000);
  expect(made.leftovers()).toEqual(NOTHING_LEFT);
}

test("CALL-100, CALL-101 sound before the answer is heard, one way; the 200 repeats the description", async () => {
  const at = await office();
  const { made } = at;
  const { out, far } = await dialled(at);
  await far.early();
  await settle();
  expect(out.statuses).toEqual([180, 183]);
  const early = out.remoteSdp;
  expect(hears(made, out, far)).toBe(true);
  expect(silentAt(made, far)).toBe(true);
  made.media.portOf(early).emit({ kind: "digit", digit: "5", durationMs: 100 });
  expect(made.media.portOf(far.invite?.body ?? "").digits).toEqual([]);
  expect(made.system.snapshot().calls).toMatchObject([{ state: "ringing" }]);
  await far.answer();
  await out.until("talking");
  await settle();
  expect([out.response?.status, out.response?.body]).toEqual([200, early]);
  expect(made.talkTogether(out, far)).toBe(true);
  await expectNothingLeft(made, out);
});

test("CALL-100 a telephone inside is heard too; without an offer of the caller there is only 180", async () => {
  const at = await office();
  const { made, alice, bob } = at;
  const out = alice.call("102");
  const far = await bob.incoming();
  await far.early();
  await settle();
  expect([out.statuses, hears(made, out, far)]).toEqual([[180, 183], true]);
  await expectNothingLeft(made, out);
  const late = alice.call("102", { body: "" });
  await (await bob.incoming()).early();
  await settle();
  expect(late.statuses).toEqual([180]);
  await expectNothingLeft(made, late);
});

test("CALL-100 a caller who is transferred there hears it in place of the ring-back", async () => {
  const at = await office();
  const { made, alice, bob, line } = at;
  const { out, in: incoming } = await made.talk(alice, "102", bob);
  const moved = incoming.request("REFER", { headers: [["Refer-To", `<sip:${STRANGER}@demo>`]] });
  const far = await line.incoming();
  await settle();
  expect(made.heardBy(out)).toBe("ringback");
  await far.early();
  await settle();
  expect(hears(made, out, far)).toBe(true);
  await moved;
  await expectNothingLeft(made, out, incoming);
});

test("CALL-101 the ringing time ends a call with an announcement", async () => {
  const at = await office();
  const { out, far } = await dialled(at);
  await far.early();
  await at.made.clock.advance(60_000);
  expect([out.state, out.statuses.at(-1)]).toEqual(["ended", 480]);
  await expectNothingLeft(at.made);
  expect(at.made.records.at(-1)).toMatchObject({ disposition: "noAnswer" });
  expect(at.made.eventsOf("callAnswered")).toEqual([]);
});

test("CALL-102 the next line is tried: ring-back of the system, then the sound of that line", async () => {
  const at = await office();
  const { made } = at;
  const second = await gateway(made, 2);
  const { out, far } = await dialled(at);
  await far.early();
  await settle();
  far.reject(503);
  const next = await second.incoming();
  await settle();
  expect([out.statuses, made.heardBy(out)]).toEqual([[180, 183], "ringback"]);
  await next.early();
  await settle();
  expect([out.statuses, hears(made, out, next)]).toEqual([[180, 183], true]);
  await next.answer();
  await out.until("talking");
  await settle();
  expect(made.talkTogether(out, next)).toBe(true);
  await expectNothingLeft(made, out);
});

test("CALL-102 of several phones that ring none is heard, until it is the only one left", async () => {
  const at = await office();
  const { made, alice, bob } = at;
  const mobile = await made.registered("bob");
  const out = alice.call("102");
  const [one, other] = [await bob.incoming(), await mobile.incoming()];
  await one.early();
  await settle();
  expect(out.statuses).toEqual([180]);
  other.reject(480);
  await settle();
  expect([out.statuses, hears(made, out, one)]).toEqual([[180, 183], true]);
  await expectNothingLeft(made, out);
});

test("CALL-103 a caller from outside does not hear a phone of this system before it answers, but hears another line", async () => {
  const at = await office();
  const { made, bob, line } = at;
  const call = line.call(BOBS_NUMBER, { fromNumber: STRANGER });
  await (await bob.incoming()).early();
  await settle();
  expect(call.statuses).toEqual([180]);
  await expectNothingLeft(made, call);
  made.directory.change("bob", { forward: "+16045550177" });
  const on = line.call(BOBS_NUMBER, { fromNumber: STRANGER });
  const far = await line.incoming();
  await far.early();
  await settle();
  expect([on.statuses, hears(made, on, far)]).toEqual([[180, 183], true]);
  expect(on.response && header(on.response, "P-Early-Media")).toBe("sendonly");
  await expectNothingLeft(made, on);
});

test("CALL-104 of several early dialogs the latest is heard, and the one that answers counts", async () => {
  const at = await office();
  const { made } = at;
  const { out, far } = await dialled(at);
  expect(far.invite && header(far.invite, "P-Early-Media")).toBe("supported");
  const port = made.media.portOf(far.invite?.body ?? "");
  await far.early({ fork: "one", description: { codecs: ["PCMU"] } });
  await settle();
  expect([port.codec, hears(made, out, far)]).toEqual(["PCMU", true]);
  await far.early({ description: { codecs: ["PCMU"] } });
  await far.answer();
  await out.until("talking");
  await settle();
  expect(made.talkTogether(out, far)).toBe(true);
  expect(out.dialog?.phase).toBe("confirmed");
  await expectNothingLeft(made, out);
});

test("CALL-104 a description before the answer that still waits does not replace that of the answer", async () => {
  const at = await office();
  const { made } = at;
  const { out, far } = await dialled(at);
  const port = made.media.portOf(far.invite?.body ?? "");
  const taken: string[] = [];
  let release = (): void => undefined;
  const busy = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { accept } = port;
  vi.spyOn(port, "accept").mockImplementation(async (input) => {
    taken.push(input.early === true ? "early" : "answer");
    if (taken.length === 1) await busy;
    return accept(input);
  });
  await far.early({ fork: "one" });
  await far.early({ fork: "two" });
  await far.answer();
  await settle();
  release();
  await out.until("talking");
  await settle();
  expect(taken).toEqual(["early", "answer"]);
  expect(made.talkTogether(out, far)).toBe(true);
  await expectNothingLeft(made, out);
});

test("CALL-104 P-Early-Media of an outside line silences a branch and lets it be heard again", async () => {
  const at = await office();
  const { made } = at;
  const { out, far } = await dialled(at);
  await far.early({ headers: [["P-Early-Media", "inactive"]] });
  await settle();
  expect(out.statuses).toEqual([180]);
  await far.early({ silent: true, headers: [["P-Early-Media", "sendrecv"]] });
  await settle();
  expect([out.statuses, hears(made, out, far)]).toEqual([[180, 183], true]);
  await far.early({ silent: true, headers: [["P-Early-Media", "recvonly"]] });
  await settle();
  expect(made.heardBy(out)).toBe("ringback");
  await expectNothingLeft(made, out);
});

test("CALL-105 reliable provisional responses get one PRACK each, in order; later requests have higher numbers", async () => {
  const at = await office();
  const { made } = at;
  const { out, far } = await dialled(at);
  expect(far.invite && header(far.invite, "Supported")).toContain("100rel");
  await far.early({ rseq: 7, status: 180, silent: true });
  await far.early({ rseq: 7, status: 180, silent: true });
  await far.early({ rseq: 9 });
  await settle();
  expect(out.statuses).toEqual([180]);
  await far.early({ rseq: 8 });
  await settle();
  const pracks = far.requests.filter(({ method }) => method === "PRACK");
  expect(pracks.map((prack) => header(prack, "RAck"))).toEqual(["7 1 INVITE", "8 1 INVITE"]);
  expect(hears(made, out, far)).toBe(true);
  await far.answer();
  await out.until("talking");
  out.hangUp();
  await settle();
  const numbers = far.requests.map(({ method, cseq }) => `${method} ${cseq.number}`);
  expect(numbers).toEqual(["PRACK 2", "PRACK 3", "BYE 4"]);
  await expectNothingLeft(made);
});

test("CALL-104 an SDP before the answer that cannot be used changes nothing", async () => {
  const at = await office();
  const { made } = at;
  const { out, far } = await dialled(at);
  await far.early({ fork: "bad", description: { codecs: ["iLBC"] } });
  await settle();
  expect(out.statuses).toEqual([180]);
  await expectNothingLeft(made, out);
});

test.each([404, 480, 486, 603])("CALL-106 after an announcement the refusal %i reaches the caller", async (status) => {
  const at = await office();
  const { out, far } = await dialled(at);
  await far.early();
  await settle();
  far.reject(status);
  await out.until("ended");
  expect(out.statuses).toEqual([180, 183, status]);
  await expectNothingLeft(at.made);
});

test.each([
  [480, 17, "busy"],
  [480, 18, "noAnswer"],
  [404, 1, "notFound"],
  [480, 21, "rejected"],
  [486, 27, "unavailable"],
  [480, 16, "unavailable"],
])(
  "CALL-109 %i of a line with the Q.850 cause %i reaches the caller, and the record says %s",
  async (status, cause, said) => {
    const at = await office();
    const { out, far } = await dialled(at);
    far.reject(status, [["Reason", `SIP;cause=${status}, Q.850;cause=${cause};text="said, so"`]]);
    await out.until("ended");
    expect(out.statuses.at(-1)).toBe(status);
    expect(out.response && header(out.response, "Reason")).toMatch(new RegExp(`^Q\\.850;cause=${cause};`));
    await expectNothingLeft(at.made);
    expect(at.made.records.at(-1)).toMatchObject({ disposition: said, sipStatus: status });
  },
);

test("CALL-109 a cause that a telephone writes, or that is none, does not count", async () => {
  const at = await office();
  const { made, alice, bob } = at;
  const inside = alice.call("102");
  (await bob.incoming()).reject(486, [["Reason", "Q.850;cause=1"]]);
  await inside.until("ended");
  expect(inside.response && header(inside.response, "Reason")).toBeUndefined();
  for (const reason of ["Q.850;cause=999", "Q.850;cause=", "SIP;cause=17", 'SIP;cause=200;text="Q.850;cause=1"', ""]) {
    const { out, far } = await dialled(at);
    far.reject(486, [["Reason", reason]]);
    await out.until("ended");
    expect([reason, out.response && header(out.response, "Reason")]).toEqual([reason, undefined]);
  }
  await expectNothingLeft(made);
  expect(made.records.every(({ disposition }) => disposition === "busy")).toBe(true);
});
