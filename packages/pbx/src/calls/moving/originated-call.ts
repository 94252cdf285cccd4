/**
 * Rings a person's own phones and connects the one that answers to its destination (`originate`, an invitation to a
 * room).
 */
import type { Came, DirectoryUser, Party } from "@callpanel/phone-port";
import { createCallProgress, type CallProgress } from "../call/record/call-progress.ts";
import type { CallRegister, Ongoing } from "../call/call-register.ts";
import type { Call, CallDeps, CallerEnd, MoveWatcher } from "../call/call.port.ts";
import type { CalleeLeg } from "../leg/callee-leg.ts";
import { statusOf } from "../leg/gone-cause.ts";
import type { LegReason, LegReport } from "../leg/leg.model.ts";
import { partyOf } from "../leg/leg.ts";
import type { Leg } from "../leg/leg.port.ts";
import { createMachine } from "../../machine.ts";
import { LAST_WAY } from "../call/moves.port.ts";
import { movedEnd } from "../call/moved-end.ts";
import { ONWARD_HOPS } from "./moves.ts";
import { NO_MEDIA } from "../leg/offer.ts";
import type { OpenLegs } from "../leg/phones.ts";
import { dispositionOf, refusalOf } from "../leg/refusal.ts";
import type { Reach } from "../call/reach.ts";
import {
  stepOriginatedCall,
  originatedCallFor,
  type CallOff,
  type OriginatedCallEffect,
  type OriginatedCallEvent,
  type OriginatedCallState,
} from "./originated-call.model.ts";

export interface OriginatedCallDeps extends CallDeps {
  readonly openLegs: OpenLegs;
  readonly register: CallRegister;
}

export interface OriginatedCall {
  readonly whom: Whom;
  /** The dialled number in the record. */
  readonly dialledNumber: string;
  /** The caller that the phone shows until then. */
  readonly shown: Party;
  readonly came?: Came;
  /** The other party that the call shows before it arrives; absent: `shown`. */
  readonly callee?: Party;
  /** There is no record where nobody answers. */
  readonly unrecorded?: true;
  /** A phone has answered: from here on it is a call like any other, with a caller who is already up. */
  readonly arrive: (call: Call, caller: CallerEnd) => void;
  /** Gets notified about the progress. */
  readonly watcher?: OriginatedCallWatcher;
}

/** The target that rings: the phones of a person, or an outside number on lines that are taken for the call. */
export type Whom =
  | { readonly kind: "user"; readonly user: DirectoryUser }
  | {
      readonly kind: "outside";
      /** The person who gave the command; the record has their name. */
      readonly by: DirectoryUser;
      readonly party: Party;
      readonly reach: (originated: Ongoing) => Reach;
    };

export interface OriginatedCallWatcher {
  begun(originated: {
    readonly callId: string;
    hasLeg(leg: Leg): boolean;
    /** `elsewhere`: somebody else has answered. */
    cancel(why?: "elsewhere"): void;
  }): void;
  /** No one answered. `rang`: a phone had been ringing. */
  failed(status: number, rang: boolean): void;
}

/** Resolves with the call's id when a phone rings, with undefined when none does. */
export type OriginateCall = (wanted: OriginatedCall) => Promise<string | undefined>;

const REASONS: Readonly<Record<CallOff, LegReason>> = {
  elsewhere: { status: 200, text: "Call completed elsewhere" }, // RFC 3326 §3.1
  noAnswer: { status: 480, text: "No answer" },
  cancelled: { status: 487, text: "Request Terminated" },
  shutDown: { status: 503, text: "Shutting down" },
  unfit: NO_MEDIA,
};

export function createOriginateCall(deps: OriginatedCallDeps): OriginateCall {
  return (wanted) => new Promise((rings) => ring({ deps, wanted, rings }));
}

interface RingParts {
  readonly deps: OriginatedCallDeps;
  readonly wanted: OriginatedCall;
  readonly rings: (callId: string | undefined) => void;
}

