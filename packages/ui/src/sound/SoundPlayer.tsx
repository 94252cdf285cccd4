import { useEffect, useState, useSyncExternalStore } from "react";
import type { KeyboardEvent } from "react";
import { IconAlertTriangle, IconDownload, IconPlayerPause, IconPlayerPlay, IconRefresh } from "../icons.ts";
import { Button, IconButton } from "../parts/Button.tsx";
import { SelectField } from "../parts/SelectField.tsx";
import { Skeleton } from "../parts/Skeleton.tsx";
import { Spoken } from "../parts/Spoken.tsx";
import { browserPlayer } from "./browserSound.ts";
import { createPlayer } from "./createPlayer.ts";
import type { FetchSound, Player } from "./createPlayer.ts";
import { SPEEDS, seekByKey } from "./player.model.ts";
import type { PlayerState } from "./player.model.ts";
import { Waveform } from "./Waveform.tsx";
import styles from "./SoundPlayer.module.css";

/** The texts of a player, in the person's language. */
export interface SoundPlayerWords {
  readonly play: string;
  readonly pause: string;
  /** Name of the slider that moves through the sound. */
  readonly position: string;
  readonly speed: string;
  /** `1.5×` */
  readonly times: (speed: number) => string;
  readonly download: string;
  readonly loading: string;
  readonly failed: string;
  readonly retry: string;
  /** Seconds as a clock time. */
  readonly clock: (seconds: number) => string;
  /** `0:05 of 0:23`, the value text of the slider. */
  readonly reached: (atSeconds: number, durationSeconds: number) => string;
}

export interface SoundPlayerProps {
  /** Identifies the sound: another id is another sound, which is loaded. */
  readonly soundId: string;
  /** The accessible name of the controls, which says what the sound is. */
  readonly label: string;
  readonly fetchSound: FetchSound;
  readonly words: SoundPlayerWords;
  /** `shown` (the default) loads immediately and shows the waveform; `played` waits for the first play, for lists. */
  readonly loads?: "shown" | "played";
  /** The duration, if known before the sound is loaded. */
  readonly durationSeconds?: number | undefined;
  /** Each new number plays the sound, as soon as it is loaded. */
  readonly play?: number | undefined;
  /** Downloads the sound as a file. Without it there is no button. */
  readonly onDownload?: (() => void) | undefined;
}

/** A sound: play and pause, a waveform to seek, time, speed, download. Only one player of a page plays at a time. */
export function SoundPlayer(props: SoundPlayerProps) {
  return <OneSound key={props.soundId} {...props} />;
}

function OneSound({ label, fetchSound, words, loads = "shown", durationSeconds, play, onDownload }: SoundPlayerProps) {
  const [player] = useState(() => createPlayer({ ...browserPlayer(), fetchSound }));
  useEffect(() => {
    const stop = player.start();
    if (loads === "shown") player.load();
    return stop;
  }, [player, loads]);
  useEffect(() => {
    if (play !== undefined) player.play();
  }, [player, play]);
  const state = useSyncExternalStore(player.subscribe, player.get);
  const playing = state.phase === "ready" && state.playing;
  const waits = state.phase === "loading" && state.wanted;
  return (
    <fieldset
      aria-label={label}
      aria-busy={state.phase === "loading"}
      className={styles.player}
      data-phase={state.phase}
    >
      <IconButton
        look="accent"
        className={styles.play}
        label={playing ? words.pause : words.play}
        icon={playing ? IconPlayerPause : IconPlayerPlay}
        aria-busy={waits ? true : undefined}
        disabled={state.phase === "failed"}
        onClick={() => (playing ? player.pause() : player.play())}
      />
      {state.phase === "failed" ? (
        <div role="alert" className={styles.failed}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          <span>{words.failed}</span>
          <Button icon={IconRefresh} look="quiet" onClick={() => player.load()}>
            {words.retry}
          </Button>
        </div>
      ) : (
        <Track state={state} player={player} words={words} durationSeconds={durationSeconds} />
      )}
      <SelectField
        silentLabel
        label={words.speed}
        className={styles.speed}
        choices={SPEEDS.map((speed) => ({ value: String(speed), label: words.times(speed) }))}
        value={String(state.speed)}
        onChange={(text) => {
          const speed = SPEEDS.find((one) => String(one) === text);
          if (speed !== undefined) player.chooseSpeed(speed);
        }}
      />
      {onDownload ? (
        <IconButton label={words.download} icon={IconDownload} look="outline" onClick={onDownload} />
      ) : null}
    </fieldset>
  );
}

interface TrackProps {
  readonly state: Exclude<PlayerState, { phase: "failed" }>;
  readonly player: Player;
  readonly words: SoundPlayerWords;
  readonly durationSeconds: number | undefined;
}

/** The waveform under a native slider, and the time. */
function Track({ state, player, words, durationSeconds: told = 0 }: TrackProps) {
  const ready = state.phase === "ready" ? state : null;
  const duration = ready?.durationSeconds ?? told;
  const at = ready?.atSeconds ?? 0;
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (ready === null) return;
    const to = seekByKey(event.key, ready);
    if (event.key === " ") {
      if (ready.playing) player.pause();
      else player.play();
    } else if (to === null) return;
    else player.seek(to);
    event.preventDefault();
  };
  return (
    <>
      <div className={styles.track}>
        {ready === null && state.phase === "loading" ? (
          <>
            <Skeleton height={8} />
            <Spoken is="output">{words.loading}</Spoken>
          </>
        ) : (
          <Waveform peaks={ready?.peaks ?? null} share={duration === 0 ? 0 : at / duration} />
        )}
        <input
          type="range"
          className={styles.seek}
          aria-label={words.position}
          aria-valuetext={words.reached(at, duration)}
          min={0}
          max={duration === 0 ? 1 : duration}
          step="any"
          value={at}
          disabled={ready === null}
          onChange={({ currentTarget }) => player.seek(currentTarget.valueAsNumber)}
          onKeyDown={press}
        />
      </div>
      <span className={styles.time} role="timer" aria-live="off">
        {words.clock(at)}
        <span className={styles.whole}> / {words.clock(duration)}</span>
      </span>
    </>
  );
}
