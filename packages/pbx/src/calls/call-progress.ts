/** What is told of a call while it lives: its events, its view and, at the end, its record. */
import type { CallView } from "../events.ts";
import type { Party } from "../ports.ts";
import { legsOf, type Announcement, type BridgeEnd, type BridgeState, type LegId } from "./bridge.state.ts";
import { legView } from "./call-view.ts";
import type { CallDeps } from "./call.port.ts";
import type { Leg } from "./leg.ts";
import { fileRecord } from "./record.ts";

export interface CallProgress {
  readonly callee: Party;
  /** Tells once that the call has begun, and whom it is meant for. */
  start(callee: Party): void;
  /** Takes up which legs the bridge has now. */
  follow(state: BridgeState): void;
  announce(what: Announcement, legId: LegId, state: BridgeState): void;
  view(): CallView;
  /** Tells the end; resolves when the record has been handed over. */
  finish(end: BridgeEnd): Promise<void>;
}

interface ProgressParts {
  readonly deps: CallDeps;
  readonly id: string;
  readonly dialledNumber: string;
  readonly caller: Leg;
  /** Every leg that has been in the call. */
  readonly legs: ReadonlyMap<LegId, Leg>;
}

export function createCallProgress({ deps, id, dialledNumber, caller, legs }: ProgressParts): CallProgress {
  const { clock, realm, emit } = deps;
  const startedAt = clock.now();
  let callee: Party = { number: dialledNumber, name: "" };
  let members: readonly LegId[] = [caller.id];
  let callerId = caller.id;
  let answeredAt: number | undefined;
  let started = false;

  const view = (): CallView => ({
    id,
    realm,
    state: answeredAt === undefined ? "ringing" : "answered",
    startedAt,
    answeredAt,
    caller: caller.party,
    callee,
    dialledNumber,
    legs: members.flatMap((member) => {
      const leg = legs.get(member);
      return leg === undefined ? [] : [legView(leg, member === callerId ? "caller" : "callee")];
    }),
  });

  const start = (party: Party): void => {
    if (started) return;
    started = true;
    callee = party;
    emit({ kind: "callStarted", at: clock.now(), call: view() });
  };

  const follow = (state: BridgeState): void => {
    if (state.phase === "ended") return;
    members = legsOf(state);
    callerId = state.caller;
  };

  return {
    get callee() {
      return callee;
    },
    start,
    follow,
    announce: (what, legId, state) => {
      if (what === "answered") answeredAt = clock.now();
      members = legsOf(state);
      follow(state);
      emit({ kind: EVENT_OF[what], at: clock.now(), call: view(), legId });
    },
    view,
    finish: (end) => {
      start(callee);
      const sides = { caller, callee: legs.get(members.find((one) => one !== caller.id) ?? "") };
      const times = { startedAt, answeredAt, endedAt: clock.now() };
      const facts = { id, realm, ...times, from: caller.party, to: callee, dialledNumber, end };
      return fileRecord({ deps, facts, sides, view });
    },
  };
}

const EVENT_OF = {
  ringing: "callRinging",
  answered: "callAnswered",
  held: "callHeld",
  resumed: "callResumed",
  left: "legLeft",
  returned: "legReturned",
} as const;
