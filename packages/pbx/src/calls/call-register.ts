/** All calls of the system: which leg is in which, whom each keeps busy, and when the last is over. */
import type { CallView } from "../events.ts";
import type { AudioCodec } from "../media/media.port.ts";
import { createCall } from "./call.ts";
import type { Call, CallDeps, CallerEnd, MoveWatcher } from "./call.port.ts";
import type { Leg } from "./leg.ts";

export interface CallRegister {
  /** A new call of a caller; `moved` for one who comes from another call. */
  start(caller: CallerEnd, dialledNumber: string, moved?: Moved): Call;
  /** The live call that a leg is part of. */
  callOf(leg: Leg): Call | undefined;
  /** The call that a leg is or was part of last. */
  lastCallOf(leg: Leg): Call | undefined;
  /** A leg is part of a call from now on. */
  claim(leg: Leg, call: Call): void;
  /** The call counts for a person until it ends. */
  occupy(userId: number, call: Call): void;
  callCountOf(userId: number): number;
  readonly count: number;
  views(): readonly CallView[];
  /** Resolves when no call is left and every record has been handed over. */
  idle(): Promise<void>;
  shutDown(): void;
}

export interface Moved {
  readonly codec: AudioCodec | undefined;
  readonly watcher: MoveWatcher;
}

interface RegisterDeps extends CallDeps {
  readonly randomText: (length: number) => string;
  /** At the moment a call ends. */
  readonly ended: (call: Call) => void;
}

const CALL_ID_LENGTH = 16;

export function createCallRegister(deps: RegisterDeps): CallRegister {
  const calls = new Map<string, Call>();
  const callOfLeg = new WeakMap<Leg, Call>();
  const callsOfUser = new Map<number, Set<Call>>();
  const usersOfCall = new WeakMap<Call, Set<number>>();
  const filings = new Set<Promise<void>>();
  const waiters = new Set<() => void>();

  const occupy = (userId: number, call: Call): void => {
    const known = callsOfUser.get(userId);
    if (known === undefined) callsOfUser.set(userId, new Set([call]));
    else known.add(call);
    usersOfCall.set(call, (usersOfCall.get(call) ?? new Set()).add(userId));
  };
  const vacate = (call: Call): void => {
    for (const userId of usersOfCall.get(call) ?? []) {
      const known = callsOfUser.get(userId);
      known?.delete(call);
      if (known?.size === 0) callsOfUser.delete(userId);
    }
  };
  const wake = (): void => {
    if (calls.size > 0 || filings.size > 0) return;
    for (const waiter of waiters) waiter();
    waiters.clear();
  };

  return {
    start: (caller, dialledNumber, moved) => {
      const call = createCall({
        deps,
        moved,
        id: deps.randomText(CALL_ID_LENGTH),
        caller,
        dialledNumber,
        ended: (one) => {
          calls.delete(one.id);
          vacate(one);
          deps.ended(one);
        },
        filed: (_, filing) => {
          filings.add(filing);
          void filing.finally(() => {
            filings.delete(filing);
            wake();
          });
        },
      });
      calls.set(call.id, call);
      callOfLeg.set(caller.leg, call);
      occupy(caller.leg.user.id, call);
      return call;
    },
    callOf: (leg) => {
      const call = callOfLeg.get(leg);
      return call?.live === true ? call : undefined;
    },
    lastCallOf: (leg) => callOfLeg.get(leg),
    claim: (leg, call) => void callOfLeg.set(leg, call),
    occupy,
    callCountOf: (userId) => callsOfUser.get(userId)?.size ?? 0,
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
