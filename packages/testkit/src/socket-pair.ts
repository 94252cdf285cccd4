/** Two ends of a line in memory: frames arrive in order, and never while the sender is still at work, as on a real socket. */
export interface PairEnd {
  send(frame: string): void;
  close(): void;
}

interface Receiver {
  receive(frame: string): void;
  closed(): void;
}

/** `near` and `far` receive what the other end sends. Closing one end notifies the other. */
export function createSocketPair(receivers: { readonly near: () => Receiver; readonly far: () => Receiver }): {
  readonly near: PairEnd;
  readonly far: PairEnd;
} {
  let open = true;
  const end = (other: () => Receiver): PairEnd => ({
    send: (frame) => {
      if (!open) return;
      queueMicrotask(() => other().receive(frame));
    },
    close: () => {
      if (!open) return;
      open = false;
      queueMicrotask(() => other().closed());
    },
  });
  return { near: end(receivers.far), far: end(receivers.near) };
}
