/** Notifications by which a ringing call can be answered and declined (docs/spec/pwa.md, PUSH-20 and following). */
import { AppError, declinePushedCall } from "@callpanel/contract";
import type { Waking, WakingCall, Woken } from "@callpanel/phone-port";
import * as z from "zod/mini";
import type { Bus } from "../../kernel/bus/bus.ts";
import { topic } from "../../kernel/bus/topic.ts";
import type { Clock } from "../../kernel/clock.ts";
import { endpointUrl } from "../../kernel/http/endpoint-server.ts";
import { tokenDigest } from "../../kernel/secrets/secrets.ts";
import { createOneTimeTokens, type OneTimeTokensDeps } from "../../kernel/short-lived/one-time-tokens.ts";
import { showCall, tagOf, MISSED_TTL_SECONDS } from "./call-notice.ts";
import type { PushService } from "./push.service.ts";
import type { PushSubscriptionStore } from "./push.store.ts";
import { PUSH_WORDS } from "./push.words.ts";

const rightSchema = z.object({ callId: z.string(), userId: z.number(), browser: z.string() });
/** To decline one call of one person, from one browser. */
type DeclineRight = z.infer<typeof rightSchema>;

/** The server that has the call declines it. */
const callDeclined = topic("push.callDeclined", z.object({ callId: z.string(), userId: z.number() }));

export interface CallWakingDeps extends OneTimeTokensDeps {
  readonly store: Pick<PushSubscriptionStore, "of">;
  readonly pushes: Pick<PushService, "tell">;
  /** The registered phones of a person at all servers. */
  readonly phones: {
    has(userId: number): Promise<boolean>;
    /** The sessions of those that are panels. */
    sessionsOf(userId: number): Promise<ReadonlySet<string>>;
  };
  /** Whether the person may take calls at all. */
  readonly mayTakeCalls: (userId: number) => boolean;
  readonly bus: Pick<Bus, "publish" | "subscribe">;
  readonly clock: Pick<Clock, "now">;
  /** How long a call rings. */
  readonly ringSeconds: number;
  /** Short text from the call's id, used as the push service's topic. */
  readonly topicOf: (callId: string) => string;
}

/** A call that rings at the browsers of one person: in one place, or in several of a follow-me list. */
interface Ringing {
  /** Those that are notified, by endpoint. */
  readonly browsers: ReadonlySet<string>;
  readonly calls: Set<WakingCall>;
}

const ringOf = ({ id, userId }: Pick<WakingCall, "id" | "userId">): string => `${id} ${userId}`;

export interface CallWaking extends Waking {
  /** Whether browsers of the person ring for the call. */
  isWoken(call: { readonly id: string; readonly userId: number }): boolean;
  /** Declines the call of a notification. @throws push.callOver for a token that is not (or no longer) valid */
  decline(token: string): Promise<void>;
  stop(): void;
}

/** The same token for a browser and its push service is never stored: only what they are recognized by. */
const browserOf = (endpoint: string): string => tokenDigest(endpoint);

export function createCallWaking(deps: CallWakingDeps): CallWaking {
  const { store, pushes, phones, mayTakeCalls, bus, clock, ringSeconds, topicOf } = deps;
  const rights = createOneTimeTokens<DeclineRight>(deps, {
    name: "call-decline",
    schema: rightSchema,
    maxChars: 300,
    validMs: ringSeconds * 1_000,
  });
  const ringing = new Map<string, Ringing>();
  let isStopped = false;

  /** @returns their endpoints; when phones of the person ring too, only of browsers without an open panel */
  const browsersFor = async ({ userId, rings }: WakingCall): Promise<ReadonlySet<string>> => {
    if (!rings && (await phones.has(userId))) return new Set();
    const browsers = await store.of(userId, clock.now());
    const open = rings && browsers.length > 0 ? await phones.sessionsOf(userId) : new Set<string>();
    return new Set(browsers.filter(({ sessionId }) => !open.has(sessionId)).map(({ endpoint }) => endpoint));
  };
  const notifyStart = async (call: WakingCall, only: ReadonlySet<string>): Promise<void> => {
    const taken = await pushes.tell(call.userId, {
      only,
      messageIn: async (locale, endpoint) => ({
        ...showCall(call, "incoming", locale),
        call: {
          id: call.id,
          answer: PUSH_WORDS[locale].answer,
          decline: PUSH_WORDS[locale].decline,
          declinePath: endpointUrl(declinePushedCall),
          token: await rights.issue({ callId: call.id, userId: call.userId, browser: browserOf(endpoint) }),
        },
      }),
      ttlSeconds: ringSeconds,
      topic: topicOf(call.id),
    });
    if (taken === 0) call.giveUp();
  };
  const notifyEnd = (call: WakingCall, end: "handled" | "missed", only: ReadonlySet<string>): void => {
    const isMissed = end === "missed";
    void pushes.tell(call.userId, {
      only,
      messageIn: (locale) => (isMissed ? showCall(call, "missed", locale) : { kind: "close", tag: tagOf(call.id) }),
      ttlSeconds: isMissed ? MISSED_TTL_SECONDS : ringSeconds,
      topic: topicOf(call.id),
    });
  };
  const unsubscribe = bus.subscribe(callDeclined, ({ callId, userId }) => {
    const calls = ringing.get(ringOf({ id: callId, userId }))?.calls ?? [];
    for (const call of Array.from(calls)) call.decline();
  });

  return {
    isWoken: (call) => ringing.has(ringOf(call)),
    wake: async (call): Promise<Woken | undefined> => {
      const browsers = isStopped ? new Set<string>() : await browsersFor(call);
      if (browsers.size === 0) return undefined;
      const key = ringOf(call);
      const known = ringing.get(key);
      const ring = known ?? { browsers, calls: new Set<WakingCall>() };
      ringing.set(key, ring);
      ring.calls.add(call);
      if (known === undefined) void notifyStart(call, browsers);
      return {
        over: (end) => {
          ring.calls.delete(call);
          if (ring.calls.size > 0) return;
          ringing.delete(key);
          notifyEnd(call, end, ring.browsers);
        },
      };
    },
    decline: async (token) => {
      const right = await rights.take(token);
      const browsers = right === undefined ? [] : await store.of(right.userId, clock.now());
      if (right === undefined || !browsers.some(({ endpoint }) => browserOf(endpoint) === right.browser))
        throw new AppError("push.callOver");
      if (!mayTakeCalls(right.userId)) throw new AppError("push.callOver");
      bus.publish(callDeclined, { callId: right.callId, userId: right.userId });
    },
    stop: () => {
      isStopped = true;
      unsubscribe();
    },
  };
}
