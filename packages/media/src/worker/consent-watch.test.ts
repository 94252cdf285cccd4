import { describe, expect, test } from "vitest";
import { createConsentWatch } from "./consent-watch.ts";

describe("watching a transport", () => {
  test("MEDIA-14 without a connection within 30 s after the description it fails; before a description a port may wait", () => {
    const clock = { now: 0 };
    const consentWatch = createConsentWatch({ now: () => clock.now });
    clock.now = 500_000;
    expect(consentWatch.look({ connected: false, lastCheckAt: 0 }).kind).toBe("well");
    consentWatch.expectChecks();
    clock.now += 30_000;
    expect(consentWatch.look({ connected: false, lastCheckAt: 0 }).kind).toBe("well");
    clock.now += 1;
    expect(consentWatch.look({ connected: false, lastCheckAt: 0 })).toEqual({
      kind: "failed",
      reason: "no connection within 30 s",
    });
  });

  test("MEDIA-14 silent after 30 s without a check, failed after 120 s", () => {
    const clock = { now: 1000 };
    const consentWatch = createConsentWatch({ now: () => clock.now });
    consentWatch.expectChecks();
    const transport = { connected: true, lastCheckAt: 2000 };
    const verdictAt = (now: number) => {
      clock.now = now;
      return consentWatch.look(transport).kind;
    };
    expect([verdictAt(32_000), verdictAt(32_001), verdictAt(122_000), verdictAt(122_001)]).toEqual([
      "well",
      "silent",
      "silent",
      "failed",
    ]);
  });
});
