import type { Locale, PushMessage } from "@callpanel/contract";
import type { PushService } from "./push.service.ts";
import { PUSH_WORDS } from "./push.words.ts";

/** A call as far as notifications go. */
export interface PushedCall {
  readonly id: string;
  /** Who is called. */
  readonly userId: number;
  /** Hostile text: shown as text by the browser. */
  readonly from: { readonly name: string; readonly number: string };
}

/** What the telephones tell: a call to a person begins and ends. */
export interface CallFeed {
  readonly onStarted: (listener: (call: PushedCall) => void) => () => void;
  readonly onEnded: (listener: (end: { readonly id: string; readonly answered: boolean }) => void) => () => void;
}

/** A voicemail message as far as notifications go. */
export interface PushedVoicemail {
  readonly callId: string;
  /** Whose box: the user's id. */
  readonly boxId: number;
  readonly from: PushedCall["from"];
  readonly durationMs: number;
}

export interface CallPushDeps {
  readonly calls: CallFeed;
  readonly voicemails: { readonly onLeft: (listener: (message: PushedVoicemail) => void) => () => void };
  /** Whether some phone of the person rings, or shows what was left, anyway. */
  readonly hasPhone: (userId: number) => boolean;
  readonly wantsNoCalls: (userId: number) => boolean;
  readonly pushes: Pick<PushService, "tell">;
  /** Short text of the call's id that a push service takes as a topic. */
  readonly topicOf: (callId: string) => string;
}

/** The call rings no longer than that; a notification that comes later would be a lie. */
const INCOMING_TTL_SECONDS = 60;
/** Who was missed is of interest for a day. */
const MISSED_TTL_SECONDS = 86_400;
/** What was said to them, for a week. */
const VOICEMAIL_TTL_SECONDS = 7 * 86_400;

const tagOf = (callId: string): string => `call-${callId}`;

function showCall({ id, from }: PushedCall, word: "incoming" | "missed", locale: Locale): PushMessage {
  const words = PUSH_WORDS[locale];
  return { ...shownFrom(from, [words[word]], locale), tag: tagOf(id), path: "/", urgent: word === "incoming" };
}

function showVoicemail({ callId, from, durationMs }: PushedVoicemail, locale: Locale): PushMessage {
  const facts = [PUSH_WORDS[locale].voicemail, lengthOf(durationMs)];
  return { ...shownFrom(from, facts, locale), tag: tagOf(callId), path: "/voicemails", urgent: false };
}

function shownFrom({ name, number }: PushedCall["from"], facts: readonly string[], locale: Locale) {
  const title = name || number || PUSH_WORDS[locale].unknown;
  const body = [...facts, ...(name === "" || number === "" ? [] : [number])].join(" · ");
  return { kind: "show", title, body } as const;
}

/** `1:05` */
function lengthOf(durationMs: number): string {
  const seconds = Math.floor(durationMs / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** PUSH-5, PUSH-7: calls to people whose panel is closed, and what callers leave them. @returns how to stop */
export function startCallPushes(deps: CallPushDeps): () => void {
  const { calls, voicemails, hasPhone, wantsNoCalls, pushes, topicOf } = deps;
  const told = new Map<string, PushedCall>();
  const stops = [
    calls.onStarted((call) => {
      if (hasPhone(call.userId) || wantsNoCalls(call.userId)) return;
      told.set(call.id, call);
      void pushes.tell(call.userId, {
        messageIn: (locale) => showCall(call, "incoming", locale),
        ttlSeconds: INCOMING_TTL_SECONDS,
        topic: topicOf(call.id),
      });
    }),
    calls.onEnded(({ id, answered }) => {
      const call = told.get(id);
      if (call === undefined) return;
      told.delete(id);
      void pushes.tell(call.userId, {
        messageIn: (locale) => (answered ? { kind: "close", tag: tagOf(id) } : showCall(call, "missed", locale)),
        ttlSeconds: answered ? INCOMING_TTL_SECONDS : MISSED_TTL_SECONDS,
        topic: topicOf(id),
      });
    }),
    voicemails.onLeft((message) => {
      if (hasPhone(message.boxId)) return;
      told.delete(message.callId); // its end has nothing to add
      void pushes.tell(message.boxId, {
        messageIn: (locale) => showVoicemail(message, locale),
        ttlSeconds: VOICEMAIL_TTL_SECONDS,
        topic: topicOf(message.callId),
      });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
