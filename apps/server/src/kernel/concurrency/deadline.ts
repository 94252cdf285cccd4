/** The reason with which a deadline aborts work. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";

  constructor(limitMs: number) {
    super(`no answer within the timeout of ${limitMs} ms`);
  }
}

/**
 * Runs work with a signal that aborts after `limitMs` with a DeadlineError, or together with `signal`, with its reason.
 * Uses its own timer: AbortSignal.any() may lose a timeout to the garbage collector (nodejs/node#57736).
 */
export async function withDeadline<Result>(
  { limitMs, signal }: { readonly limitMs: number; readonly signal?: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const follow = (): void => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(new DeadlineError(limitMs)), limitMs);
  signal?.addEventListener("abort", follow);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", follow);
  }
}
