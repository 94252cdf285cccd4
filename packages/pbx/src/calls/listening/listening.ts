/** Whoever listens to somebody's call (docs/spec/listening.md). It follows the watched person's leg wherever that goes. */
import type { CommandOutcome, ListeningMode } from "../../commands.ts";
import type { PhoneEvent } from "../../events.ts";
import type { Clock } from "../../ports.ts";
import type { Leg } from "../leg.ts";
import type { LegReason } from "../leg.model.ts";
import { DONE, refused } from "../orders/refused.ts";
import type { Service } from "../service.ts";
import { earOf } from "./ear.ts";

export interface Listening {
  /** What whoever is put through hears: the leg's party and whom that hears. */
  serviceFor(watched: Leg): Service;
  setMode(legId: string, mode: ListeningMode): CommandOutcome;
}

interface ListeningDeps {
  readonly clock: Clock;
  readonly realm: string;
  readonly emit: (event: PhoneEvent) => void;
  /** The leg that has taken the place of one that ended, if any (RFC 3891). */
  readonly successorOf: (leg: Leg) => Leg | undefined;
}

const OVER: LegReason = { status: 200, text: "Call ended" };

export function createListening({ clock, realm, emit, successorOf }: ListeningDeps): Listening {
  const setters = new Map<string, (mode: ListeningMode) => void>();

  const listen = (first: Leg, listener: Leg, over: () => void): (() => void) => {
    let watched = first;
    let mode: ListeningMode = "monitor";
    let withdrawals: readonly (() => void)[] = [];

    const tell = (kind: "listeningStarted" | "listeningChanged" | "listeningEnded"): void =>
      emit({
        kind,
        at: clock.now(),
        realm,
        legId: listener.id,
        listener: listener.party,
        watched: watched.party,
        watchedLegId: watched.id,
        mode,
      });

    const withdraw = (): void => {
      for (const run of withdrawals) run();
      withdrawals = [];
    };

    /** Who may hear the listener: nobody, the watched party, or all who talk with it as well. */
    const speak = (): void => {
      const { ear } = watched;
      const far = mode === "fullbarge" ? ear.heard.flatMap((port) => earOf(port) ?? []) : [];
      const open = mode === "monitor" ? [] : [ear, ...far];
      withdraw();
      withdrawals = open.map((one) => one.admit(listener.port));
    };

    const follow = (): void => {
      listener.port.hear({ kind: "mix", ports: [watched.port, ...watched.ear.heard] });
      speak();
    };

    const told = (what: "changed" | "ended"): void => {
      if (what === "changed") return follow();
      const next = successorOf(watched);
      if (next === undefined) return over();
      watched = next;
      stopWatching = watched.ear.watch(told);
      follow();
    };
    let stopWatching = watched.ear.watch(told);

    setters.set(listener.id, (next) => {
      if (next === mode) return;
      mode = next;
      speak();
      tell("listeningChanged");
    });
    follow();
    tell("listeningStarted");
    return () => {
      if (!setters.delete(listener.id)) return;
      stopWatching();
      withdraw();
      tell("listeningEnded");
    };
  };

  return {
    serviceFor: (watched) => ({
      serve: ({ leg, dismiss }) => ({ stop: listen(watched, leg, () => dismiss(OVER)) }),
    }),
    setMode: (legId, mode) => {
      const set = setters.get(legId);
      if (set === undefined) return refused("wrongState");
      set(mode);
      return DONE;
    },
  };
}
