/** Round-trip estimate, RFC 3261 §17.1.1.1. */
export const T1_MS = 500;
/** Longest interval between retransmissions, RFC 3261 §17.1.2.2. */
export const T2_MS = 4_000;
/** Timers B, F, H, L and M, and the wait for an ACK: 64*T1. D, I, J and K are 0 on a reliable transport (RFC 3261 §17, RFC 6026). */
export const TRANSACTION_TIMEOUT_MS = 64 * T1_MS;
