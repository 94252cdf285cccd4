/** The line of a test phone to the server, and the next one after a cut. */
import type { SipConnection, SipStack } from "@callpanel/sip";

/** The way to the server. */
export interface PhoneLine {
  send(frame: string): void;
  close(): void;
}

/** Opens a line; the phone gets incoming messages by `receive` and the end by `closed`. */
export type DialLine = (handlers: { receive(frame: string): void; closed(): void }) => PhoneLine;

interface PhoneLines {
  connection(): SipConnection;
  /** All frames that came in, and all that went out. */
  readonly received: readonly string[];
  readonly sent: readonly string[];
  sendRaw(frame: string): void;
  cut(): void;
  reconnect(): void;
}

export function createPhoneLines(dial: DialLine, stack: SipStack): PhoneLines {
  const received: string[] = [];
  const sent: string[] = [];
  let connectionCount = 0;

  const open = (): { readonly connection: SipConnection; readonly line: PhoneLine } => {
    connectionCount += 1;
    const line = dial({
      receive: (frame) => {
        received.push(frame);
        stack.receive(connection, frame);
      },
      closed: () => stack.connectionClosed(connection),
    });
    const connection: SipConnection = {
      id: `line-${connectionCount}`,
      remoteAddress: "127.0.0.1",
      send: (text) => {
        sent.push(text);
        line.send(text);
      },
      close: () => line.close(),
    };
    return { connection, line };
  };
  let current = open();

  return {
    connection: () => current.connection,
    received,
    sent,
    sendRaw: (frame) => current.line.send(frame),
    cut: () => {
      current.line.close();
      stack.connectionClosed(current.connection);
    },
    reconnect: () => {
      current = open();
    },
  };
}
