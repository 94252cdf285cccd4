import type { Dialog } from "./dialog.ts";

/** What is in progress in a dialog when a re-INVITE or an UPDATE with an offer arrives. */
export interface PendingOffers {
  /** This side has sent an INVITE or an offer and has no final response. */
  readonly sent: boolean;
  /** The peer has sent an INVITE or an offer, and this side has not responded. */
  readonly received: boolean;
}

export type GlareRefusal = { readonly status: 491 } | { readonly status: 500; readonly retryAfterSeconds: number };

/**
 * Whether a re-INVITE (RFC 3261 §14.2) or UPDATE (RFC 3311 §5.2) must wait: 491 when this side has one in progress, 500
 * with Retry-After of 0–10 s when the peer's last one has no response. `random` is in [0, 1).
 */
export const glareRefusal = ({ sent, received }: PendingOffers, random: () => number): GlareRefusal | undefined => {
  if (received) return { status: 500, retryAfterSeconds: Math.floor(random() * 11) };
  return sent ? { status: 491 } : undefined;
};

/**
 * How long to wait before a re-INVITE that got 491 is sent again, in ms, in steps of 10: 2.1–4 s for the side that made
 * the Call-ID, 0–2 s for the other side (RFC 3261 §14.1). `random` is in [0, 1).
 */
export const glareRetryMs = (role: Dialog["role"], random: () => number): number =>
  role === "uac" ? 2_100 + 10 * Math.floor(random() * 191) : 10 * Math.floor(random() * 201);
