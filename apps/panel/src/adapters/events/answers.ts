import type { ServerFrame } from "@callpanel/contract";
import { ApiError } from "../../shared/api/api.ts";
import type { Clock } from "../../shared/clock.ts";

type AnswerFrame = Extract<ServerFrame, { readonly type: "answer" | "refusal" }>;

/** The server responds quickly; after this time it will not respond. */
export const ANSWER_WAIT_MS = 10_000;

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: ApiError) => void;
}

/** Commands without a response yet, by the ids created here (spec 2 §7). */
export function createAnswers(clock: Clock) {
  const waiting = new Map<string, Waiting>();
  let count = 0;

  const settle = (id: string, act: (one: Waiting) => void) => {
    const one = waiting.get(id);
    if (one === undefined) return;
    waiting.delete(id);
    act(one);
  };
  return {
    /** Creates an id, sends the command, and waits for the response. */
    expect: (send: (id: string, failed: (error: ApiError) => void) => void): Promise<unknown> =>
      new Promise((resolve, reject) => {
        count += 1;
        const id = `c${count}`;
        const fail = (error: ApiError) => settle(id, (one) => one.reject(error));
        const cancel = clock.setTimeout(() => fail(new ApiError({ kind: "unreachable" })), ANSWER_WAIT_MS);
        waiting.set(id, {
          resolve: (result) => (cancel(), resolve(result)),
          reject: (error) => (cancel(), reject(error)),
        });
        send(id, fail);
      }),
    take(frame: AnswerFrame) {
      settle(frame.id, (one) => {
        if (frame.type === "answer") return one.resolve(frame.result);
        const { code, error_description: text, details = {} } = frame;
        return one.reject(new ApiError({ kind: "answer", status: 0, code, text, details }));
      });
    },
    failAll(error: ApiError) {
      for (const id of waiting.keys()) settle(id, (one) => one.reject(error));
    },
  };
}
