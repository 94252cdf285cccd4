/** What a leg hears: the audio of its call and, in addition, a supervisor who listens in and speaks to it. */
import type { MediaPort, MediaSource, MediaVoice } from "@callpanel/media";
import type { Clock } from "@callpanel/phone-port";

/** Same length as the beep of an intercom call (CALL-62). */
const BEEP_MS = 400;

export interface LegAudio {
  /** The leg's port. All audio for the leg must be set through this wrapper. */
  readonly port: MediaPort;
  /** The ports that its call lets it hear; empty while a prompt plays. */
  readonly heard: readonly MediaVoice[];
  /** From now on `guest` is heard as well; returns a function that ends it. */
  admit(guest: MediaPort): () => void;
  /** Plays a beep in place of the current audio, which returns afterwards. */
  beep(clock: Pick<Clock, "setTimeout">): void;
  /** Notifies when `heard` may have changed, and when the leg has ended. */
  watch(told: (what: "changed" | "ended") => void): () => void;
  close(): void;
}

/** The `LegAudio` that wraps a port. */
export function legAudioOf(port: MediaVoice): LegAudio | undefined {
  return ears.get(port);
}

const ears = new WeakMap<MediaVoice, LegAudio>();

export function createLegAudio(bare: MediaPort): LegAudio {
  const guests = new Set<MediaPort>();
  const watchers = new Set<(what: "changed" | "ended") => void>();
  let given: MediaSource = { kind: "none" };

  const tell = (what: "changed" | "ended"): void => {
    for (const told of watchers) told(what);
  };

  let stopBeep: (() => void) | undefined;

  const play = (): void => {
    if (stopBeep !== undefined) return;
    const heard = heardIn(given);
    if (guests.size === 0 || (heard.length === 0 && !isSilent(given))) return bare.hear(given);
    const gains = given.kind === "mix" ? given.gains : undefined;
    bare.hear({ kind: "mix", ports: [...heard, ...guests], ...(gains && { gains }) });
  };

  const port: MediaPort = {
    ...bare,
    hear: (source) => {
      given = source;
      play();
      tell("changed");
    },
  };

  const ear: LegAudio = {
    port,
    get heard() {
      return heardIn(given);
    },
    admit: (guest) => {
      guests.add(guest);
      play();
      return () => {
        if (guests.delete(guest)) play();
      };
    },
    beep: (clock) => {
      stopBeep?.();
      bare.hear({ kind: "prompt", prompt: { kind: "tone", tone: "beep" } });
      stopBeep = clock.setTimeout(() => {
        stopBeep = undefined;
        play();
      }, BEEP_MS);
    },
    watch: (told) => {
      watchers.add(told);
      return () => watchers.delete(told);
    },
    close: () => {
      stopBeep?.();
      tell("ended");
      watchers.clear();
      guests.clear();
    },
  };
  ears.set(port, ear);
  return ear;
}

function heardIn(source: MediaSource): readonly MediaVoice[] {
  if (source.kind === "peer") return [source.port];
  return source.kind === "mix" ? source.ports : [];
}

/** Music and tones are not mixed: while they play, guests are not heard. */
function isSilent(source: MediaSource): boolean {
  return (
    source.kind === "none" || source.kind === "mix" || (source.kind === "prompt" && source.prompt.kind === "silence")
  );
}
