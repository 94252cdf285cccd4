/** A caller at a box: they leave a message, or press * during the greeting and sign in to it (rule VMP-44). Pure. */
import type { VoicemailBox } from "@callpanel/phone-port";
import type { IvrEffect, IvrEvent, IvrStep } from "../ivr/ivr.port.ts";
import { DEPOSIT_BEGIN, stepDeposit } from "./deposit.model.ts";
import type { DepositAsk, DepositFacts, DepositState, DepositStep, DepositResult } from "./deposit.state.ts";
import { beginOwner, stepOwner } from "./owner.model.ts";
import type { OwnerAsk, OwnerState, OwnerStep, OwnerResult } from "./owner.state.ts";

export type CallerState =
  | { readonly at: "deposit"; readonly deposit: DepositState }
  | { readonly at: "owner"; readonly owner: OwnerState };

/** The questions of both state machines. */
export type CallerAsk =
  | { readonly of: "deposit"; readonly ask: DepositAsk }
  | { readonly of: "owner"; readonly ask: OwnerAsk };

export type CallerResult =
  | { readonly of: "deposit"; readonly told: DepositResult }
  | { readonly of: "owner"; readonly told: OwnerResult };

export interface CallerFacts extends DepositFacts {
  readonly box: VoicemailBox;
}

type Step = IvrStep<CallerState, CallerAsk>;

export const CALLER_BEGIN: Step = atDeposit(DEPOSIT_BEGIN);

export function stepCaller(facts: CallerFacts, state: CallerState, event: IvrEvent<CallerResult>): Step {
  if (state.at === "owner") {
    const { owner } = state;
    if (event.kind !== "told") return atOwner(stepOwner(owner, event));
    const { told } = event;
    return told.of === "owner" ? atOwner(stepOwner(owner, { kind: "told", told: told.told })) : stay(state);
  }
  const { deposit } = state;
  if (event.kind !== "told") return leaving(facts, stepDeposit(facts, deposit, event));
  const { told } = event;
  return told.of === "deposit"
    ? leaving(facts, stepDeposit(facts, deposit, { kind: "told", told: told.told }))
    : stay(state);
}

function leaving({ box }: CallerFacts, step: DepositStep): Step {
  if (step.state.phase !== "signingIn") return atDeposit(step);
  // The caller may be at any telephone, so the PIN is always asked for.
  return atOwner(beginOwner({ ...box, asksOwnerForPin: true }));
}

function atDeposit({ state, effects }: DepositStep): Step {
  return {
    state: { at: "deposit", deposit: state },
    effects: effects.map((effect) => wrapped(effect, (ask) => ({ of: "deposit", ask }))),
  };
}

function atOwner({ state, effects }: OwnerStep): Step {
  return {
    state: { at: "owner", owner: state },
    effects: effects.map((effect) => wrapped(effect, (ask) => ({ of: "owner", ask }))),
  };
}

function wrapped<Ask>(effect: IvrEffect<Ask>, wrap: (ask: Ask) => CallerAsk): IvrEffect<CallerAsk> {
  return effect.kind === "ask" || effect.kind === "tell" ? { kind: effect.kind, ask: wrap(effect.ask) } : effect;
}

function stay(state: CallerState): Step {
  return { state, effects: [] };
}
