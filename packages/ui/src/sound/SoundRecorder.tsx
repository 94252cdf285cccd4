import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { IconMicrophone, IconMicrophoneOff, IconPlayerStop, IconRefresh, IconTrash } from "../icons.ts";
import { Button } from "../parts/Button.tsx";
import { Spinner } from "../parts/Spinner.tsx";
import { browserRecorder } from "./browserSound.ts";
import { createRecorder } from "./createRecorder.ts";
import type { RecorderFault, RecorderState } from "./recorder.model.ts";
import { SoundPlayer } from "./SoundPlayer.tsx";
import type { SoundPlayerWords } from "./SoundPlayer.tsx";
import styles from "./SoundRecorder.module.css";

/** The texts of a recorder, in the person's language. */
export interface SoundRecorderWords {
  readonly record: string;
  readonly stop: string;
  readonly again: string;
  readonly discard: string;
  /** While the browser asks for the microphone permission. */
  readonly asking: string;
  readonly finishing: string;
  readonly recording: string;
  /** Name of the level meter. */
  readonly level: string;
  readonly recorded: string;
  readonly faults: Readonly<Record<RecorderFault, string>>;
  /** The maximum length: `Up to 1:00`. */
  readonly limit: (maxSeconds: number) => string;
  readonly player: SoundPlayerWords;
}

export interface SoundRecorderProps {
  readonly words: SoundRecorderWords;
  readonly maxSeconds: number;
  /** Sample rate, Hz; default: wideband speech. */
  readonly rateHz?: number;
  /** With `.wav` at its end. */
  readonly fileName: string;
  /** Empty or absent: the browser's default microphone. */
  readonly deviceId?: string;
  /** A mono 16-bit WAV; null when it is discarded or recorded again. Must be the same function in each render. */
  readonly onRecorded: (file: File | null) => void;
  /** True from the start of a recording until it is discarded. Must be the same function in each render. */
  readonly onStarted?: (isStarted: boolean) => void;
}

/** 16 kHz: wideband speech. 60 s of it are 1.9 MB. */
const WIDEBAND_HZ = 16_000;

/** Records the microphone to a WAV file, shows the level, and plays the recording before it is used. */
export function SoundRecorder(props: SoundRecorderProps) {
  const { words, maxSeconds, rateHz = WIDEBAND_HZ, fileName, deviceId = "", onRecorded, onStarted } = props;
  const [recorder] = useState(() => createRecorder({ ...browserRecorder(deviceId), maxSeconds, rateHz, fileName }));
  useEffect(() => () => recorder.stop(), [recorder]);
  const state = useSyncExternalStore(recorder.subscribe, recorder.get);
  useEffect(() => {
    let told: File | null = null;
    return recorder.subscribe(() => {
      const present = recorder.get();
      const file = present.phase === "recorded" ? present.file : null;
      if (file === told) return;
      told = file;
      onRecorded(file);
    });
  }, [recorder, onRecorded]);
  const isStarted = state.phase === "recording" || state.phase === "finishing" || state.phase === "recorded";
  // Before a key press after the recorder shows it: Escape would close the form, and the recording would be lost.
  useLayoutEffect(() => onStarted?.(isStarted), [isStarted, onStarted]);
  return (
    <div className={styles.recorder} data-phase={state.phase}>
      <Doing state={state} words={words} maxSeconds={maxSeconds} />
      {state.phase === "recorded" ? (
        <SoundPlayer
          soundId={`${state.file.lastModified}-${state.file.size}`}
          label={words.recorded}
          words={words.player}
          durationSeconds={state.seconds}
          fetchSound={() => Promise.resolve(state.file)}
        />
      ) : null}
      <div className={styles.buttons}>
        {state.phase === "recording" ? (
          <Button look="danger" icon={IconPlayerStop} onClick={() => recorder.finish()}>
            {words.stop}
          </Button>
        ) : state.phase === "recorded" ? (
          <>
            <Button icon={IconRefresh} onClick={() => recorder.record()}>
              {words.again}
            </Button>
            <Button look="quiet" icon={IconTrash} onClick={() => recorder.discard()}>
              {words.discard}
            </Button>
          </>
        ) : (
          <Button
            icon={IconMicrophone}
            busy={state.phase === "asking" || state.phase === "finishing"}
            onClick={() => recorder.record()}
          >
            {words.record}
          </Button>
        )}
      </div>
    </div>
  );
}

interface DoingProps {
  readonly state: RecorderState;
  readonly words: SoundRecorderWords;
  readonly maxSeconds: number;
}

/** The state of the recorder, or the error. */
function Doing({ state, words, maxSeconds }: DoingProps) {
  switch (state.phase) {
    case "idle":
      return <p className={styles.hint}>{words.limit(maxSeconds)}</p>;
    case "asking":
      return <output className={styles.hint}>{words.asking}</output>;
    case "finishing":
      return (
        <output className={styles.hint}>
          <Spinner size={16} /> {words.finishing}
        </output>
      );
    case "refused":
      return (
        <p role="alert" className={styles.fault}>
          <IconMicrophoneOff size={18} stroke={1.75} aria-hidden />
          {words.faults[state.fault]}
        </p>
      );
    case "recording":
      return (
        <div className={styles.live}>
          <span className={styles.lamp} aria-hidden="true" />
          <span>{words.recording}</span>
          <meter className={styles.meter} aria-label={words.level} min={0} max={1} value={state.level} />
          <span className={styles.time} role="timer" aria-live="off">
            {words.player.clock(state.seconds)} / {words.player.clock(maxSeconds)}
          </span>
        </div>
      );
    case "recorded":
      return null;
  }
}
