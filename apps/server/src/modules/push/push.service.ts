import { AppError, type Locale, type PushMessage } from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import { createKeyedQueue } from "../../kernel/concurrency/keyed-queue.ts";
import type { Log } from "../../kernel/log.ts";
import type { PushSubscriptionStore, StoredPushSubscription } from "./push.store.ts";

/** Limit of browsers for one person. The oldest is removed. */
const MOST_SUBSCRIPTIONS = 10;

export interface PushDelivery {
  readonly subscription: StoredPushSubscription;
  readonly message: PushMessage;
  /** How long the push service may keep it for an unreachable browser. */
  readonly ttlSeconds: number;
  /** A later message with the same topic replaces a waiting one (RFC 8030 §5.4). */
  readonly topic: string;
}

/** Sends a message to a push service. `gone`: the browser has unsubscribed. Rejects when it could not be sent. */
export type DeliverPush = (delivery: PushDelivery) => Promise<"taken" | "gone">;

export interface PushServiceDeps {
  readonly store: PushSubscriptionStore;
  readonly deliver: DeliverPush;
  /** Whether a browser may use this endpoint as its push service. */
  readonly isAllowed: (endpoint: string) => boolean;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

export interface PushService {
  subscribe(subscription: Omit<StoredPushSubscription, "createdAt">): Promise<void>;
  unsubscribe(input: { readonly userId: number; readonly endpoint: string }): Promise<void>;
  /** Notifies the browsers of a person, each in its language; of one topic in the order of the calls. Never rejects: failures are logged. @returns how many push services took it */
  tell(userId: number, push: OutgoingPush): Promise<number>;
}

export interface OutgoingPush extends Omit<PushDelivery, "subscription" | "message"> {
  /** Only these browsers, by their endpoints. */
  readonly only?: ReadonlySet<string>;
  /** `endpoint`: that of the browser which gets it, for messages with something of its own in them. */
  readonly messageIn: (locale: Locale, endpoint: string) => PushMessage | Promise<PushMessage>;
}

/** Notifications to browsers (docs/spec/pwa.md, PUSH-…). */
export function createPushService({ store, deliver, isAllowed, clock, log }: PushServiceDeps): PushService {
  const send = async (delivery: PushDelivery): Promise<"taken" | "gone"> => {
    const { endpoint } = delivery.subscription;
    const result = await deliver(delivery);
    if (result === "gone") await store.remove(endpoint);
    return result;
  };
  // Else "Incoming call" could arrive after "Missed call", and stay.
  const inOrder = createKeyedQueue();
  const notifyAll = async (userId: number, { messageIn, only, ...push }: OutgoingPush): Promise<number> => {
    const all = await store.of(userId, clock.now());
    const subscriptions = all.filter(({ endpoint }) => only?.has(endpoint) ?? true);
    const sent = await Promise.allSettled(
      subscriptions.map(async (subscription) => {
        const message = await messageIn(subscription.locale, subscription.endpoint);
        return send({ ...push, subscription, message });
      }),
    );
    for (const one of sent)
      if (one.status === "rejected") log.warn("a notification could not be sent", { userId, err: one.reason });
    return sent.filter((one) => one.status === "fulfilled" && one.value === "taken").length;
  };
  return {
    subscribe: async (subscription) => {
      if (!isAllowed(subscription.endpoint)) throw new AppError("push.endpoint");
      await store.save({ subscription: { ...subscription, createdAt: clock.now() }, most: MOST_SUBSCRIPTIONS });
    },
    unsubscribe: ({ endpoint, userId }) => store.remove(endpoint, userId),
    tell: (userId, push) =>
      inOrder(`${userId} ${push.topic}`, () => notifyAll(userId, push)).catch((error: unknown) => {
        log.warn("notifications could not be sent", { userId, err: error });
        return 0;
      }),
  };
}
