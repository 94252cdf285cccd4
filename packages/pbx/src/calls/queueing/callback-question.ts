/** Whether a waiting caller wants to be called back at their number (QCB-1). */
import type { Clock, SpokenLanguage } from "@callpanel/phone-port";
import type { Playlist } from "../services/ivr/playlist.ts";
import { sayCallbackNumber } from "./say-place.ts";

export interface CallbackQuestion {
  pressed(digit: string): void;
  stop(): void;
}

/** After the last word. */
const ANSWER_MS = 15_000;
/** Also where the caller hears nothing. */
const LIMIT_MS = 40_000;

export function createCallbackQuestion(parts: {
  readonly clock: Clock;
  readonly playlist: Playlist;
  readonly language: SpokenLanguage;
  readonly number: string;
  readonly answered: (isWanted: boolean) => void;
}): CallbackQuestion {
  const { clock, playlist, language, number, answered } = parts;
  let stop: () => void = () => undefined;
  const waitFor = (ms: number): void => {
    stop();
    stop = clock.setTimeout(() => answered(false), ms);
  };
  waitFor(LIMIT_MS);
  playlist.play(sayCallbackNumber(language, number), () => waitFor(ANSWER_MS));
  return {
    pressed: (digit) => {
      stop();
      answered(digit === "1");
    },
    stop: () => stop(),
  };
}
