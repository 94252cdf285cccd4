import type { MessagePort } from "node:worker_threads";

/** What one thread says to another: the messages of one turn of the event loop, in order. Waking a thread costs more than a message. */
export interface Outbox<Message> {
  post(message: Message, transfer?: readonly MessagePort[]): void;
  /** Sends what waits. */
  flush(): void;
}

export function createOutbox<Message>(
  send: (messages: readonly Message[], transfer: readonly MessagePort[]) => void,
): Outbox<Message> {
  let messages: Message[] = [];
  let transfers: MessagePort[] = [];

  const flush = (): void => {
    if (messages.length === 0) return;
    const [sent, moved] = [messages, transfers];
    messages = [];
    transfers = [];
    send(sent, moved);
  };

  return {
    flush,
    post: (message, transfer = []) => {
      messages.push(message);
      transfers.push(...transfer);
      if (messages.length === 1) setImmediate(flush);
    },
  };
}
