import type { HostMessage, PanelMessage } from "@callpanel/contract";

/** The page around the panel's frame, as far as the server allows it to talk to the panel (docs/spec/embedding.md). */
export interface HostWindow {
  /** Reaches the host alone, and nobody while it is not known. */
  send(message: PanelMessage): void;
  /** @returns how to stop listening */
  onMessage(listener: (message: HostMessage) => void): () => void;
}
