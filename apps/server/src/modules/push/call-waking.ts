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
  /** Whether a phone of the person is registered at another server. */
  readonly hasPhone: (userId: number) => Promise<boolean>;
  /** Whether the person may take calls at all. */
  readonly mayTakeCalls: (userId: number) => boolean;
  readonly bus: Pick<Bus, "publish" | "subscribe">;
  readonly clock: Pick<Clock, "now">;
  /** How long a call rings. */
  readonly ringSeconds: number;
  /** Short text from the call's id, used as the push service's topic. */
  readonly topicOf: (callId: string) => string;
}

export interface CallWaking extends Waking {
  /** Whether browsers ring for the call. */
  isWoken(callId: string): boolean;
  /** Declines the call of a notification. @throws push.callOver for a token that is not (or no longer) valid */
  decline(token: string): Promise<void>;
  stop(): void;
}

/** The same token for a browser and its push service is never stored: only what they are recognized by. */
const browserOf = (endpoint: string): string => tokenDigest(endpoint);

export function createCallWaking(deps: CallWakingDeps): CallWaking {
  const { store, pushes, hasPhone, mayTakeCalls, bus, clock, ringSeconds, topicOf } = deps;
  const rights = createOneTimeTokens<DeclineRight>(deps, {
    name: "call-decline",
    schema: rightSchema,
    maxChars: 300,
    validMs: ringSeconds * 1_000,
  });
  const ringing = new Map<string, WakingCall>();
  let isStopped = false;

  const tellStart = async (call: WakingCall): Promise<void> => {
    const taken = await pushes.tell(call.userId, {
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
  const tellEnd = (call: WakingCall, end: "handled" | "missed"): void => {
    const isMissed = end === "missed";
    void pushes.tell(call.userId, {
      messageIn: (locale) => (isMissed ? showCall(call, "missed", locale) : { kind: "close", tag: tagOf(call.id) }),
      ttlSeconds: isMissed ? MISSED_TTL_SECONDS : ringSeconds,
      topic: topicOf(call.id),
    });
  };
  const unsubscribe = bus.subscribe(callDeclined, ({ callId, userId }) => {
    const call = ringing.get(callId);
    if (call?.userId === userId) call.decline();
  });

  return {
    isWoken: (callId) => ringing.has(callId),
    wake: async (call): Promise<Woken | undefined> => {
      const { id, userId } = call;
      if (isStopped || (await hasPhone(userId))) return undefined;
      if ((await store.of(userId, clock.now())).length === 0) return undefined;
      ringing.set(id, call);
      void tellStart(call);
      return {
        over: (end) => {
          ringing.delete(id);
          tellEnd(call, end);
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
