/**
 * Transfer of a call: blind, or after a consultation with the target (spec 1 §4; RFC 5589). Whatever happens during it, the
 * first call stays until the phone system says that its far end talks to the target.
 */
import { checkDialable } from "@callpanel/contract";
import type { PanelErrorCode, ErrorDetails, FeatureCode } from "@callpanel/contract";
import { callSnapshot, isAnswered, isHeld } from "../model/call.ts";
import type { Clock } from "../ports/clock.port.ts";
import type { ReferEvent } from "../ports/user-agent.port.ts";
import type { ActionResult, CallTransfer, Webphone, WebphoneEvent } from "../webphone.ts";
import type { LiveCall } from "./live-call.ts";
import { messageOf, OK, refused } from "./refusal.ts";

/** A result comes at the latest when the target has rung as long as any call may (180 s, RFC 3261 timer C). */
export const TRANSFER_WAIT_MS = 190_000;
/** Once the consultation was ended from outside: by the phone system, which is about to give the result, or by the target. */
export const RESULT_WAIT_MS = 10_000;

export type Transfers = Pick<Webphone, "transfer" | "startAttendedTransfer" | "completeTransfer" | "cancelTransfer">;

export interface TransfersDeps {
  readonly clock: Clock;
  readonly featureCodes: () => readonly FeatureCode[];
  readonly find: (callId: string) => LiveCall | undefined;
  readonly all: () => readonly LiveCall[];
  /** Dials in addition to the first call; `onPlaced` gets the call before anything is sent. */
  readonly dial: (number: string, onPlaced: (live: LiveCall) => void) => ReturnType<Webphone["call"]>;
  readonly unhold: (live: LiveCall) => Promise<ActionResult>;
  readonly tell: (event: WebphoneEvent) => void;
}

interface Pair {
  readonly first: LiveCall;
  readonly consultation: LiveCall;
}

export function createTransfers(deps: TransfersDeps): Transfers {
  const underWay = refused("sipua.error.refer", { message: "a transfer is under way" });

  const answered = (callId: string): LiveCall | undefined => {
    const live = deps.find(callId);
    return live && isAnswered(live.get()) ? live : undefined;
  };
  const pairOf = (callId: string): Pair | undefined => {
    const one = deps.find(callId);
    const part = one?.get().transfer;
    const other = part?.otherId === undefined ? undefined : deps.find(part.otherId);
    if (!one || !part || !other) return undefined;
    return part.role === "transferee" ? { first: one, consultation: other } : { first: other, consultation: one };
  };
  const request = createRequests(deps);
  const takeBack = async (first: LiveCall): Promise<ActionResult> => (isHeld(first.get()) ? deps.unhold(first) : OK);

  /** Heard again, unless another conversation is going on. */
  const hearAgain = async (first: LiveCall): Promise<void> => {
    const talking = deps.all().some((live) => live !== first && isAnswered(live.get()) && !isHeld(live.get()));
    if (first.get().phase === "ended" || talking) return;
    const result = await takeBack(first);
    if (!result.ok) deps.tell({ kind: "failure", code: result.code, details: result.details });
  };

  /** Either call may end while they consult: what is left is a call like any other, and the first is heard again. */
  const followEnds = ({ first, consultation }: Pair): void => {
    void first.ended.then(() => setPart(consultation, undefined));
    void consultation.ended.then(async () => {
      const { transfer } = first.get();
      if (transfer?.otherId !== consultation.get().id || transfer.phase === "requested") return;
      setPart(first, undefined);
      await hearAgain(first);
    });
  };

  /** Without a dialog of the consultation: it is given up, and the first call sent to where it had dialled (PHONE-55). */
  const sendToDialled = ({ first, consultation }: Pair): ActionResult => {
    setPart(first, undefined); // so that the consultation's end does not take it back
    consultation.hangUp();
    const giveBack = (): void => void hearAgain(first);
    const result = request({ first, number: consultation.get().number, giveBack });
    if (!result.ok) giveBack();
    return result;
  };

  return {
    transfer: (callId, destination) => {
      const check = checkDialable(destination, deps.featureCodes());
      if (!check.ok) return refused("sipua.error.destination", { value: destination });
      const first = answered(callId);
      if (!first) return refused("sipua.error.ended");
      return first.get().transfer ? underWay : request({ first, number: check.number });
    },
    startAttendedTransfer: async (callId, destination) => {
      const check = checkDialable(destination, deps.featureCodes());
      if (!check.ok) return refused("sipua.error.destinationAttended", { value: destination });
      const first = answered(callId);
      if (!first) return refused("sipua.error.ended");
      if (first.get().transfer) return underWay;
      return deps.dial(check.number, (consultation) => {
        setParts({ first, consultation }, "consulting");
        followEnds({ first, consultation });
      });
    },
    completeTransfer: (callId) => {
      const pair = pairOf(callId);
      if (!pair) return refused("sipua.error.refer", { message: "Refer replace session not found" });
      if (pair.first.get().transfer?.phase === "requested") return OK; // asked before
      const giveBack = (): void => {
        if (pair.consultation.get().phase === "ended") void hearAgain(pair.first);
      };
      const result = request({ ...pair, number: pair.consultation.get().number, giveBack });
      return result.ok || isAnswered(pair.consultation.get()) ? result : sendToDialled(pair);
    },
    cancelTransfer: async (callId) => {
      const pair = pairOf(callId);
      if (!pair) return refused("sipua.error.ended");
      if (pair.first.get().transfer?.phase === "requested") return underWay;
      setPart(pair.first, undefined);
      pair.consultation.hangUp();
      return takeBack(pair.first);
    },
  };
}

