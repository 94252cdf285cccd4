import type { Locale, PushMessage } from "@callpanel/contract";
import { MISSED_TTL_SECONDS, showCall, shownFrom, tagOf, type PushedCall } from "./call-notice.ts";
import type { PushService } from "./push.service.ts";
import { PUSH_WORDS } from "./push.words.ts";

/** Events of the phone system: a call to a person begins and ends. */
export interface CallFeed {
  readonly onStarted: (listener: (call: PushedCall) => void) => () => void;
  readonly onEnded: (listener: (end: { readonly id: string; readonly answered: boolean }) => void) => () => void;
}

/** The part of a voicemail message that notifications need. */
export interface PushedVoicemail {
  readonly callId: string;
  /** The box, by its owner's user id. */
  readonly boxId: number;
  readonly from: PushedCall["from"];
  readonly durationMs: number;
}

export interface CallPushDeps {
  readonly calls: CallFeed;
  readonly voicemails: { readonly onLeft: (listener: (message: PushedVoicemail) => void) => () => void };
  /** Whether a phone of the person rings, or shows messages, anyway. */
  readonly hasPhone: (userId: number) => Promise<boolean>;
  readonly wantsNoCalls: (userId: number) => boolean;
  /** PUSH-20: browsers ring for the call, and are notified of its end. */
  readonly isWoken: (call: PushedCall) => boolean;
  readonly pushes: Pick<PushService, "tell">;
  /** Short text from the call's id, used as the push service's topic. */
  readonly topicOf: (callId: string) => string;
}

/** A call does not ring longer than this; a later notification would be wrong. */
const INCOMING_TTL_SECONDS = 60;
/** A message is of interest for a week. */
const VOICEMAIL_TTL_SECONDS = 7 * 86_400;

function showVoicemail({ callId, from, durationMs }: PushedVoicemail, locale: Locale): PushMessage {
  const facts = [PUSH_WORDS[locale].voicemail, lengthOf(durationMs)];
  return { ...shownFrom(from, facts, locale), tag: tagOf(callId), path: "/voicemails", urgent: false };
}

/** `1:05` */
function lengthOf(durationMs: number): string {
  const seconds = Math.floor(durationMs / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** PUSH-5, PUSH-7: notifications of calls and messages for people without an open panel. @returns stops it */
export function startCallPushes(deps: CallPushDeps): () => void {
  const { calls, voicemails, hasPhone, wantsNoCalls, isWoken, pushes, topicOf } = deps;
  /** By call, until it ends: the call whose end must be reported. Each event waits for the one before it. */
  const told = new Map<string, Promise<PushedCall | undefined>>();
  let isStopped = false;
  const isReached = async (userId: number): Promise<boolean> => (await hasPhone(userId)) || isStopped;

  const notifyStart = async (call: PushedCall): Promise<PushedCall | undefined> => {
    if (wantsNoCalls(call.userId) || (await isReached(call.userId))) return undefined;
    void pushes.tell(call.userId, {
      messageIn: (locale) => showCall(call, "incoming", locale),
      ttlSeconds: INCOMING_TTL_SECONDS,
      topic: topicOf(call.id),
    });
    return call;
  };
  const notifyEnd = ({ id, userId, from }: PushedCall, answered: boolean): void => {
    void pushes.tell(userId, {
      messageIn: (locale) => (answered ? { kind: "close", tag: tagOf(id) } : showCall({ id, from }, "missed", locale)),
      ttlSeconds: answered ? INCOMING_TTL_SECONDS : MISSED_TTL_SECONDS,
      topic: topicOf(id),
    });
  };
  const notifyMessage = async (message: PushedVoicemail, call: PushedCall | undefined) => {
    if (await isReached(message.boxId)) return call;
    void pushes.tell(message.boxId, {
      messageIn: (locale) => showVoicemail(message, locale),
      ttlSeconds: VOICEMAIL_TTL_SECONDS,
      topic: topicOf(message.callId),
    });
    return undefined; // the end of the call must not replace it
  };
  const stops = [
    calls.onStarted((call) => {
      if (!isWoken(call)) told.set(call.id, notifyStart(call));
    }),
    calls.onEnded(({ id, answered }) => {
      void told.get(id)?.then((call) => call !== undefined && notifyEnd(call, answered));
      told.delete(id);
    }),
    voicemails.onLeft((message) => {
      const before = told.get(message.callId);
      const after = (before ?? Promise.resolve(undefined)).then((call) => notifyMessage(message, call));
      if (before !== undefined) told.set(message.callId, after);
    }),
  ];
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}
