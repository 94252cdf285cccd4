import { describe, expect, test } from "vitest";
import type { Call, CallAction } from "./call.ts";
import { keptCall, readKept, recalledCall, writeKept } from "./kept-call.ts";
import { callSnapshot, dialledCall, isSilent, receivedCall, stepCall } from "./call.ts";

const AT = 1_000;
const out = (): Call => dialledCall("a", "102", AT);
const incoming = (): Call => receivedCall("b", { number: "103", name: "Carol", headers: {}, sipCallId: "x" }, AT);
const after = (call: Call, ...actions: readonly CallAction[]): Call => actions.reduce(stepCall, call);
const ANSWERED: CallAction = { kind: "answered", at: 5_000 };
const HELD: CallAction = { kind: "directionSet", direction: "sendonly" };
const UNHELD: CallAction = { kind: "directionSet", direction: "sendrecv" };

describe("the visual states of a call", () => {
  test("PHONE-3 an outgoing call is calling, ringing, then on call", () => {
    expect(callSnapshot(out()).visual).toBe("calling");
    expect(callSnapshot(after(out(), { kind: "rings", earlyMedia: false })).visual).toBe("ringing");
    expect(callSnapshot(after(out(), ANSWERED))).toMatchObject({
      visual: "on-call",
      state: "answered",
      answeredAt: 5_000,
    });
  });

  test("PHONE-20 on hold outshines muted, muted outshines on call", () => {
    const muted = after(out(), ANSWERED, { kind: "mute", muted: true });
    expect(callSnapshot(muted)).toMatchObject({ visual: "muted", isMuted: true });
    expect(callSnapshot(after(muted, { kind: "hold", at: 7_000 }))).toMatchObject({
      visual: "on-hold",
      isOnHold: true,
      isMuted: true,
    });
  });

  test("PHONE-20 the microphone is silent from hold until unhold is accepted", () => {
    const talking = after(out(), ANSWERED);
    const holding = after(talking, { kind: "hold", at: 7_000 });
    const unholding = after(holding, HELD, { kind: "unhold" });
    expect([talking, holding, unholding, after(unholding, UNHELD)].map(isSilent)).toEqual([false, true, true, false]);
    expect(callSnapshot(unholding).visual).toBe("on-call");
  });
});

describe("since when it is on hold", () => {
  const since = (call: Call) => callSnapshot(call).heldAt;
  const talking = after(out(), ANSWERED);
  const holding = after(talking, { kind: "hold", at: 7_000 });

  test("PHONE-125 it counts from the click, not from the answer to it, and through a refused unhold", () => {
    expect([since(talking), since(holding), since(after(holding, HELD))]).toEqual([undefined, 7_000, 7_000]);
    const refused = after(holding, HELD, { kind: "unhold" }, { kind: "directionRefused", direction: "sendrecv" });
    expect(since(refused)).toBe(7_000);
  });

  test("PHONE-125 an unheld call has none, the next hold counts from zero", () => {
    const unheld = after(holding, HELD, { kind: "unhold" }, UNHELD);
    expect([since(after(holding, HELD, { kind: "unhold" })), since(unheld)]).toEqual([undefined, undefined]);
    expect(since(after(unheld, { kind: "hold", at: 9_000 }))).toBe(9_000);
    const dialog = { callId: "c", localTag: "l", remoteTag: "r" };
    const kept = keptCall(after(holding, HELD), dialog);
    const [read] = readKept(writeKept({ seenAt: 1, calls: kept ? [kept] : [] }))?.calls ?? [];
    expect(read && since(recalledCall(read))).toBe(7_000);
  });
});

describe("hold, in every order", () => {
  const talking = after(out(), ANSWERED);
  const held = after(talking, { kind: "hold", at: 7_000 }, HELD);

  test("PHONE-16 a refused hold and a refused unhold are taken back", () => {
    expect(
      after(talking, { kind: "hold", at: 7_000 }, { kind: "directionRefused", direction: "sendonly" }),
    ).toMatchObject({
      hold: "none",
    });
    expect(after(held, { kind: "unhold" }, { kind: "directionRefused", direction: "sendrecv" })).toMatchObject({
      hold: "held",
    });
  });

  test("PHONE-16 an answer to an older wish does not undo a newer one", () => {
    expect(after(talking, { kind: "hold", at: 7_000 }, { kind: "unhold" }, HELD)).toMatchObject({ hold: "unholding" });
    expect(after(held, { kind: "unhold" }, { kind: "hold", at: 7_000 }, UNHELD)).toMatchObject({ hold: "holding" });
  });

  test("PHONE-16 hold means nothing before the answer, and twice is once", () => {
    expect(after(out(), { kind: "hold", at: 7_000 })).toEqual(out());
    expect(stepCall(held, { kind: "hold", at: 7_000 })).toBe(held);
  });
});

describe("the end of a call", () => {
  test("PHONE-18 an ended call never changes", () => {
    const ended = after(incoming(), { kind: "ended", reason: "canceled" });
    expect(callSnapshot(ended)).toMatchObject({ state: "initiating", visual: "ringing" });
    const actions: readonly CallAction[] = [
      { kind: "accept" },
      ANSWERED,
      { kind: "mute", muted: true },
      { kind: "ended", reason: "hangup" },
    ];
    for (const action of actions) expect(stepCall(ended, action)).toBe(ended);
  });

  test("PHONE-15 an answer that fails here lets the call ring on", () => {
    const answering = after(incoming(), { kind: "accept" });
    expect(answering.phase).toBe("answering");
    expect(after(answering, { kind: "acceptFailed" })).toMatchObject({ phase: "ringing" });
    expect(after(out(), { kind: "accept" }).phase).toBe("calling");
  });

  test("PHONE-22 of the digits the newest 32 are kept", () => {
    const digits = "1234567890".repeat(4);
    const pressed = digits
      .split("")
      .reduce<Call>((call, digit) => stepCall(call, { kind: "digitReceived", digit }), after(out(), ANSWERED));
    expect(callSnapshot(pressed).digitsReceived).toBe(digits.slice(-32));
  });
});