function ring({ deps, wanted, rings }: RingParts): void {
  const { clock, settings, register, openLegs } = deps;
  const { whom, dialledNumber, shown, came, watcher } = wanted;
  const byLeg = new Map<string, CalleeLeg>();
  const progress = createCallProgress({
    deps,
    id: register.newCallId(),
    dialledNumber,
    caller: partyOf(whom.kind === "user" ? whom.user : whom.by),
  });
  const ongoing: Ongoing = {
    id: progress.id,
    view: progress.view,
    shutDown: () => machine.send({ kind: "shutDown" }),
  };
  let rang = false;
  const handover = createHandover({
    deps,
    wanted,
    progress,
    ongoing,
    send: (event) => machine.send(event),
    failed: (status) => watcher?.failed(status, rang),
  });

  const fail = ({ status, why }: OriginatedCallEffect & { kind: "fail" }): void => {
    progress.follow([]);
    reach?.close();
    rings(undefined);
    const disposition = why === "noAnswer" ? "noAnswer" : dispositionOf({ status });
    const reason = why === "refused" ? refusalOf(status).text : REASONS[why].text;
    const endedBy = why === "refused" ? "caller" : "system";
    const end = { disposition, endedBy, reason, status } as const;
    register.over(ongoing, progress.finish(end, undefined, wanted.unrecorded && "unrecorded"));
    if (why !== "cancelled") watcher?.failed(status, rang);
  };

  const perform = (effect: OriginatedCallEffect): void => {
    if (effect.kind === "fail") {
      stopNoAnswer();
      return fail(effect);
    }
    const candidate = byLeg.get(effect.leg);
    if (candidate === undefined) return;
    switch (effect.kind) {
      case "announceRinging":
        rang = true;
        progress.announce("ringing", effect.leg);
        return rings(progress.id);
      case "callOff":
        return candidate.leg.send({ kind: "hangUp", reason: REASONS[effect.why] });
      case "fit":
        stopNoAnswer();
        rings(progress.id);
        progress.follow([{ id: effect.leg, side: "caller" }]);
        return void handover.fit(candidate);
      case "handOn":
        return handover.handOn(candidate.leg);
    }
  };

  const reported = (leg: Leg, report: LegReport): void => {
    if (report.kind === "ringing") machine.send({ kind: "rang", leg: leg.id });
    if (report.kind === "answered") machine.send({ kind: "answered", leg: leg.id });
    if (report.kind !== "gone") return;
    const more = machine.state.phase === "ringing" ? (reach?.after(leg.id, report.cause) ?? []) : [];
    if (more.length > 0) {
      take(more);
      machine.send({ kind: "more", legs: more.map((one) => one.leg.id) });
      for (const candidate of more) void candidate.ring(undefined);
    }
    machine.send({ kind: "gone", leg: leg.id, status: statusOf(report.cause) });
  };
  const take = (candidates: readonly CalleeLeg[]): void => {
    for (const candidate of candidates) {
      const { leg } = candidate;
      byLeg.set(leg.id, candidate);
      leg.face({ party: shown, came });
      progress.legs.set(leg.id, leg);
      leg.listen({ reported, pressed: () => undefined });
    }
    progress.follow([...byLeg.keys()].map((id) => ({ id, side: "caller" })));
  };
  const reach = whom.kind === "outside" ? whom.reach(ongoing) : undefined;
  const candidates =
    whom.kind === "user" ? openLegs(whom.user, { caller: shown, maxForwards: ONWARD_HOPS }) : (reach?.open() ?? []);
  const machine = createMachine<OriginatedCallState, OriginatedCallEvent, OriginatedCallEffect>({
    initial: originatedCallFor(candidates.map(({ leg }) => leg.id)),
    step: stepOriginatedCall,
    perform,
  });
  if (candidates.length === 0) return rings(undefined);

  const stopNoAnswer = clock.setTimeout(() => machine.send({ kind: "noAnswer" }), settings.noAnswerMs);
  if (whom.kind === "user") register.begin(ongoing, whom.user.id);
  else {
    register.begin(ongoing, whom.by.id);
    progress.goesOutside();
  }
  if (came !== undefined) progress.cameBy(came);
  take(candidates);
  progress.start(wanted.callee ?? (whom.kind === "user" ? shown : whom.party));
  watcher?.begun({
    callId: progress.id,
    hasLeg: ({ id }) => byLeg.has(id),
    cancel: (why) => machine.send({ kind: "cancelled", why }),
  });
  for (const candidate of candidates) void candidate.ring(undefined);
}

interface HandoverParts {
  readonly deps: OriginatedCallDeps;
  readonly wanted: OriginatedCall;
  readonly progress: CallProgress;
  readonly ongoing: Ongoing;
  readonly send: (event: OriginatedCallEvent) => void;
  /** The leg was lost after it had been handed over, or its media does not fit the call. */
  readonly failed: (status: number) => void;
}

/** The phone that has answered becomes the caller of a call. */
function createHandover({ deps, wanted, progress, ongoing, send, failed }: HandoverParts) {
  const { log, register } = deps;
  let fitted: Awaited<ReturnType<CalleeLeg["fit"]>> | undefined;

  const lastWay: MoveWatcher = {
    ...LAST_WAY,
    handBack: (reason, leg) => {
      LAST_WAY.handBack(reason, leg);
      failed(reason.status);
    },
    lost: () => failed(480),
  };

  return {
    /** Applies the phone's SDP answer; sends `fitted` or `unfit`. */
    fit: async (candidate: CalleeLeg): Promise<void> => {
      try {
        fitted = await candidate.fit();
        send({ kind: "fitted" });
      } catch (error) {
        log.warn("a phone that was to be put through does not fit", { call: progress.id, error: String(error) });
        send({ kind: "unfit" });
      }
    },
    handOn: (leg: Leg): void => {
      const codec = fitted?.codec;
      const end = movedEnd(leg, codec);
      const call = register.start(end, wanted.dialledNumber, { moved: { codec, watcher: lastWay }, progress });
      register.over(ongoing);
      if (fitted !== undefined) leg.noteDirection(fitted.direction);
      wanted.arrive(call, end);
    },
  };
}
