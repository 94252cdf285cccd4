import type { Locale } from "@callpanel/contract";

/** A browser with notifications, and the session that subscribed. */
export interface StoredPushSubscription {
  /** URL at its push service. Everybody who knows it can send to it, so it is never logged. */
  readonly endpoint: string;
  readonly userId: number;
  readonly sessionId: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly locale: Locale;
  /** Ms since the epoch. */
  readonly createdAt: number;
}

/** Durable when a promise resolves. */
export interface PushSubscriptionStore {
  /** A browser belongs to the person who subscribed last; a person's oldest ones beyond `most` are removed. */
  save(input: { readonly subscription: StoredPushSubscription; readonly most: number }): Promise<void>;
  /** Browsers with a session that is open at `now`. */
  of(userId: number, now: number): Promise<readonly StoredPushSubscription[]>;
  remove(endpoint: string, userId?: number): Promise<void>;
}
