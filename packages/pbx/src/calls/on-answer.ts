import type { Answer } from "@callpanel/phone-port";

/** Goes on with an answer of the directory, at once where it is there at once. */
export function onAnswer<T>(answer: Answer<T>, next: (value: T) => void | Promise<void>): void | Promise<void> {
  return answer instanceof Promise ? later(answer, next) : next(answer);
}

async function later<T>(answer: Promise<T>, next: (value: T) => void | Promise<void>): Promise<void> {
  await next(await answer);
}
