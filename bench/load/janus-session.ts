/** A session at Janus by its HTTP interface: orders, and the events that answer them. */
/** What an answer of Janus has, as far as it is used here. */
interface Answer {
  readonly janus: string;
  readonly transaction: string;
  /** Of a new session or handle, or of a publisher; 0: none. */
  readonly id: number;
  readonly sdp: string;
  /** Empty: none. */
  readonly error: string;
}

export interface JanusHandle {
  /** Resolves with the event that answers it. @throws Error when Janus refuses */
  ask(body: object, jsep?: { readonly type: "offer" | "answer"; readonly sdp: string }): Promise<Answer>;
}

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inside, key) =>
      typeof inside === "object" && inside !== null
        ? new Map<string, unknown>(Object.entries(inside)).get(key)
        : undefined,
    value,
  );
const textAt = (value: unknown, ...path: readonly string[]): string => {
  const found = at(value, ...path);
  return typeof found === "string" ? found : "";
};
const numberAt = (value: unknown, ...path: readonly string[]): number => {
  const found = at(value, ...path);
  return typeof found === "number" ? found : 0;
};

const readAnswer = (value: unknown): Answer => ({
  janus: textAt(value, "janus"),
  transaction: textAt(value, "transaction"),
  id: numberAt(value, "data", "id") || numberAt(value, "plugindata", "data", "id"),
  sdp: textAt(value, "jsep", "sdp"),
  error: textAt(value, "plugindata", "data", "error") || textAt(value, "error", "reason"),
});

export async function openJanusSession(url: string) {
  let asked = 0;
  const waiting = new Map<string, (answer: Answer) => void>();
  const newTransaction = (): string => `t${(asked += 1)}`;
  const post = async (path: string, order: object): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      body: JSON.stringify({ transaction: newTransaction(), ...order }),
    });
    return readAnswer(await response.json());
  };
  const idOf = (answer: Answer): number => {
    if (answer.id === 0) throw new Error(`Janus: ${JSON.stringify(answer)}`);
    return answer.id;
  };
  const session = `/${idOf(await post("", { janus: "create" }))}`;
  const polling = new AbortController();
  const poll = async (): Promise<void> => {
    while (!polling.signal.aborted) {
      const response = await fetch(`${url}${session}?maxev=10`, { signal: polling.signal });
      const events: unknown = await response.json();
      for (const event of Array.isArray(events) ? events.map(readAnswer) : []) {
        // What is asked is done later; the event that says so has the same transaction.
        if (event.janus === "event") waiting.get(event.transaction)?.(event);
      }
    }
  };
  poll().catch((error: unknown) => {
    if (!polling.signal.aborted) throw error;
  });
  const ask = async (handle: string, order: object): Promise<Answer> => {
    const transaction = newTransaction();
    // The event may come before the answer that it is being done.
    const event = new Promise<Answer>((resolve) => waiting.set(transaction, resolve));
    const first = await post(handle, { janus: "message", transaction, ...order });
    const done = first.janus === "ack" ? await event : first;
    waiting.delete(transaction);
    if (done.error !== "") throw new Error(`Janus: ${done.error}`);
    return done;
  };
  return {
    attach: async (): Promise<JanusHandle> => {
      const handle = `${session}/${idOf(await post(session, { janus: "attach", plugin: "janus.plugin.videoroom" }))}`;
      return { ask: async (body, jsep) => ask(handle, { body, ...(jsep && { jsep }) }) };
    },
    close: () => polling.abort(),
  };
}
