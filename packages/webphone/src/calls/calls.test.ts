import { describe, expect, test } from "vitest";
import { settle } from "@callpanel/testkit/fake-clock";
import { last, REMOTE_BYE } from "../../test/fake-network.ts";
import type { Bench } from "../../test/bench.ts";
import { createBench } from "../../test/bench.ts";
import type { CallSnapshot } from "../webphone.ts";

const registered = (config: Parameters<typeof createBench>[0] = {}): Bench => {
  const bench = createBench(config);
  bench.register();
  return bench;
};
const visuals = ({ phone }: Bench): Record<string, string> =>
  Object.fromEntries(phone.getSnapshot().calls.map(({ number, visual }) => [number, visual]));
const callTo = ({ phone }: Bench, number: string): CallSnapshot => {
  const call = phone.getSnapshot().calls.find((one) => one.number === number);
  if (!call) throw new Error(`no call with ${number}`);
  return call;
};
const failures = ({ events }: Bench) => events.filter((event) => event.kind === "failure");

describe("dialling", () => {
  test("PHONE-3 a number that is dialled twice in one moment is called once, and again once that call has ended", async () => {
    const bench = registered();
    const results = await Promise.all([bench.phone.call("102"), bench.phone.call("102")]);
    expect(bench.network.sessions).toHaveLength(1);
    const [{ id } = { id: "" }] = bench.phone.getSnapshot().calls;
    expect(results).toEqual([
      { ok: true, callId: id },
      { ok: true, callId: id },
    ]);
    bench.phone.hangUp(id);
    await bench.phone.call("102");
    expect(bench.network.sessions).toHaveLength(2);
  });

  test("PHONE-11 a number that breaks the rules makes no call", async () => {
    const bench = registered();
    expect(await bench.phone.call("")).toMatchObject({ ok: false, code: "sipua.hint.missNum" });
    expect(await bench.phone.call("10a1")).toEqual({
      ok: false,
      code: "sipua.error.invalidNumber",
      details: { number: "10a1" },
    });
    expect(await bench.phone.call("*55")).toMatchObject({ ok: false, code: "sipua.error.invalidFeatureCode" });
    expect(bench.network.sessions).toEqual([]);
    expect(bench.microphones.opened).toEqual([]);
  });

  test("PHONE-11 an unregistered phone is not ready", async () => {
    expect(await createBench().phone.call("102")).toMatchObject({ ok: false, code: "sipua.hint.notReady" });
  });

  test("PHONE-11 the number goes out stripped", async () => {
    const bench = registered();
    const dialled = bench.phone.call("+1 (604) 555-0100");
    expect(bench.phone.getSnapshot()).toMatchObject({ canCall: false, needsCloseConfirmation: true });
    await dialled;
    expect(last(bench.network).number).toBe("+16045550100");
    expect(visuals(bench)).toEqual({ "+16045550100": "calling" });
    last(bench.network).says({ kind: "ringing" });
    expect(visuals(bench)).toEqual({ "+16045550100": "ringing" });
  });

  test("PHONE-12 at the server's maximum dialling is refused with the limit", async () => {
    const bench = registered({ panel_call_limit: 2 });
    await bench.talk("102");
    await bench.talk("103");
    expect(await bench.phone.call("104")).toEqual({
      ok: false,
      code: "sipua.error.maxCallsOut",
      details: { limit: 2 },
    });
    expect(bench.network.sessions).toHaveLength(2);
  });

  test("PHONE-27 a call hung up while the microphone opens never goes out", async () => {
    const bench = registered();
    const dialled = bench.phone.call("102");
    bench.phone.hangUp(callTo(bench, "102").id);
    expect(await dialled).toMatchObject({ ok: true });
    expect(bench.network.sessions).toEqual([]);
    expect(bench.microphones.streams[0]?.active).toBe(false);
    expect(bench.phone.getSnapshot().log).toEqual([]);
  });
});

