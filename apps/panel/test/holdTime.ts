import { afterAll, vi } from "vitest";

/** A full second: what is shown of a wait is then exact. */
const NOW = new Date(2026, 2, 4, 10, 30).getTime();

/** The date stands still for the tests of a file, however busy the machine is; timers go on. Called before the file reads the time. */
export function holdTime(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  afterAll(() => void vi.useRealTimers());
}
