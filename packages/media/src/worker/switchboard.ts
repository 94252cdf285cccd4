import type { MessagePort } from "node:worker_threads";
import type { AudioPacket } from "../rtp/audio-packet.ts";

/** The listeners of each port in this worker and, over links, in the others. */
export interface Switchboard {
  /** Listens to a party, which may be in another worker; returns a function that stops it. */
  listen(to: Party, sink: (packet: AudioPacket) => void): () => void;
  /** Distributes a packet of a party of this worker. */
  publish(packet: AudioPacket): void;
  link(worker: number, channel: MessagePort): void;
  close(): void;
}

export interface Party {
  readonly id: string;
  readonly worker: number;
}

type LinkMessage =
  | { readonly kind: "listen"; readonly party: string }
  | { readonly kind: "unlisten"; readonly party: string }
  | { readonly kind: "packet"; readonly packet: AudioPacket };

export function createSwitchboard({ worker: ownWorker }: { readonly worker: number }): Switchboard {
  const sinks = new Map<string, Set<(packet: AudioPacket) => void>>();
  const links = new Map<number, MessagePort>();

  const post = (worker: number, message: LinkMessage): void => links.get(worker)?.postMessage(message);

  const deliver = (packet: AudioPacket): void => {
    const listeners = sinks.get(packet.origin);
    if (listeners === undefined) return;
    for (const sink of listeners) sink(packet);
  };

  const listen = (to: Party, sink: (packet: AudioPacket) => void): (() => void) => {
    const listeners = sinks.get(to.id) ?? new Set();
    if (listeners.size === 0) {
      sinks.set(to.id, listeners);
      if (to.worker !== ownWorker) post(to.worker, { kind: "listen", party: to.id });
    }
    listeners.add(sink);
    return () => {
      if (!listeners.delete(sink) || listeners.size > 0) return;
      sinks.delete(to.id);
      if (to.worker !== ownWorker) post(to.worker, { kind: "unlisten", party: to.id });
    };
  };

  const link = (worker: number, channel: MessagePort): void => {
    links.get(worker)?.close();
    links.set(worker, channel);
    const stops = new Map<string, () => void>();
    channel.on("message", (message: LinkMessage) => {
      if (message.kind === "packet") return deliver(message.packet);
      stops.get(message.party)?.();
      stops.delete(message.party);
      if (message.kind === "unlisten") return;
      const forward = (packet: AudioPacket): void =>
        channel.postMessage({ kind: "packet", packet } satisfies LinkMessage);
      stops.set(message.party, listen({ id: message.party, worker: ownWorker }, forward));
    });
    channel.on("close", () => {
      for (const stop of stops.values()) stop();
      stops.clear();
    });
  };

  return {
    listen,
    publish: deliver,
    link,
    close: () => {
      for (const channel of links.values()) channel.close();
      links.clear();
      sinks.clear();
    },
  };
}