describe("incoming calls", () => {
  test("PHONE-25 a call rings with the data of its headers", () => {
    const bench = registered();
    const headers = { "x-screen-pop-conf": "url=https://crm" };
    bench.network.rings("103", { name: "Carol", autoAnswer: true, headers });
    const call = callTo(bench, "103");
    expect(call).toMatchObject({ name: "Carol", visual: "ringing", state: "initiating", headers, sipCallId: "sip-1" });
    expect(bench.events).toEqual([{ kind: "incomingCall", call, autoAnswer: true }]);
  });

  test("PHONE-13 at the maximum a call is refused with 486, reported and logged as missed", async () => {
    const bench = registered({ panel_call_limit: 1 });
    await bench.talk("102");
    const far = bench.network.rings("103", { name: "Carol" });
    expect(far.asked).toEqual(["reject 486"]);
    expect(failures(bench)).toEqual([
      { kind: "failure", code: "sipua.error.maxCallsIn", details: { limit: 1, fromName: "Carol", fromNum: "103" } },
    ]);
    expect(bench.phone.getSnapshot()).toMatchObject({ missedCount: 1 });
    expect(bench.phone.getSnapshot().log[0]).toMatchObject({ num: "103", dir: "mis" });
    expect(bench.phone.getSnapshot().calls).toHaveLength(1);
  });

  test("PHONE-18 answering a call that has ended is refused", async () => {
    const bench = registered();
    const far = bench.network.rings("103");
    const { id } = callTo(bench, "103");
    far.says({ kind: "ended", end: REMOTE_BYE });
    expect(await bench.phone.answer(id)).toMatchObject({ ok: false, code: "sipua.error.ended" });
  });

  test("PHONE-18 a call that ends while it is being answered is refused, its microphone closed", async () => {
    const bench = registered();
    const far = bench.network.rings("103");
    const answered = bench.phone.answer(callTo(bench, "103").id);
    far.says({ kind: "ended", end: REMOTE_BYE });
    expect(await answered).toMatchObject({ ok: false, code: "sipua.error.ended" });
    expect(far.asked).toEqual([]);
    expect(bench.microphones.streams[0]?.active).toBe(false);
  });

  test("PHONE-18 answering twice is answering once", async () => {
    const bench = registered();
    const far = bench.network.rings("103");
    const { id } = callTo(bench, "103");
    const first = bench.phone.answer(id);
    expect(await bench.phone.answer(id)).toEqual({ ok: true });
    await settle();
    far.says({ kind: "accepted" });
    expect(await first).toEqual({ ok: true });
    expect(far.asked).toEqual(["answer"]);
    expect(bench.microphones.opened).toHaveLength(1);
  });

  test("PHONE-19 rejecting answers 486, and so does hanging up before the answer", () => {
    const bench = registered();
    const far = bench.network.rings("103");
    expect(bench.phone.reject(callTo(bench, "103").id)).toEqual({ ok: true });
    const other = bench.network.rings("104");
    expect(bench.phone.hangUp(callTo(bench, "104").id)).toEqual({ ok: true });
    expect([...far.asked, ...other.asked]).toEqual(["reject 486", "reject 486"]);
    expect(bench.events.at(-1)).toMatchObject({ kind: "callEnded", reason: "hangup" });
  });
});

