/** The recording of one leg, which follows the leg from call to call, or of a room (docs/spec/recording.md). */
import type { MediaPort, MediaRecording, RecordedSound } from "@callpanel/media";
import type { Clock, Log, Party, RecordingFolder } from "@callpanel/phone-port";

export interface LegRecorder {
  /** The recording that is running. */
  readonly current: RunningRecording | undefined;
  /** False if this system does not record. Idempotent. `by`: the SIP username of the person who asked for it. */
  start(by: string): boolean;
  /** False when nothing is being recorded. */
  pause(paused: boolean): boolean;
  stop(): boolean;
}

export interface RunningRecording {
  readonly id: string;
  readonly by: string;
  readonly of: Party;
  readonly startedAt: number;
  /** CONF-35 */
  readonly closed: boolean;
  readonly paused: boolean;
  /** It was not stopped and has not ended by itself. */
  readonly running: boolean;
  readonly ended: Promise<RecordedSound>;
}

export type RecordingStep =
  | { readonly kind: "started" | "paused" | "resumed" | "stopped"; readonly recording: RunningRecording }
  /** The file is closed; `stopped` was reported before. */
  | { readonly kind: "ended"; readonly recording: RunningRecording; readonly sound: RecordedSound };

/** A recording of others that is also in the record of a call, from now on or no longer. */
export interface SharedRecording {
  readonly kind: "shared" | "unshared";
  readonly recording: RunningRecording;
}

interface RecorderParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly randomText: (length: number) => string;
  readonly recordings?: RecordingFolder | undefined;
  readonly port: Pick<MediaPort, "record">;
  readonly of: () => Party;
  /** A person in the call where it begins may not hear it. */
  readonly closed?: boolean;
  readonly told: (step: RecordingStep) => void;
}

const ID_LENGTH = 16;

export const createLegRecorder = (parts: RecorderParts): LegRecorder => new RecorderOfLeg(parts);

class RecorderOfLeg implements LegRecorder {
  readonly #parts: RecorderParts;
  #running: Recording | undefined;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  get current(): RunningRecording | undefined {
    return this.#running;
  }

  start(by: string): boolean {
    const { clock, log, recordings, port, randomText, of, closed = false, told } = this.#parts;
    if (recordings === undefined) return false;
    if (this.#running !== undefined) return true;
    const id = randomText(ID_LENGTH);
    const sound = port.record({ path: recordings.pathOf(id) });
    const recording = new Recording({ id, by, of: of(), startedAt: clock.now(), closed }, sound);
    this.#running = recording;
    log.info("recording", { recording: id, by, of: of().number });
    told({ kind: "started", recording });
    void sound.ended.then((result) => this.#ended(recording, result));
    return true;
  }

  pause(paused: boolean): boolean {
    const recording = this.#running;
    if (recording === undefined) return false;
    if (recording.pause(paused)) this.#parts.told({ kind: paused ? "paused" : "resumed", recording });
    return true;
  }

  stop(): boolean {
    const recording = this.#running;
    if (recording === undefined) return false;
    recording.stop();
    this.#leave(recording);
    return true;
  }

  #leave(recording: Recording): void {
    if (this.#running !== recording) return;
    this.#running = undefined;
    recording.leave();
    this.#parts.told({ kind: "stopped", recording });
  }

  #ended(recording: Recording, sound: RecordedSound): void {
    this.#leave(recording);
    const { log, told } = this.#parts;
    const { id } = recording;
    if (sound.failure !== undefined) log.error("a recording ended early", { recording: id, reason: sound.failure });
    told({ kind: "ended", recording, sound });
  }
}

class Recording implements RunningRecording {
  readonly id: string;
  readonly by: string;
  readonly of: Party;
  readonly startedAt: number;
  readonly closed: boolean;
  readonly ended: Promise<RecordedSound>;
  readonly #sound: MediaRecording;
  #paused = false;
  #running = true;

  constructor(
    { id, by, of, startedAt, closed }: Pick<RunningRecording, "id" | "by" | "of" | "startedAt" | "closed">,
    sound: MediaRecording,
  ) {
    this.id = id;
    this.by = by;
    this.of = of;
    this.startedAt = startedAt;
    this.closed = closed;
    this.ended = sound.ended;
    this.#sound = sound;
  }

  get running(): boolean {
    return this.#running;
  }

  get paused(): boolean {
    return this.#running && this.#paused;
  }

  /** Returns false when it was so already. */
  pause(paused: boolean): boolean {
    if (this.#paused === paused) return false;
    this.#paused = paused;
    this.#sound.pause(paused);
    return true;
  }

  stop(): void {
    this.#sound.stop();
  }

  leave(): void {
    this.#running = false;
  }
}

/** A person came back on another leg (RFC 3891): it is recorded like the old one, into a new file. */
export function takeOver(from: LegRecorder, to: LegRecorder): void {
  if (from.current === undefined) return;
  const { by, paused } = from.current;
  from.stop();
  to.start(by);
  if (paused) to.pause(true);
}
