import type { HostMessage, PanelMessage } from "@callpanel/contract";

/** The page around the panel's frame, if the server allows it to exchange messages with the panel (docs/spec/embedding.md). */
export interface HostWindow {
  /** Sends only to the host; does nothing until the host is known. */
  send(message: PanelMessage): void;
  /** @returns a stop function */
  onMessage(listener: (message: HostMessage) => void): () => void;
}
