/** Runs a state machine that talks to a single caller: its sounds, recordings and questions (rules VMP-10 to VMP-15). */
import type { SpokenKey } from "../../../spoken/spoken.ts";
import type { MaybePromise, Clock, Log } from "@callpanel/phone-port";
import type { PressedDigit } from "../../../signalling/digits.ts";
import type { LegReason } from "../../leg/leg.model.ts";
import type { Leg } from "../../leg/leg.port.ts";
import { createMachine } from "../../../machine.ts";
import type { ServedCaller, ServiceStay } from "../../call/service.ts";
import type { IvrEffect, IvrEvent, IvrStep } from "./ivr.port.ts";
import { createPlaylist } from "./playlist.ts";
import { startTake, type Take } from "./take.ts";

export interface IvrCaller extends Pick<ServedCaller, "callId" | "dismiss"> {
  readonly leg: Pick<Leg, "port" | "connected" | "party">;
}

/** The number of the telephone at which a PIN is entered. */
export const pinCallerOf = ({ leg: { party } }: IvrCaller): string =>
  party.userId === undefined ? `number ${party.number}` : `user ${party.userId}`;

export interface IvrParts<State, Ask, Told> {
  readonly clock: Clock;
  readonly log: Log;
  readonly caller: IvrCaller;
  readonly begin: IvrStep<State, Ask>;
  readonly step: (state: State, event: IvrEvent<Told>) => IvrStep<State, Ask>;
  readonly answer: (ask: Ask) => MaybePromise<Told>;
  /** The audio file of a prompt, in the current language. */
  readonly spoken: (key: SpokenKey, state: State) => string | undefined;
  /** Sends the caller to a number; called at most once. */
  readonly sendOn: (number: string) => void;
}

const DONE: LegReason = { status: 200, text: "Done" };

export function startIvr<State, Ask, Told>(parts: IvrParts<State, Ask, Told>): ServiceStay {
  const { clock, log, caller, begin } = parts;
  const waitingDigits: PressedDigit[] = [];
  let here = true;
  let asking = 0;
  let take: Take | undefined;
  let stopWaiting: () => void = () => undefined;

  const fact = (error: unknown) => ({ call: caller.callId, error: String(error) });
  const playlist = createPlaylist({
    clock,
    leg: caller.leg,
    spoken: (key) => parts.spoken(key, machine.state),
    failed: (path, why) => log.warn("a sound could not be played", { call: caller.callId, path, error: why }),
  });

  /** Handles a synchronous reply, or a synchronous error, without waiting. */
  const answered = (ask: Ask, then: (outcome: Outcome<Told>) => void): void => {
    let answer: MaybePromise<Told>;
    try {
      answer = parts.answer(ask);
    } catch (error) {
      return then({ kind: "failed", error });
    }
    if (!(answer instanceof Promise)) return then({ kind: "told", told: answer });
    void settled(answer).then(then);
  };
  const arrived = (event: IvrEvent<Told>): void => {
    asking -= 1;
    machine.send(event);
    for (let digit = nextDigit(); digit !== undefined; digit = nextDigit()) press(digit);
  };
  const nextDigit = (): PressedDigit | undefined => (asking === 0 ? waitingDigits.shift() : undefined);
  const press = ({ digit }: PressedDigit): void => {
    const { markMs } = playlist;
    machine.send({ kind: "digit", digit, ...(markMs === undefined ? {} : { markMs }) });
  };

  const performHere = (effect: IvrEffect<Ask>): void => {
    switch (effect.kind) {
      case "say":
        stopWaiting();
        return playlist.play(effect.sounds, () => machine.send({ kind: "said" }));
      case "hush":
        return playlist.stop();
      case "wait":
        stopWaiting();
        stopWaiting = clock.setTimeout(() => machine.send({ kind: "waited" }), effect.ms);
        return;
      case "record":
        stopWaiting();
        take = startTake({
          clock,
          port: caller.leg.port,
          path: effect.path,
          limits: effect.limits,
          warn: () => playlist.play([{ kind: "spoken", key: effect.warning }], () => undefined),
          ended: (how, sound) => machine.send({ kind: "recorded", how, sound }),
        });
        return;
      case "leave":
        return caller.dismiss(DONE);
      case "sendOn":
        return parts.sendOn(effect.number);
      default:
    }
  };

  const perform = (effect: IvrEffect<Ask>): void => {
    switch (effect.kind) {
      case "ask":
        asking += 1;
        return answered(effect.ask, (outcome) => {
          if (outcome.kind === "failed") log.error("a caller could not be answered", fact(outcome.error));
          arrived(outcome.kind === "told" ? outcome : { kind: "failed" });
        });
      case "tell":
        return answered(effect.ask, (outcome) => {
          if (outcome.kind === "failed") log.error("what a caller did is lost", fact(outcome.error));
        });
      case "stopRecording":
        return take?.stop();
      default:
        if (here) performHere(effect);
    }
  };

  const machine = createMachine<State, IvrEvent<Told> | { readonly kind: "begun" }, IvrEffect<Ask>>({
    initial: begin.state,
    step: (state, event) => (event.kind === "begun" ? begin : parts.step(state, event)),
    perform,
  });
  machine.send({ kind: "begun" });

  return {
    pressed: (digit) => {
      if (asking > 0) waitingDigits.push(digit);
      else press(digit);
    },
    stop: () => {
      if (!here) return;
      here = false;
      stopWaiting();
      playlist.close();
      waitingDigits.length = 0;
      machine.send({ kind: "gone" });
      take?.stop();
    },
  };
}

type Outcome<Told> =
  | { readonly kind: "told"; readonly told: Told }
  | { readonly kind: "failed"; readonly error: unknown };

async function settled<Told>(answer: Promise<Told>): Promise<Outcome<Told>> {
  try {
    return { kind: "told", told: await answer };
  } catch (error) {
    return { kind: "failed", error };
  }
}