describe("one conversation at a time", () => {
  test("PHONE-14 dialling holds the other call before the INVITE goes out", async () => {
    const bench = registered();
    const first = await bench.talk("102");
    const dialled = bench.phone.call("103");
    await settle();
    await dialled;
    expect(first.far.asked).toEqual(["silence on", "sendonly"]);
    expect(visuals(bench)).toEqual({ 102: "on-hold", 103: "calling" });
  });

  test("PHONE-14 answering holds the other call before the 200 goes out", async () => {
    const bench = registered();
    const first = await bench.talk("102");
    first.far.redirects = "silent";
    const far = bench.network.rings("103");
    void bench.phone.answer(callTo(bench, "103").id);
    await settle();
    expect(first.far.asked).toContain("sendonly");
    expect(far.asked).toEqual([]);
  });

  test("PHONE-14 unholding one holds the other", async () => {
    const bench = registered();
    const first = await bench.talk("102");
    const second = await bench.answer("103");
    expect(visuals(bench)).toEqual({ 102: "on-hold", 103: "on-call" });
    expect(await bench.phone.setHold(first.id, "unhold")).toEqual({ ok: true });
    expect(visuals(bench)).toEqual({ 102: "on-call", 103: "on-hold" });
    expect(second.far.asked.slice(-2)).toEqual(["silence on", "sendonly"]);
    expect(first.far.asked.slice(-2)).toEqual(["sendrecv", "silence off"]);
  });

  test("PHONE-14 two calls answered at once end with one conversation", async () => {
    const bench = registered();
    const one = bench.network.rings("103");
    const two = bench.network.rings("104");
    const answers = [bench.phone.answer(callTo(bench, "103").id), bench.phone.answer(callTo(bench, "104").id)];
    await settle();
    expect(two.asked).toEqual([]);
    one.says({ kind: "accepted" });
    await settle();
    two.says({ kind: "accepted" });
    await Promise.all(answers);
    expect(visuals(bench)).toEqual({ 103: "on-hold", 104: "on-call" });
  });

  test("PHONE-14 when the call of a turn has ended the next turn starts", async () => {
    const bench = registered();
    bench.network.rings("103");
    const two = bench.network.rings("104");
    void bench.phone.answer(callTo(bench, "103").id);
    void bench.phone.answer(callTo(bench, "104").id);
    await settle();
    bench.phone.hangUp(callTo(bench, "103").id);
    await settle();
    expect(two.asked).toEqual(["answer"]);
  });

  test("PHONE-15 a call that cannot be held stops the new one: dialled is withdrawn, incoming rings on", async () => {
    const bench = registered();
    const first = await bench.talk("102");
    first.far.redirects = "refused";
    expect(await bench.phone.call("103")).toEqual({ ok: false, code: "sipua.error.hold", details: { message: "488" } });
    expect(visuals(bench)).toEqual({ 102: "on-call" });
    bench.network.rings("104");
    expect(await bench.phone.answer(callTo(bench, "104").id)).toMatchObject({ ok: false, code: "sipua.error.hold" });
    expect(visuals(bench)).toEqual({ 102: "on-call", 104: "ringing" });
    expect(bench.microphones.streams.filter(({ active }) => active)).toHaveLength(1);
    expect(bench.events.filter(({ kind }) => kind === "callEnded")).toEqual([]);
  });

  test("PHONE-15 a held call stays held when the other cannot be", async () => {
    const bench = registered();
    const first = await bench.talk("102");
    const second = await bench.talk("103");
    second.far.redirects = "refused";
    expect(await bench.phone.setHold(first.id, "unhold")).toMatchObject({ ok: false, code: "sipua.error.hold" });
    expect(visuals(bench)).toEqual({ 102: "on-hold", 103: "on-call" });
  });

  test("PHONE-16 a hold without an answer in 6 s is refused, and undone when it is accepted after that", async () => {
    const bench = registered();
    const first = await bench.talk("102");
    let accept = (): void => undefined;
    first.far.session.setDirection = (direction) => {
      first.far.asked.push(direction);
      return new Promise((resolve) => (accept = resolve));
    };
    const held = bench.phone.setHold(first.id, "hold");
    await bench.clock.advance(6_000);
    expect(await held).toMatchObject({ ok: false, details: { message: "no answer" } });
    expect(visuals(bench)).toEqual({ 102: "on-call" });
    accept();
    await settle();
    expect(first.far.asked).toEqual(["silence on", "sendonly", "silence off", "sendrecv"]);
  });

  test("PHONE-17 a far end that answers during another conversation is put on hold", async () => {
    const bench = registered();
    const dialled = bench.phone.call("102");
    await dialled;
    const slow = last(bench.network);
    slow.says({ kind: "ringing" });
    await bench.answer("103");
    slow.says({ kind: "accepted" });
    await settle();
    expect(visuals(bench)).toEqual({ 102: "on-hold", 103: "on-call" });
  });

  test("PHONE-17 of two dialled calls the first to answer is the conversation", async () => {
    const bench = registered();
    await bench.phone.call("102");
    const first = last(bench.network);
    await bench.phone.call("103");
    const second = last(bench.network);
    first.says({ kind: "accepted" });
    second.says({ kind: "accepted" });
    await settle();
    expect(visuals(bench)).toEqual({ 102: "on-call", 103: "on-hold" });
  });
});