interface Request {
  readonly first: LiveCall;
  /** The talk with the target, in an attended transfer. */
  readonly consultation?: LiveCall;
  readonly number: string;
  /** It has failed and the first call goes on. */
  readonly giveBack?: () => void;
}

/** One REFER and its one result. */
function createRequests({ clock, tell }: TransfersDeps) {
  return ({ first, consultation, number, giveBack }: Request): ActionResult => {
    let isOver = false;
    const end = (): boolean => {
      if (isOver) return false;
      isOver = true;
      cancelWait();
      return true;
    };
    const fail = (at: "request" | "target", reason: string): void => {
      if (!end()) return;
      const call = callSnapshot(first.get());
      goOn(first, consultation);
      giveBack?.();
      const why: { readonly code: PanelErrorCode; readonly details: ErrorDetails } =
        at === "request"
          ? { code: "sipua.error.refer", details: { message: reason } }
          : { code: "sipua.xfer.failed", details: { num: number, fail: reason } };
      tell({ kind: "transferFailed", call, number, ...why });
    };
    const succeed = (): void => {
      if (!end()) return;
      const call = callSnapshot(first.get());
      setPart(first, undefined);
      consultation?.hangUp();
      first.hangUp();
      tell({ kind: "transferAccepted", call, number });
    };
    const hear = (event: ReferEvent): void => {
      if (event.kind === "failed") return fail(event.at, event.reason);
      if (event.kind === "done") return succeed();
      if (!isOver) tell({ kind: "transferInitiated", call: callSnapshot(first.get()), number });
    };
    /** The person who hangs up knows; an end by anybody else is reported. */
    const lose = (): void => {
      if (isHungUp(first)) end();
      else fail("target", "Referer session not found");
    };
    /** The phone system may end the consultation before it gives the result, for example with a queue in which no agent has answered yet (XFER-11). */
    const loseTarget = (consultation: LiveCall): void => {
      if (isOver) return;
      if (isHungUp(consultation)) {
        end();
        goOn(first, consultation);
        return giveBack?.();
      }
      // It rang: the phone system ends it, and the result comes when the target has answered the first call.
      if (!isAnswered(consultation.get())) return;
      cancelWait();
      cancelWait = clock.setTimeout(() => fail("target", "Refer replace session not found"), RESULT_WAIT_MS);
    };

    let cancelWait = clock.setTimeout(() => fail("target", "no answer"), TRANSFER_WAIT_MS);
    try {
      first.refer(number, consultation, hear);
    } catch (error) {
      end();
      return refused("sipua.error.refer", { message: messageOf(error) });
    }
    if (consultation) setParts({ first, consultation }, "requested", number);
    else setPart(first, { role: "transferee", phase: "requested", otherId: undefined, to: number });
    void first.ended.then(lose);
    void consultation?.ended.then(() => loseTarget(consultation));
    return OK;
  };
}

const setPart = (live: LiveCall, transfer: CallTransfer | undefined): void => live.step({ kind: "transfer", transfer });

function setParts({ first, consultation }: Pair, phase: CallTransfer["phase"], to?: string): void {
  const there = to === undefined ? {} : { to };
  setPart(first, { role: "transferee", phase, otherId: consultation.get().id, ...there });
  setPart(consultation, { role: "consultation", phase, otherId: first.get().id, ...there });
}

/** After a failure two live calls go on consulting, and one alone is a call like any other. */
function goOn(first: LiveCall, consultation: LiveCall | undefined): void {
  if (consultation && first.get().phase !== "ended" && consultation.get().phase !== "ended")
    return setParts({ first, consultation }, "consulting");
  setPart(first, undefined);
}

const isHungUp = (live: LiveCall): boolean => {
  const call = live.get();
  return call.phase === "ended" && call.reason === "hangup";
};
