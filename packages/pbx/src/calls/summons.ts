/** Rings a person's own phones; the one that answers goes where it was called for (`originate`, an invitation to a room). */
import type { Came, DirectoryUser, Party } from "@callpanel/phone-port";
import { createCallProgress } from "./call-progress.ts";
import type { CallRegister, Ongoing } from "./call-register.ts";
import type { CallDeps } from "./call.port.ts";
import type { CalleeLeg } from "./callee-leg.ts";
import { statusOf } from "./gone-cause.ts";
import type { LegReason, LegReport } from "./leg.model.ts";
import { partyOf, type Leg } from "./leg.ts";
import { createMachine } from "./machine.ts";
import { LAST_WAY } from "./moves.port.ts";
import { movedEnd } from "./moved-end.ts";
import { ONWARD_HOPS } from "./moves.ts";
import { NO_MEDIA } from "./offer.ts";
import type { OpenLegs } from "./phones.ts";
import { dispositionOf, refusalOf } from "./refusal.ts";
import type { Routing } from "./routing.ts";
import { stepSummons, summonsFor, type SummonsEffect, type SummonsEvent, type SummonsState } from "./summons.model.ts";

export interface SummonsDeps extends CallDeps {
  readonly openLegs: OpenLegs;
  readonly register: CallRegister;
  readonly routing: Routing;
}

export interface Summoned {
  /** Whose phones ring. */
  readonly user: DirectoryUser;
  /** By whose rights the number is resolved. */
  readonly by: DirectoryUser;
  /** Where whoever answers is put through to; `number` is it stripped. */
  readonly dialled: string;
  readonly number: string;
  /** What their phone shows as the caller until then. */
  readonly shown: Party;
  readonly came?: Came;
}

/** Resolves with the call's id when a phone rings, with undefined when none does. */
export type Summon = (summoned: Summoned) => Promise<string | undefined>;

const REASONS: Readonly<Record<"elsewhere" | "noAnswer" | "shutDown" | "unfit", LegReason>> = {
  elsewhere: { status: 200, text: "Call completed elsewhere" }, // RFC 3326 §3.1
  noAnswer: { status: 480, text: "No answer" },
  shutDown: { status: 503, text: "Shutting down" },
  unfit: NO_MEDIA,
};

export function createSummon(deps: SummonsDeps): Summon {
  const { openLegs } = deps;
  return (summoned) => {
    const candidates = openLegs(summoned.user, { caller: summoned.shown, maxForwards: ONWARD_HOPS });
    return candidates.length === 0
      ? Promise.resolve(undefined)
      : new Promise((rings) => ring({ deps, candidates, summoned, rings }));
  };
}

interface RingParts {
  readonly deps: SummonsDeps;
  readonly candidates: readonly CalleeLeg[];
  readonly summoned: Summoned;
  readonly rings: (callId: string | undefined) => void;
}

function ring({ deps, candidates, summoned, rings }: RingParts): void {
  const { clock, log, settings, register, routing } = deps;
  const { user, by, dialled, number, shown, came } = summoned;
  const byLeg = new Map(candidates.map((candidate) => [candidate.leg.id, candidate]));
  const progress = createCallProgress({ deps, id: register.newCallId(), dialledNumber: number, caller: partyOf(user) });
  let fitted: Awaited<ReturnType<CalleeLeg["fit"]>> | undefined;

  const fit = async (candidate: CalleeLeg): Promise<void> => {
    try {
      fitted = await candidate.fit();
      machine.send({ kind: "fitted" });
    } catch (error) {
      log.warn("a phone that was to be put through does not fit", { call: progress.id, error: String(error) });
      machine.send({ kind: "unfit" });
    }
  };

  /** From here on it is a call like any other, of a caller who is up already. */
  const handOn = (leg: Leg): void => {
    const codec = fitted?.codec;
    const end = movedEnd(leg, codec);
    const call = register.start(end, number, { moved: { codec, watcher: LAST_WAY }, progress });
    register.over(ongoing);
    if (fitted !== undefined) leg.noteDirection(fitted.direction);
    void routing.route({ call, caller: end, by, hops: ONWARD_HOPS }, dialled);
  };

  const fail = ({ status, why }: SummonsEffect & { kind: "fail" }): void => {
    progress.follow([]);
    rings(undefined);
    const disposition = why === "noAnswer" ? "noAnswer" : dispositionOf(status);
    const reason = why === "refused" ? refusalOf(status).text : REASONS[why].text;
    const endedBy = why === "refused" ? "caller" : "system";
    register.over(ongoing, progress.finish({ disposition, endedBy, reason, status }));
  };

  const perform = (effect: SummonsEffect): void => {
    if (effect.kind === "fail") {
      stopNoAnswer();
      return fail(effect);
    }
    const candidate = byLeg.get(effect.leg);
    if (candidate === undefined) return;
    switch (effect.kind) {
      case "announceRinging":
        progress.announce("ringing", effect.leg);
        return rings(progress.id);
      case "callOff":
        return candidate.leg.send({ kind: "hangUp", reason: REASONS[effect.why] });
      case "fit":
        stopNoAnswer();
        rings(progress.id);
        progress.follow([{ id: effect.leg, side: "caller" }]);
        return void fit(candidate);
      case "handOn":
        return handOn(candidate.leg);
    }
  };

  const machine = createMachine<SummonsState, SummonsEvent, SummonsEffect>({
    initial: summonsFor([...byLeg.keys()]),
    step: stepSummons,
    perform,
  });
  const reported = (leg: Leg, report: LegReport): void => {
    if (report.kind === "ringing") machine.send({ kind: "rang", leg: leg.id });
    if (report.kind === "answered") machine.send({ kind: "answered", leg: leg.id });
    if (report.kind === "gone") machine.send({ kind: "gone", leg: leg.id, status: statusOf(report.cause) });
  };
  const ongoing: Ongoing = {
    id: progress.id,
    view: progress.view,
    shutDown: () => machine.send({ kind: "shutDown" }),
  };

  const stopNoAnswer = clock.setTimeout(() => machine.send({ kind: "noAnswer" }), settings.noAnswerMs);
  register.begin(ongoing, user.id);
  if (came !== undefined) progress.cameBy(came);
  for (const { leg } of candidates) {
    leg.face({ party: shown, came });
    progress.legs.set(leg.id, leg);
    leg.listen({ reported, pressed: () => undefined });
  }
  progress.follow(candidates.map(({ leg }) => ({ id: leg.id, side: "caller" })));
  progress.start(shown);
  for (const candidate of candidates) void candidate.ring(undefined);
}
