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

export interface CallPushDeps {
  readonly calls: CallFeed;
  /** Whether some phone of the person rings anyway, or they want no calls now. */
  readonly isReached: (userId: number) => boolean;
  readonly pushes: Pick<PushService, "tell">;
  /** Short text of the call's id that a push service takes as a topic. */
  readonly topicOf: (callId: string) => string;
}

/** The call rings no longer than that; a notification that comes later would be a lie. */
const INCOMING_TTL_SECONDS = 60;
/** Who was missed is of interest for a day. */
const MISSED_TTL_SECONDS = 86_400;

/** PUSH-5: calls to people whose panel is closed. @returns how to stop */
export function startCallPushes({ calls, isReached, pushes, topicOf }: CallPushDeps): () => void {
  const told = new Map<string, PushedCall>();
  const show = (call: PushedCall, word: "incoming" | "missed", locale: Locale): PushMessage => {
    const words = PUSH_WORDS[locale];
    const { name, number } = call.from;
    const title = name || number || words.unknown;
    const body = name === "" || number === "" ? words[word] : `${words[word]} · ${number}`;
    return { kind: "show", tag: `call-${call.id}`, title, body, path: "/", urgent: word === "incoming" };
  };
  const stops = [
    calls.onStarted((call) => {
      if (isReached(call.userId)) return;
      told.set(call.id, call);
      void pushes.tell(call.userId, {
        messageIn: (locale) => show(call, "incoming", locale),
        ttlSeconds: INCOMING_TTL_SECONDS,
        topic: topicOf(call.id),
      });
    }),
    calls.onEnded(({ id, answered }) => {
      const call = told.get(id);
      if (call === undefined) return;
      told.delete(id);
      void pushes.tell(call.userId, {
        messageIn: (locale) => (answered ? { kind: "close", tag: `call-${id}` } : show(call, "missed", locale)),
        ttlSeconds: answered ? INCOMING_TTL_SECONDS : MISSED_TTL_SECONDS,
        topic: topicOf(id),
      });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
