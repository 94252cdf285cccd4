import { randomBytes } from "node:crypto";
import type { DtlsCertificate } from "./certificate.ts";
import { createClientHandshake } from "./client-handshake.ts";
import { DtlsFault } from "./dtls-fault.ts";
import { createFlightSender } from "./flight-sender.ts";
import { createTranscript } from "./handshake-tools.ts";
import type { HandshakeTools } from "./handshake-tools.ts";
import { MESSAGE } from "./handshake-message.ts";
import { createMessageAssembly } from "./message-assembly.ts";
import { CONTENT, createRecordLayer } from "./record-layer.ts";
import type { DtlsRecord } from "./record-layer.ts";
import { createServerHandshake } from "./server-handshake.ts";
import type { SrtpKeys } from "./srtp-keys.ts";

/**
 * A DTLS 1.2 handshake for SRTP keys (RFC 6347, RFC 5764) and nothing else: no application data, no renegotiation, one
 * cipher suite. Both sides prove that they hold the key of their certificate. The caller compares the certificate with
 * the description. It is our own implementation because that of werift checks neither the proof nor the Finished
 * message.
 */
export interface DtlsSession {
  /** Takes a datagram whose first byte is 20 to 63 (RFC 7983 §7). */
  receive(datagram: Buffer): void;
  /** Frees its timer; nothing is sent or reported any more. */
  close(): void;
}

export interface DtlsSessionOptions {
  readonly role: "client" | "server";
  readonly certificate: DtlsCertificate;
  readonly send: (datagram: Buffer) => void;
  readonly setTimeout: (run: () => void, ms: number) => () => void;
  /** The remote certificate is DER. */
  readonly onFinished: (keys: SrtpKeys, remoteCertificate: Buffer) => void;
  readonly onFailed: (reason: string) => void;
}

type Phase = "shaking" | "finished" | "closed";

const FATAL = 2;

export function startDtlsSession(options: DtlsSessionOptions): DtlsSession {
  const { role, certificate, send, setTimeout, onFinished, onFailed } = options;
  const records = createRecordLayer();
  const assembly = createMessageAssembly();
  const flights = createFlightSender({ records, send, setTimeout });
  let phase: Phase = "shaking";

  const tools: HandshakeTools = {
    certificate,
    randomBytes,
    flights,
    transcript: createTranscript(),
    setKeys: records.setKeys,
    onFinished: (keys, remoteCertificate) => {
      phase = "finished";
      flights.stop();
      onFinished(keys, remoteCertificate);
    },
  };
  const handshake = role === "server" ? createServerHandshake(tools) : createClientHandshake(tools);

  const fail = (reason: string): void => {
    phase = "closed";
    flights.stop();
    onFailed(reason);
  };

  /** Returns whether the far end repeats itself: then our last flight did not arrive. */
  const takeHandshake = ({ content, epoch }: DtlsRecord): boolean => {
    const { repeated } = assembly.add(content, epoch);
    for (let message = assembly.next(); message !== undefined; message = assembly.next()) {
      if ((message.epoch === 1) !== (message.type === MESSAGE.finished)) {
        throw new DtlsFault("unexpectedMessage", `handshake message ${message.type} under the wrong keys`);
      }
      handshake.take(message);
    }
    return repeated;
  };

  const takeRecord = (record: DtlsRecord): boolean => {
    if (record.type === CONTENT.handshake) return takeHandshake(record);
    const [level, description] = record.content;
    // After the handshake only an authentic alert could end it. But a call is ended by signalling: a page that reloads
    // sends close_notify and comes back.
    if (record.type === CONTENT.alert && level === FATAL && phase === "shaking") {
      fail(`the far end sent alert ${description}`);
    }
    return false;
  };

  const receive = (datagram: Buffer): void => {
    let repeated = false;
    for (const record of records.open(datagram)) {
      if (phase === "closed") return;
      try {
        repeated = takeRecord(record) || repeated;
      } catch (error) {
        if (!(error instanceof DtlsFault)) throw error;
        if (phase === "finished") return; // nothing can undo a finished handshake
        send(records.seal({ type: CONTENT.alert, epoch: 0, content: Buffer.from([FATAL, error.alert]) }));
        return fail(error.message);
      }
    }
    // Only the last flight has no timer. Before it each side repeats by its own timer; otherwise two sides would
    // trigger each other forever.
    if (repeated && phase === "finished" && role === "server") flights.sendAgain();
  };

  handshake.start();
  return {
    receive,
    close: () => {
      phase = "closed";
      flights.stop();
    },
  };
}
