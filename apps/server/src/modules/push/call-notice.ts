/** What a notification of a call says. */
import type { Locale, PushMessage } from "@callpanel/contract";
import { PUSH_WORDS } from "./push.words.ts";

/** The part of a call that notifications need. */
export interface PushedCall {
  readonly id: string;
  /** The callee. */
  readonly userId: number;
  /** Untrusted text: the browser shows it as text. */
  readonly from: { readonly name: string; readonly number: string };
}

/** A missed call is of interest for a day. */
export const MISSED_TTL_SECONDS = 86_400;

export const tagOf = (callId: string): string => `call-${callId}`;

export function showCall(
  { id, from }: Pick<PushedCall, "id" | "from">,
  word: "incoming" | "missed",
  locale: Locale,
): PushMessage & { readonly kind: "show" } {
  const words = PUSH_WORDS[locale];
  return { ...shownFrom(from, [words[word]], locale), tag: tagOf(id), path: "/", urgent: word === "incoming" };
}

export function shownFrom({ name, number }: PushedCall["from"], facts: readonly string[], locale: Locale) {
  const title = name || number || PUSH_WORDS[locale].unknown;
  const body = [...facts, ...(name === "" || number === "" ? [] : [number])].join(" · ");
  return { kind: "show", title, body } as const;
}
