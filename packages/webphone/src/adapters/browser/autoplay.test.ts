// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { SLOW_DEVICE_MS, WAKE_MS } from "./autoplay.ts";
import { createBrowserSound } from "./browser-sound.ts";

/** A context with a slow device, or one that may not run at all. */
class SleepyContext extends EventTarget {
  static runsAfterMs = Number.POSITIVE_INFINITY;
  state = "suspended";
  readonly destination = {};
  readonly currentTime = 0;
  readonly sampleRate = 48_000;
  readonly createBuffer = (): SilentNode => new SilentNode();
  async resume(): Promise<void> {
    if (!Number.isFinite(SleepyContext.runsAfterMs)) return;
    setTimeout(() => {
      this.state = "running";
      this.dispatchEvent(new Event("statechange"));
    }, SleepyContext.runsAfterMs);
  }
  async suspend(): Promise<void> {
    this.state = "suspended";
  }
  async close(): Promise<void> {
    this.state = "closed";
  }
}

/** Any node: nothing sounds here. */
class SilentNode extends EventTarget {
  readonly copyToChannel = (): void => undefined;
  readonly connect = (to: unknown): unknown => to;
  readonly disconnect = (): void => undefined;
  readonly start = (): void => undefined;
  readonly stop = (): void => undefined;
}

/** How often, and after how long, sound was reported as off while the phone rings. */
function ring(options: { runsAfterMs: number; policy?: "allowed" | "disallowed"; hasBeenActive?: boolean }) {
  vi.useFakeTimers();
  vi.stubGlobal("AudioContext", SleepyContext);
  for (const kind of ["GainNode", "AudioBufferSourceNode"]) vi.stubGlobal(kind, SilentNode);
  SleepyContext.runsAfterMs = options.runsAfterMs;
  const policy = options.policy;
  vi.stubGlobal("navigator", {
    ...(policy && { getAutoplayPolicy: () => policy }),
    userActivation: { hasBeenActive: options.hasBeenActive ?? false },
  });
  const sound = createBrowserSound();
  const told: { readonly locked: boolean; readonly atMs: number }[] = [];
  const startedAt = Date.now();
  sound.onLockChange(() => told.push({ locked: sound.isLocked(), atMs: Date.now() - startedAt }));
  sound.start();
  const stop = sound.playTone("ringing");
  vi.advanceTimersByTime(SLOW_DEVICE_MS * 2);
  stop();
  sound.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  return told;
}

test.each([
  ["Firefox lets sound play", { policy: "allowed" }],
  ["there was a click", { hasBeenActive: true }],
] as const)("SOFT-19 a device that wakes slowly is not sound kept off: %s", (_, browser) => {
  expect(ring({ runsAfterMs: 900, ...browser })).toEqual([]);
});

test.each([
  ["Firefox says so", { policy: "disallowed", hasBeenActive: true }],
  ["there was no click or key yet", {}],
] as const)("SOFT-19 blocked sound is reported soon: %s", (_, browser) => {
  expect(ring({ runsAfterMs: Number.POSITIVE_INFINITY, ...browser })[0]).toEqual({ locked: true, atMs: WAKE_MS });
});

test("SOFT-19 sound that never starts, although it is allowed, is reported as well", () => {
  expect(ring({ runsAfterMs: Number.POSITIVE_INFINITY, policy: "allowed" })[0]).toEqual({
    locked: true,
    atMs: SLOW_DEVICE_MS,
  });
});

test("SOFT-19 a device that slept between two tones is waited for again from the beginning", () => {
  vi.useFakeTimers();
  vi.stubGlobal("AudioContext", SleepyContext);
  for (const kind of ["GainNode", "AudioBufferSourceNode"]) vi.stubGlobal(kind, SilentNode);
  vi.stubGlobal("navigator", { getAutoplayPolicy: () => "allowed" });
  SleepyContext.runsAfterMs = 900;
  const sound = createBrowserSound();
  const told: boolean[] = [];
  sound.onLockChange(() => told.push(sound.isLocked()));
  sound.playTone("ringing")();
  vi.advanceTimersByTime(SLOW_DEVICE_MS - 100);
  const stop = sound.playTone("ringing");
  vi.advanceTimersByTime(SLOW_DEVICE_MS);
  stop();
  sound.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  expect(told).toEqual([]);
});
