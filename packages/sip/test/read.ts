import { parseMessage } from "../src/text/parse-message.ts";
import type { SipMessage, SipRequest, SipResponse } from "../src/text/message.ts";

/** Lines as one frame: with CRLF between them, and an empty line at the end when the body is empty. */
export const frame = (lines: readonly string[], body = ""): string => `${lines.join("\r\n")}\r\n\r\n${body}`;

export const readMessage = (input: string | Uint8Array): SipMessage => {
  const message = parseMessage(input);
  if (message.kind === "failure") throw new Error(`refused: ${message.why}`);
  return message;
};

export const readRequest = (input: string | Uint8Array): SipRequest => {
  const message = readMessage(input);
  if (message.kind !== "request") throw new Error("a response");
  return message;
};

export const readResponse = (input: string | Uint8Array): SipResponse => {
  const message = readMessage(input);
  if (message.kind !== "response") throw new Error("a request");
  return message;
};

/** The reason why a message is refused; throws if it is not refused. */
export const refusal = (
  input: string | Uint8Array,
): { readonly status: number; readonly why: string; readonly answer: string | undefined } => {
  const message = parseMessage(input);
  if (message.kind !== "failure") throw new Error("was read");
  return message;
};

export interface RequestText {
  readonly method?: string;
  readonly uri?: string;
  readonly branch?: string;
  readonly cseq?: number;
  readonly callId?: string;
  readonly toTag?: string;
  readonly fromTag?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

/** The text of an ordinary request, as a browser phone sends it. */
export const requestText = (parts: RequestText = {}): string => {
  const {
    method = "INVITE",
    uri = "sip:bob@demo",
    branch = "z9hG4bKone",
    cseq = 1,
    callId = "call-1",
    fromTag = "alicetag",
  } = parts;
  return frame(
    [
      `${method} ${uri} SIP/2.0`,
      `Via: SIP/2.0/WSS phone1.invalid;branch=${branch}`,
      "Max-Forwards: 70",
      `From: "Alice Archer" <sip:alice@demo>;tag=${fromTag}`,
      `To: <sip:bob@demo>${parts.toTag === undefined ? "" : `;tag=${parts.toTag}`}`,
      `Call-ID: ${callId}`,
      `CSeq: ${cseq} ${method}`,
      "Contact: <sip:a1@phone1.invalid;transport=ws>",
      ...(parts.headers ?? []),
    ],
    parts.body,
  );
};
