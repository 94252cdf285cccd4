/** What a person can do with calls: how many there may be, and every action on one by its id. */
import type { Call } from "../model/call.ts";
import { dialledCall, isAnswered, receivedCall, callSnapshot } from "../model/call.ts";
import { digitOf } from "../model/digit.ts";
import type { IncomingCall, UserAgent } from "../ports/user-agent.port.ts";
import type { FeatureCode } from "@callpanel/contract";
import type { ActionResult, Webphone } from "../webphone.ts";
import type { LiveCall } from "./live-call.ts";
import { messageOf, OK, refused } from "./refusal.ts";
import type { RosterDeps } from "./roster.ts";
import { createRoster } from "./roster.ts";
import { createCallTaker } from "./call-taker.ts";
import type { Transfers } from "./transfers.ts";
import { createTransfers } from "./transfers.ts";

const BUSY_HERE = 486; // RFC 3261 §21.4.24: this phone will not take it, others of the user may

export interface Calls
  extends Transfers, Pick<Webphone, "answer" | "reject" | "hangUp" | "setHold" | "setMute" | "sendDigit"> {
  /** Newest first. */
  all(): readonly LiveCall[];
  /** A number that passed the dialling rules. */
  dial(number: string): ReturnType<Webphone["call"]>;
  receive(incoming: IncomingCall): void;
  /** A call of an earlier page is here again, still without a way to its far end. */
  recall(call: Call): LiveCall;
  hangUpAll(): void;
  /** The page closes: unanswered calls that it dialled end, ringing calls ring again on the next page, answered calls can be taken back. */
  leave(): void;
}

export interface CallsDeps extends RosterDeps {
  readonly agent: () => UserAgent | undefined;
  /** The chosen microphone's device id. */
  readonly input: () => string;
  /** Most simultaneous calls, in and out together. */
  readonly limit: number;
  readonly newId: () => string;
  readonly featureCodes: () => readonly FeatureCode[];
}

export function createCalls(deps: CallsDeps): Calls {
  const roster = createRoster(deps);
  const callTaker = createCallTaker({ ...deps, roster });
  const incomings = new WeakMap<LiveCall, IncomingCall>();
  const isFull = (): boolean => roster.all().length >= deps.limit;

  const withCall = (callId: string, act: (live: LiveCall) => ActionResult): ActionResult => {
    const live = roster.find(callId);
    return live ? act(live) : refused("sipua.error.ended");
  };
  /** An incoming call that is not answered yet, with its session. */
  const offered = (live: LiveCall | undefined): IncomingCall | undefined =>
    live && !isAnswered(live.get()) ? incomings.get(live) : undefined;

  const sendAway = (incoming: IncomingCall): void => {
    incoming.reject(BUSY_HERE);
    roster.log(receivedCall(deps.newId(), incoming, deps.clock.now()), "mis", "missed");
    const details = { limit: deps.limit, fromName: incoming.name, fromNum: incoming.number };
    deps.tell({ kind: "failure", code: "sipua.error.maxCallsIn", details });
  };
  const reject = (callId: string): ActionResult =>
    withCall(callId, (live) => {
      const incoming = offered(live);
      if (!incoming) return refused("sipua.error.ended");
      roster.refuseByHand(live);
      // First: the session's own end, which comes with the refusal, would look like a failure.
      live.step({ kind: "ended", reason: "hangup" });
      incoming.reject(BUSY_HERE);
      return OK;
    });
  const press = (live: LiveCall, key: string): ActionResult => {
    const digit = digitOf(key);
    if (digit === undefined) return refused("sipua.error.dtmf", { message: `'${key}' is not a key` });
    try {
      live.sendDigit(digit);
    } catch (error) {
      return refused("sipua.error.dtmf", { message: messageOf(error) });
    }
    deps.sound.playKey(digit);
    return OK;
  };

  const dial = async (number: string, onPlaced?: (live: LiveCall) => void): ReturnType<Webphone["call"]> => {
    // Two clicks of one moment: the button is not drawn as pressed yet (PHONE-3).
    const same = onPlaced ? undefined : roster.all().find((live) => isDialled(live.get(), number));
    if (same) return { ok: true, callId: same.get().id };
    if (isFull()) return refused("sipua.error.maxCallsOut", { limit: deps.limit });
    const live = roster.add(dialledCall(deps.newId(), number, deps.clock.now()));
    onPlaced?.(live);
    const result = await callTaker.dial(live, number);
    return result.ok ? { ok: true, callId: live.get().id } : result;
  };

  return {
    all: roster.all,
    ...createTransfers({ ...deps, find: roster.find, all: roster.all, dial, unhold: callTaker.unhold }),
    dial: (number) => dial(number),
    receive: (incoming) => {
      if (isFull()) return sendAway(incoming);
      const live = roster.add(receivedCall(deps.newId(), incoming, deps.clock.now()));
      incomings.set(live, incoming);
      live.attach(incoming);
      incoming.listen(live.handle);
      deps.tell({ kind: "incomingCall", call: callSnapshot(live.get()), autoAnswer: incoming.autoAnswer });
    },
    answer: async (callId) => {
      const live = roster.find(callId);
      const incoming = live && incomings.get(live);
      if (!live || !incoming) return refused("sipua.error.ended");
      return live.get().phase === "ringing" ? callTaker.answer(live, incoming) : OK; // accepted before
    },
    reject,
    hangUp: (callId) => {
      if (offered(roster.find(callId))) return reject(callId);
      return withCall(callId, (live) => {
        live.hangUp();
        return OK;
      });
    },
    setHold: async (callId, hold) => {
      const live = roster.find(callId);
      if (!live || !isAnswered(live.get())) return refused("sipua.error.ended");
      if (hold === "unhold") return callTaker.unhold(live);
      const problem = await live.setDirection("sendonly");
      return problem === undefined ? OK : refused("sipua.error.hold", { message: problem });
    },
    setMute: (callId, mute) =>
      withCall(callId, (live) => {
        try {
          live.step({ kind: "mute", muted: mute === "mute" });
          return OK;
        } catch (error) {
          return refused("sipua.error.mute", { message: messageOf(error) });
        }
      }),
    sendDigit: (callId, key) => withCall(callId, (live) => press(live, key)),
    recall: roster.add,
    leave: () => {
      for (const live of roster.all()) if (live.get().direction === "out" && !isAnswered(live.get())) live.hangUp();
    },
    hangUpAll: () => {
      for (const live of roster.all()) live.hangUp();
    },
  };
}

const isDialled = (call: Call, number: string): boolean => call.phase === "calling" && call.number === number;
