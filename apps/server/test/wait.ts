/** For `vi.waitFor`, as `expect.poll` has it from vitest.config.ts: without it a test gives up after one second, which a busy machine needs now and then. */
export const WAIT = { timeout: 30_000, interval: 5 } as const;
