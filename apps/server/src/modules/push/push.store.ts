import type { Locale } from "@callpanel/contract";

/** A browser that takes notifications, by the session that asked for them. */
export interface StoredPushSubscription {
  /** Of its push service; whoever knows it can send to it, so it is never logged. */
  readonly endpoint: string;
  readonly userId: number;
  readonly sessionId: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly locale: Locale;
  /** Ms since the epoch. */
  readonly createdAt: number;
}

/** Durable when resolved. */
export interface PushSubscriptionStore {
  /** A browser belongs to whoever asked last; of a person's the oldest beyond `most` are forgotten. */
  save(input: { readonly subscription: StoredPushSubscription; readonly most: number }): Promise<void>;
  /** Of sessions that are open at `now`. */
  of(userId: number, now: number): Promise<readonly StoredPushSubscription[]>;
  remove(endpoint: string, userId?: number): Promise<void>;
}
