/** Code that is there from the start. */
import { callCode } from "../src/call-code.ts";
import type { Later } from "../src/later.ts";

export const loaded = <T>(code: T): Later<T> => ({ now: () => code, load: () => Promise.resolve(code) });

export const LOADED_CALLS = loaded(callCode);

/** Code that arrives, or is refused, when the test says so. */
export function createComing<T>(code: T) {
  const waiting = new Set<(code: T) => void>();
  let isHere = false;
  return {
    now: () => (isHere ? code : undefined),
    load: () => (isHere ? Promise.resolve(code) : new Promise<T>((resolve) => void waiting.add(resolve))),
    /** How many wait for it. */
    waits: () => waiting.size,
    comes: () => {
      isHere = true;
      for (const resolve of waiting) resolve(code);
    },
  };
}

export const comingCalls = () => createComing(callCode);
