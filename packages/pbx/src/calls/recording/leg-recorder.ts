/** The recording of one leg. It follows the leg from call to call (docs/spec/recording.md). */
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
  readonly paused: boolean;
  /** It was not stopped and has not ended by itself. */
  readonly running: boolean;
  readonly ended: Promise<RecordedSound>;
}

export type RecordingStep =
  | { readonly kind: "started" | "paused" | "resumed" | "stopped"; readonly recording: RunningRecording }
  /** The file is closed; `stopped` was reported before. */
  | { readonly kind: "ended"; readonly recording: RunningRecording; readonly sound: RecordedSound };

interface RecorderParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly randomText: (length: number) => string;
  readonly recordings: RecordingFolder | undefined;
  readonly port: MediaPort;
  readonly of: () => Party;
  readonly told: (step: RecordingStep) => void;
}

const ID_LENGTH = 16;

export function createLegRecorder(parts: RecorderParts): LegRecorder {
  const { clock, log, recordings, port, of, told } = parts;
  let running: { readonly recording: RunningRecording; readonly sound: MediaRecording } | undefined;
  let paused = false;

  const leave = (recording: RunningRecording): void => {
    if (running?.recording !== recording) return;
    running = undefined;
    told({ kind: "stopped", recording });
  };

  const ended = (recording: RunningRecording, sound: RecordedSound): void => {
    leave(recording);
    const { id } = recording;
    if (sound.failure !== undefined) log.error("a recording ended early", { recording: id, reason: sound.failure });
    told({ kind: "ended", recording, sound });
  };

  return {
    get current() {
      return running?.recording;
    },
    start: (by) => {
      if (recordings === undefined) return false;
      if (running !== undefined) return true;
      const id = parts.randomText(ID_LENGTH);
      const sound = port.record({ path: recordings.pathOf(id) });
      const recording: RunningRecording = {
        id,
        by,
        of: of(),
        startedAt: clock.now(),
        get paused() {
          return paused && running?.recording === recording;
        },
        get running() {
          return running?.recording === recording;
        },
        ended: sound.ended,
      };
      paused = false;
      running = { recording, sound };
      log.info("recording", { recording: id, by, of: of().number });
      told({ kind: "started", recording });
      void sound.ended.then((result) => ended(recording, result));
      return true;
    },
    pause: (to) => {
      if (running === undefined) return false;
      if (paused === to) return true;
      paused = to;
      running.sound.pause(to);
      told({ kind: to ? "paused" : "resumed", recording: running.recording });
      return true;
    },
    stop: () => {
      if (running === undefined) return false;
      running.sound.stop();
      leave(running.recording);
      return true;
    },
  };
}

/** A person came back on another leg (RFC 3891): it is recorded like the old one, into a new file. */
export function takeOver(from: LegRecorder, to: LegRecorder): void {
  if (from.current === undefined) return;
  const { by, paused } = from.current;
  from.stop();
  to.start(by);
  if (paused) to.pause(true);
}
