import type { Dialog } from "./dialog.ts";

/** What is under way in a dialog when a re-INVITE or an UPDATE with an offer comes in. */
export interface PendingOffers {
  /** An INVITE or an offer of this side without its final response. */
  readonly sent: boolean;
  /** An INVITE or an offer of the peer that this side has not answered. */
  readonly received: boolean;
}

export type GlareRefusal = { readonly status: 491 } | { readonly status: 500; readonly retryAfterSeconds: number };

/**
 * Whether a re-INVITE (RFC 3261 §14.2) or UPDATE (RFC 3311 §5.2) must wait: 491 when this side has one under way,
 * 500 with Retry-After of 0–10 s when the peer's last one is not answered. `random` is in [0, 1).
 */
export const glareRefusal = ({ sent, received }: PendingOffers, random: () => number): GlareRefusal | undefined => {
  if (received) return { status: 500, retryAfterSeconds: Math.floor(random() * 11) };
  return sent ? { status: 491 } : undefined;
};

/**
 * How long to wait before a re-INVITE that got 491 is sent again, in ms, in steps of 10: 2.1–4 s for the side that
 * made the Call-ID, 0–2 s for the other (RFC 3261 §14.1). `random` is in [0, 1).
 */
export const glareRetryMs = (role: Dialog["role"], random: () => number): number =>
  role === "uac" ? 2_100 + 10 * Math.floor(random() * 191) : 10 * Math.floor(random() * 201);
