/** All calls of the system: which leg is in which call, who is busy with how many, and when the last call is over. */
import type { CallView } from "@callpanel/phone-port";
import type { AudioCodec } from "@callpanel/media";
import type { Binding } from "../../registrar/bindings.ts";
import { createCallProgress, type CallProgress } from "./record/call-progress.ts";
import { createCall } from "./call.ts";
import type { Call, CallDeps, CallerEnd, MoveWatcher } from "./call.port.ts";
import type { PressedDigit } from "../../signalling/digits.ts";
import type { Leg } from "../leg/leg.port.ts";
import { createScreenPop, type ScreenPop } from "./screen-pop.ts";

export interface CallRegister {
  /** Starts a call of a caller; with `moved` the caller comes from another call. */
  start(caller: CallerEnd, dialledNumber: string, from?: Origin): Call;
  /**
   * Registers something else that keeps a person busy and is shown as a call, for example their own phones that ring
   * first.
   */
  begin(ongoing: Ongoing, userId: number): void;
  /** It has become a call, or has ended and its record is being stored. */
  over(ongoing: Ongoing, filing?: Promise<void>): void;
  newCallId(): string;
  /** The live call of a leg. */
  callOf(leg: Leg): Call | undefined;
  /** The call of a leg, or the last one it was in. */
  lastCallOf(leg: Leg): Call | undefined;
  /** From now on a leg is part of a call. */
  claim(leg: Leg, call: Call): void;
  /** From now on the call counts as a call of a person, until it ends. */
  occupy(userId: number, call: Ongoing): void;
  /** The same; the call waits for a phone of theirs, which is woken. */
  awaitPhone(userId: number, call: Call): void;
  /** The call that has waited longest for a phone of a person, and rings still. */
  awaiting(userId: number): Call | undefined;
  /** The call no longer counts for them. */
  vacate(userId: number, call: Ongoing): void;
  callCountOf(userId: number): number;
  /** The calls that count for a person. */
  callsOf(userId: number): Iterable<Pick<Ongoing, "id">>;
  /** A phone has registered: calls that ring for its owner are notified. */
  phoneCame(binding: Binding): void;
  readonly count: number;
  views(): readonly CallView[];
  /** Resolves when there are no more calls and every record has been stored. */
  idle(): Promise<void>;
  shutDown(): void;
}

export interface Origin {
  /** For a caller that is already up and comes from another call. */
  readonly moved?: { readonly codec: AudioCodec | undefined; readonly watcher: MoveWatcher };
  /** The progress of an earlier phase with the same call id. */
  readonly progress?: CallProgress;
  /** From the INVITE that starts the call. A caller who was moved keeps that of the earlier call. */
  readonly screenPop?: ScreenPop;
}

export interface Ongoing {
  phoneCame?(binding: Binding): void;
  readonly id: string;
  view(): CallView;
  shutDown(): void;
}

interface RegisterDeps extends CallDeps {
  readonly randomText: (length: number) => string;
  /** Handles a digit of a leg that talks; true: the digit is consumed. */
  readonly pressed: (leg: Leg, digit: PressedDigit) => boolean;
  /** Called synchronously when a call ends. */
  readonly ended: (call: Call) => void;
  /** A person has one call more or less. */
  readonly occupied: (userId: number) => void;
}

const CALL_ID_LENGTH = 16;

export function createCallRegister(deps: RegisterDeps): CallRegister {
  const calls = new Map<string, Ongoing>();
  const callOfLeg = new WeakMap<Leg, Call>();
  const callsOfUser = new Map<number, Set<Ongoing>>();
  const awaitingOfUser = new Map<number, Set<Call>>();
  const usersOfCall = new WeakMap<Ongoing, Set<number>>();
  const filings = new Set<Promise<void>>();
  const waiters = new Set<() => void>();

  const occupy = (userId: number, call: Ongoing): void => {
    const known = callsOfUser.get(userId);
    if (known === undefined) callsOfUser.set(userId, new Set([call]));
    else known.add(call);
    usersOfCall.set(call, (usersOfCall.get(call) ?? new Set()).add(userId));
    deps.occupied(userId);
  };
  const vacate = (userId: number, call: Ongoing): void => {
    usersOfCall.get(call)?.delete(userId);
    const known = callsOfUser.get(userId);
    known?.delete(call);
    if (known?.size === 0) callsOfUser.delete(userId);
    deps.occupied(userId);
  };
  const remove = (call: Ongoing): void => {
    // Another call with the same id may have replaced this one already.
    if (calls.get(call.id) === call) calls.delete(call.id);
    for (const userId of usersOfCall.get(call) ?? []) vacate(userId, call);
  };
  const file = (filing: Promise<void>): void => {
    filings.add(filing);
    void filing.finally(() => {
      filings.delete(filing);
      wake();
    });
  };
  const newCallId = (): string => deps.randomText(CALL_ID_LENGTH);
  const wake = (): void => {
    if (calls.size > 0 || filings.size > 0) return;
    for (const waiter of waiters) waiter();
    waiters.clear();
  };

  return {
    start: (caller, dialledNumber, from = {}) => {
      const before = callOfLeg.get(caller.leg);
      const call = createCall({
        deps,
        caller,
        dialledNumber,
        moved: from.moved,
        screenPop: from.screenPop ?? before?.screenPop ?? createScreenPop(),
        progress:
          from.progress ??
          createCallProgress({
            deps,
            id: newCallId(),
            dialledNumber,
            caller: caller.leg.party,
            fromOutside: caller.leg.user.trunk === true,
          }),
        pressed: deps.pressed,
        ended: (one) => {
          remove(one);
          for (const [userId, awaiting] of awaitingOfUser)
            if (awaiting.delete(one) && awaiting.size === 0) awaitingOfUser.delete(userId);
          deps.ended(one);
        },
        filed: (_, filing) => file(filing),
      });
      if (caller.leg.shown !== caller.leg.party) call.withholdCaller();
      calls.set(call.id, call);
      callOfLeg.set(caller.leg, call);
      occupy(caller.leg.user.id, call);
      return call;
    },
    newCallId,
    begin: (ongoing, userId) => {
      calls.set(ongoing.id, ongoing);
      occupy(userId, ongoing);
    },
    over: (ongoing, filing) => {
      remove(ongoing);
      if (filing !== undefined) file(filing);
      wake();
    },
    callOf: (leg) => {
      const call = callOfLeg.get(leg);
      return call?.live === true ? call : undefined;
    },
    lastCallOf: (leg) => callOfLeg.get(leg),
    claim: (leg, call) => void callOfLeg.set(leg, call),
    occupy,
    awaitPhone: (userId, call) => {
      occupy(userId, call);
      awaitingOfUser.set(userId, (awaitingOfUser.get(userId) ?? new Set()).add(call));
    },
    awaiting: (userId) =>
      [...(awaitingOfUser.get(userId) ?? [])].find(({ ringing, callee }) => ringing && callee.userId === userId),
    vacate,
    callsOf: (userId) => callsOfUser.get(userId) ?? [],
    callCountOf: (userId) => callsOfUser.get(userId)?.size ?? 0,
    phoneCame: (binding) => {
      for (const call of callsOfUser.get(binding.user.id) ?? []) call.phoneCame?.(binding);
    },
    get count() {
      return calls.size;
    },
    views: () => [...calls.values()].map((call) => call.view()),
    idle: () =>
      new Promise((resolve) => {
        waiters.add(resolve);
        wake();
      }),
    shutDown: () => {
      for (const call of calls.values()) call.shutDown();
    },
  };
}
