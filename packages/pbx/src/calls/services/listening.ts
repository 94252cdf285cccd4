/** Supervisors who listen to a person's call (docs/spec/listening.md). Listening follows the person's leg to other calls. */
import type { Clock, CommandOutcome, Directory, ListeningMode, PhoneEvent } from "@callpanel/phone-port";
import type { Leg } from "../leg/leg.port.ts";
import type { LegReason } from "../leg/leg.model.ts";
import { DONE, refused } from "../call/command-outcome.ts";
import type { Service } from "../call/service.ts";
import { legAudioOf, type LegAudio } from "../leg/leg-audio.ts";

export interface Listening {
  /** The service for a listener: they hear the watched leg's party and everyone that this party hears. */
  serviceFor(watched: Leg): Service;
  setMode(legId: string, mode: ListeningMode): CommandOutcome;
}

interface ListeningDeps {
  readonly clock: Clock;
  readonly realm: string;
  readonly directory: Directory;
  readonly emit: (event: PhoneEvent) => void;
  /** The leg that replaced one that ended, if any (RFC 3891). */
  readonly successorOf: (leg: Leg) => Leg | undefined;
}

interface Session {
  readonly first: Leg;
  readonly listener: Leg;
  /** The watched leg has ended. */
  readonly over: () => void;
  readonly moved: (to: Leg) => void;
}

const OVER: LegReason = { status: 200, text: "Call ended" };

export function createListening({ clock, realm, directory, emit, successorOf }: ListeningDeps): Listening {
  const setters = new Map<string, (mode: ListeningMode) => void>();

  const listen = ({ first, listener, over, moved }: Session): (() => void) => {
    const speaksTo = new Map<LegAudio, () => void>();
    let watched = first;
    let mode: ListeningMode = "monitor";
    const beeped = new Set<LegAudio>();

    /** LISTEN-9: everyone who is heard gets one beep. */
    const beepAll = (): void => {
      if (directory.notifies?.("listened") !== true) return;
      for (const ear of [watched.ear, ...watched.ear.heard.flatMap((port) => legAudioOf(port) ?? [])]) {
        if (beeped.has(ear)) continue;
        beeped.add(ear);
        ear.beep(clock);
      }
    };

    const tell = (kind: "listeningStarted" | "listeningChanged" | "listeningEnded"): void =>
      emit({
        kind,
        at: clock.now(),
        realm,
        legId: listener.id,
        listener: listener.party,
        watched: watched.party,
        watchedLegId: watched.id,
        watchedSide: watched.side,
        mode,
      });

    const speakTo = (wanted: ReadonlySet<LegAudio>): void => {
      for (const [one, withdraw] of speaksTo) {
        if (wanted.has(one)) continue;
        speaksTo.delete(one);
        withdraw();
      }
      for (const one of wanted) if (!speaksTo.has(one)) speaksTo.set(one, one.admit(listener.port));
    };

    /** Sets who hears the listener: no one, the watched party, or everyone in the conversation. */
    const speak = (): void => {
      const { ear } = watched;
      const far = mode === "fullbarge" ? ear.heard.flatMap((port) => legAudioOf(port) ?? []) : [];
      speakTo(new Set(mode === "monitor" ? [] : [ear, ...far]));
    };

    const follow = (): void => {
      listener.port.hear({ kind: "mix", ports: [watched.port, ...watched.ear.heard] });
      beepAll();
      speak();
    };

    const told = (what: "changed" | "ended"): void => {
      if (what === "changed") return follow();
      const next = successorOf(watched);
      if (next === undefined) return over();
      watched = next;
      moved(next);
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
      speakTo(new Set());
      tell("listeningEnded");
    };
  };

  return {
    serviceFor: (watched) => {
      let first = watched;
      const moved = (to: Leg): void => {
        first = to;
      };
      return {
        serve: ({ leg: listener, dismiss }) => ({
          stop: listen({ first, listener, over: () => dismiss(OVER), moved }),
        }),
      };
    },
    setMode: (legId, mode) => {
      const set = setters.get(legId);
      if (set === undefined) return refused("wrongState");
      set(mode);
      return DONE;
    },
  };
}
