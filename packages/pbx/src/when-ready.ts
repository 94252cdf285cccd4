import type { MaybePromise } from "@callpanel/phone-port";

/** Calls `next` with a value of the directory: synchronously if the value is not a promise. */
export function whenReady<T>(answer: MaybePromise<T>, next: (value: T) => void | Promise<void>): void | Promise<void> {
  return answer instanceof Promise ? later(answer, next) : next(answer);
}

async function later<T>(answer: Promise<T>, next: (value: T) => void | Promise<void>): Promise<void> {
  await next(await answer);
}