describe("during a call", () => {
  test("PHONE-20 mute silences, and outlives hold and unhold", async () => {
    const bench = registered();
    const { id, far } = await bench.talk("102");
    bench.phone.setMute(id, "mute");
    await bench.phone.setHold(id, "hold");
    await bench.phone.setHold(id, "unhold");
    expect(far.asked).toEqual(["silence on", "sendonly", "sendrecv"]);
    expect(visuals(bench)).toEqual({ 102: "muted" });
    bench.phone.setMute(id, "unmute");
    expect(far.asked.at(-1)).toBe("silence off");
  });

  test("PHONE-118 a microphone that cannot be muted is reported, and is not shown as muted", async () => {
    const bench = registered();
    const { id, far } = await bench.talk("102");
    far.silenceFault = "no track";
    const details = { message: "no track" };
    expect(bench.phone.setMute(id, "mute")).toEqual({ ok: false, code: "sipua.error.mute", details });
    expect(visuals(bench)).toEqual({ 102: "on-call" });
    far.silenceFault = undefined;
    expect(bench.phone.setMute(id, "mute")).toEqual({ ok: true });
    expect(visuals(bench)).toEqual({ 102: "muted" });
  });

  test("PHONE-118 a call that the user agent cannot send is gone, and said to be so", async () => {
    const bench = registered();
    bench.network.faults = { call: "no peer connection" };
    expect(await bench.phone.call("102")).toMatchObject({ ok: false, code: "sipua.error.sendCall" });
    expect(bench.phone.getSnapshot().calls).toEqual([]);
  });

  test("PHONE-16 hold and unhold in one breath end unheld", async () => {
    const bench = registered();
    const { id, far } = await bench.talk("102");
    const hold = bench.phone.setHold(id, "hold");
    const unhold = bench.phone.setHold(id, "unhold");
    await Promise.all([hold, unhold]);
    expect(far.asked).toEqual(["silence on", "sendonly", "sendrecv", "silence off"]);
    expect(visuals(bench)).toEqual({ 102: "on-call" });
  });

  test("PHONE-21 keys are sent, heard and noted; Enter is #; others are refused", async () => {
    const bench = registered();
    const { id, far } = await bench.talk("102");
    for (const key of ["1", "*", "Enter"]) expect(bench.phone.sendDigit(id, key)).toEqual({ ok: true });
    expect(bench.phone.sendDigit(id, "x")).toMatchObject({ ok: false, code: "sipua.error.dtmf" });
    expect(far.asked).toEqual(["digit 1", "digit *", "digit #"]);
    expect(bench.sound.keys).toEqual(["1", "*", "#"]);
    expect(callTo(bench, "102").digitsSent).toBe("1*#");
  });

  test("PHONE-22 digits of the far end are kept", async () => {
    const bench = registered();
    const { far } = await bench.talk("102");
    for (const digit of "42#") far.says({ kind: "digit", digit });
    expect(callTo(bench, "102").digitsReceived).toBe("42#");
  });

  test("PHONE-26 live calls ask before the page closes, ended ones do not", async () => {
    const bench = registered();
    const { far } = await bench.talk("102");
    expect(bench.phone.getSnapshot().needsCloseConfirmation).toBe(true);
    far.says({ kind: "ended", end: REMOTE_BYE });
    expect(bench.phone.getSnapshot()).toMatchObject({ needsCloseConfirmation: false, canCall: true, calls: [] });
    expect(bench.events.at(-1)).toMatchObject({ kind: "callEnded", reason: "remote" });
  });

  test("PHONE-7 a call lives on when the connection is lost and comes back", async () => {
    const bench = registered();
    await bench.talk("102");
    bench.network.says({ kind: "disconnected" });
    expect(visuals(bench)).toEqual({ 102: "on-call" });
    bench.network.says({ kind: "connected" });
    bench.network.says({ kind: "registered" });
    expect(visuals(bench)).toEqual({ 102: "on-call" });
  });
});
