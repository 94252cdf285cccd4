import type { SoundPlayerWords, SoundRecorderWords } from "@callpanel/ui";
import { useMemo } from "react";
import { clockText } from "../formats/duration.ts";
import { useFormats } from "../formats/useFormats.ts";
import { useWords } from "../words/useWords.ts";
import { soundMessages } from "./sound.messages.ts";

/** PLAY-13: rounded to the nearest second, as lists show the length of a sound. */
const clock = (seconds: number): string => clockText(Math.round(seconds) * 1_000);

/** The texts of a `SoundPlayer`. */
export function usePlayerWords(): SoundPlayerWords {
  const t = useWords(soundMessages);
  const formats = useFormats();
  return useMemo(
    () => ({
      play: t("sound.play"),
      pause: t("sound.pause"),
      position: t("sound.position"),
      speed: t("sound.speed"),
      times: (speed) => t("sound.times", { speed: formats.number(speed) }),
      download: t("sound.download"),
      loading: t("sound.loading"),
      failed: t("sound.failed"),
      retry: t("sound.retry"),
      clock,
      reached: (at, whole) => t("sound.reached", { at: clock(at), whole: clock(whole) }),
    }),
    [t, formats],
  );
}

/** The texts of a `SoundRecorder`. */
export function useRecorderWords(): SoundRecorderWords {
  const t = useWords(soundMessages);
  const player = usePlayerWords();
  return useMemo(
    () => ({
      record: t("sound.record"),
      stop: t("sound.stop"),
      again: t("sound.again"),
      discard: t("sound.discard"),
      asking: t("sound.asking"),
      finishing: t("sound.finishing"),
      recording: t("sound.recording"),
      level: t("sound.level"),
      recorded: t("sound.recorded"),
      limit: (maxSeconds) => t("sound.limit", { time: clock(maxSeconds) }),
      faults: {
        denied: t("sound.fault.denied"),
        missing: t("sound.fault.missing"),
        unsupported: t("sound.fault.unsupported"),
        failed: t("sound.fault.failed"),
      },
      player,
    }),
    [t, player],
  );
}
