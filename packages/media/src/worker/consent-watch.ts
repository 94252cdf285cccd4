/** Watches whether one endpoint's transport connects and stays alive. Called once per second. */
export interface ConsentWatch {
  /** A description of the far end was applied: from now on its checks are expected. */
  expectChecks(): void;
  look(transport: { readonly connected: boolean; readonly lastCheckAt: number }): ConsentVerdict;
}

export type ConsentVerdict =
  | { readonly kind: "well" }
  /** Consent has expired: nothing may be sent (RFC 7675 §5.1). The far end may come back, by itself or by an ICE restart. */
  | { readonly kind: "silent" }
  | { readonly kind: "failed"; readonly reason: string };

export const SETUP_TIMEOUT_MS = 30_000; // from the description to audio; browsers stop their own checks after 15 to 30 s
export const CONSENT_TIMEOUT_MS = 30_000; // RFC 7675 §5.1
/** Longer than the 90 s for which call control keeps a leg with a dead socket, so that it can still come back. */
export const LOST_AFTER_MS = 120_000;

export function createConsentWatch({ now }: { readonly now: () => number }): ConsentWatch {
  let expectedSince: number | undefined;
  return {
    expectChecks: () => {
      expectedSince = now();
    },
    look: ({ connected, lastCheckAt }) => {
      if (expectedSince === undefined) return { kind: "well" };
      const quietMs = now() - Math.max(expectedSince, lastCheckAt);
      if (!connected) {
        return now() - expectedSince > SETUP_TIMEOUT_MS
          ? { kind: "failed", reason: `no connection within ${SETUP_TIMEOUT_MS / 1000} s` }
          : { kind: "well" };
      }
      if (quietMs > LOST_AFTER_MS) return { kind: "failed", reason: `nothing heard for ${LOST_AFTER_MS / 1000} s` };
      return now() - lastCheckAt > CONSENT_TIMEOUT_MS ? { kind: "silent" } : { kind: "well" };
    },
  };
}
