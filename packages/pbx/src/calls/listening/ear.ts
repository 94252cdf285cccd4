/** What a leg hears: what its call gives it, and beside that whoever listens in and speaks to it. */
import type { MediaPort, MediaSource } from "@callpanel/media";
import type { Clock } from "@callpanel/phone-port";

/** As long as the beep of an intercom call (CALL-62). */
const BEEP_MS = 400;

export interface Ear {
  /** The leg's port; whatever gives it something to hear passes this ear. */
  readonly port: MediaPort;
  /** Whom its call lets it hear; nobody while a prompt plays. */
  readonly heard: readonly MediaPort[];
  /** Heard as well from now on; returns how to end it. */
  admit(guest: MediaPort): () => void;
  /** Plays a beep over whatever it is given to hear meanwhile. */
  beep(clock: Pick<Clock, "setTimeout">): void;
  /** Told when whom it hears may have changed, and when the leg has ended. */
  watch(told: (what: "changed" | "ended") => void): () => void;
  close(): void;
}

/** The ear of a leg by its port. */
export function earOf(port: MediaPort): Ear | undefined {
  return ears.get(port);
}

const ears = new WeakMap<MediaPort, Ear>();

export function createEar(bare: MediaPort): Ear {
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
    bare.hear({ kind: "mix", ports: [...heard, ...guests] });
  };

  const port: MediaPort = {
    ...bare,
    hear: (source) => {
      given = source;
      play();
      tell("changed");
    },
  };

  const ear: Ear = {
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

function heardIn(source: MediaSource): readonly MediaPort[] {
  if (source.kind === "peer") return [source.port];
  return source.kind === "mix" ? source.ports : [];
}

/** Music and tones are not mixed: while they play, a guest is not heard. */
function isSilent(source: MediaSource): boolean {
  return (
    source.kind === "none" || source.kind === "mix" || (source.kind === "prompt" && source.prompt.kind === "silence")
  );
}
