import type { SipMessage } from "./message.ts";
import { serializeNameAddr } from "./name-addr.ts";
import { serializeUri } from "./uri.ts";
import { encodeUtf8, utf8Length } from "./utf8.ts";
import { serializeVia } from "./via.ts";

/** The message as the text of one WebSocket frame, with its Content-Length. A `binaryBody` needs `serializeBytes`. */
export const serialize = (message: SipMessage): string =>
  `${serializeHead(message, utf8Length(message.body))}${message.body}`;

/** The message as bytes; also for a body that is not text. */
export const serializeBytes = (message: SipMessage): Uint8Array => {
  const body = message.binaryBody ?? encodeUtf8(message.body);
  const head = encodeUtf8(serializeHead(message, body.length));
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
};

const LINE_BREAK = /[\r\n]/;

// A value from users (a caller's name, a reason) must not be able to start another header field.
const oneLine = (value: string): string => (LINE_BREAK.test(value) ? value.replace(/[\r\n]+/g, " ") : value);

const serializeHead = (message: SipMessage, bodyLength: number): string => {
  let out =
    message.kind === "request"
      ? `${message.method} ${serializeUri(message.uri)} SIP/2.0\r\n`
      : `SIP/2.0 ${message.status} ${oneLine(message.reason)}\r\n`;
  for (const via of message.via) out += `Via: ${serializeVia(via)}\r\n`;
  out += `From: ${serializeNameAddr(message.from)}\r\nTo: ${serializeNameAddr(message.to)}\r\n`;
  out += `Call-ID: ${message.callId}\r\nCSeq: ${message.cseq.number} ${message.cseq.method}\r\n`;
  for (const [name, value] of message.headers) out += `${name}: ${oneLine(value)}\r\n`;
  return `${out}Content-Length: ${bodyLength}\r\n\r\n`;
};
