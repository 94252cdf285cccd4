/** What a waiting caller hears about their place (QUE-50). */
import type { SpokenLanguage } from "@callpanel/phone-port";
import { heardIn, sayDigits, sayNumber } from "../../spoken/say.ts";
import type { SpokenKey } from "../../spoken/spoken.ts";
import type { Sound } from "../services/ivr/playlist.ts";

const MINUTE_MS = 60_000;

/** The wait in whole minutes, rounded up. */
export function sayPlace(
  language: SpokenLanguage,
  { position, estimateMs }: { readonly position?: number | undefined; readonly estimateMs?: number | undefined },
): readonly Sound[] {
  const keys: SpokenKey[] = [];
  if (position === 1) keys.push("queue-next");
  else if (position !== undefined) keys.push("queue-position", ...sayNumber(position), "queue-in-line");
  if (estimateMs !== undefined) {
    const minutes = Math.max(1, Math.ceil(estimateMs / MINUTE_MS));
    if (minutes === 1) keys.push("queue-wait-short");
    else keys.push("queue-wait", ...sayNumber(minutes), "length-minutes");
  }
  return soundsOf(language, keys);
}

/** QCB-2: with this key the caller is called back. */
export function sayCallback(language: SpokenLanguage, key: string): readonly Sound[] {
  return soundsOf(language, ["queue-callback-press", ...sayDigits(key)]);
}

/** QCB-1: whether that is the right number. */
export function sayCallbackNumber(language: SpokenLanguage, number: string): readonly Sound[] {
  return soundsOf(language, ["queue-callback-number", ...sayDigits(number), "queue-callback-confirm"]);
}

const soundsOf = (language: SpokenLanguage, keys: readonly SpokenKey[]): readonly Sound[] =>
  heardIn(language, keys).map((key) => ({ kind: "spoken", key }));
