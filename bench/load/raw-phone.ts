/** A phone of templates and searches: it costs next to nothing, so that what is measured is the server. */
import { hash } from "node:crypto";
import type { PhoneSystem } from "@callpanel/phone-port";
import { audioDescription } from "@callpanel/testkit";

export interface RawPhone {
  register(): Promise<void>;
  /** Calls, hangs up as soon as it is answered, and resolves when that is confirmed. */
  call(number: string): Promise<void>;
}

const SDP = audioDescription({ codecs: ["opus"] });
const SDP_HEADERS = `Content-Type: application/sdp\r\nContent-Length: ${SDP.length}\r\n\r\n${SDP}`;
const NO_BODY = "Content-Length: 0\r\n\r\n";

interface RawPhoneOptions {
  readonly system: PhoneSystem;
  readonly username: string;
  readonly password: string;
  readonly realm: string;
}

interface Message {
  readonly method: string;
  readonly uri: string;
  /** From and Call-ID. */
  readonly ids: string;
  readonly to: string;
  readonly cseq: number;
  /** The other fields, the empty line and the body. */
  readonly rest: string;
  readonly branch?: number;
}

/** What a dialog of an outgoing call needs to be remembered. */
interface Attempt {
  readonly from: string;
  readonly uri: string;
  readonly done: () => void;
}

export function createRawPhone({ system, username, password, realm }: RawPhoneOptions): RawPhone {
  const address = `sip:${username}@${realm}`;
  const contact = `Contact: <sip:${username}@${username}.invalid;transport=ws>`;
  const ha1 = hash("md5", `${username}:${realm}:${password}`);
  const waiting = new Map<string, (frame: string) => void>();
  const attempts = new Map<string, Attempt>();
  let count = 0;

  const server = system.connect({
    remoteAddress: "127.0.0.1",
    send: (frame) => queueMicrotask(() => take(frame)),
    close: (code, reason) => {
      throw new Error(`closed: ${code} ${reason}`);
    },
  });

  const take = (frame: string): void => {
    if (frame.startsWith("SIP/2.0 ")) takeResponse(frame);
    else takeRequest(frame);
  };

  const takeResponse = (frame: string): void => {
    if (frame.charCodeAt(8) === 49) return; // 1xx
    waiting.get(field(frame, "Call-ID"))?.(frame);
  };

  const takeRequest = (frame: string): void => {
    const tag = `;tag=${username}`;
    const head = `${line(frame, "Via")}${line(frame, "From")}${line(frame, "Call-ID")}${line(frame, "CSeq")}`;
    const to = field(frame, "To");
    if (frame.startsWith("INVITE ")) {
      const rest = `${head}To: ${to}${tag}\r\n${contact}\r\n`;
      server.receive(`SIP/2.0 180 Ringing\r\n${rest}${NO_BODY}`);
      server.receive(`SIP/2.0 200 OK\r\n${rest}${SDP_HEADERS}`);
    } else if (frame.startsWith("BYE ")) server.receive(`SIP/2.0 200 OK\r\n${head}To: ${to}\r\n${NO_BODY}`);
  };

  /** Returns the branch: the ACK to a refusal goes with that of its INVITE. */
  const send = ({ method, uri, ids, to, cseq, rest, branch = (count += 1) }: Message): number => {
    server.receive(
      `${method} ${uri} SIP/2.0\r\nVia: SIP/2.0/WSS ${username}.invalid;branch=z9hG4bK${branch}${username}\r\n${ids}To: ${to}\r\nCSeq: ${cseq} ${method}\r\nMax-Forwards: 70\r\n${rest}`,
    );
    return branch;
  };

  const credentials = (method: string, uri: string, challenge: string): string => {
    const nonce = /nonce="([^"]+)", algorithm=MD5/.exec(challenge)?.[1] ?? "";
    const cnonce = `c${count}`;
    const response = hash("md5", `${ha1}:${nonce}:00000001:${cnonce}:auth:${hash("md5", `${method}:${uri}`)}`);
    return `Authorization: Digest username="${username}", realm="${realm}", nonce="${nonce}", uri="${uri}", response="${response}", algorithm=MD5, qop=auth, nc=00000001, cnonce="${cnonce}"\r\n`;
  };

  const register = (): Promise<void> =>
    new Promise((resolve) => {
      const callId = `r${(count += 1)}-${username}`;
      const ids = `From: <${address}>;tag=r${count}\r\nCall-ID: ${callId}\r\n`;
      const uri = `sip:${realm}`;
      const common = { method: "REGISTER", uri, ids, to: `<${address}>` };
      waiting.set(callId, (challenge) => {
        waiting.set(callId, () => {
          waiting.delete(callId);
          resolve();
        });
        send({
          ...common,
          cseq: 2,
          rest: `${contact};expires=600\r\n${credentials("REGISTER", uri, challenge)}${NO_BODY}`,
        });
      });
      send({ ...common, cseq: 1, rest: `${contact};expires=600\r\n${NO_BODY}` });
    });

  const call = (number: string): Promise<void> =>
    new Promise((resolve) => {
      const callId = `i${(count += 1)}-${username}`;
      const from = `From: <${address}>;tag=i${count}\r\nCall-ID: ${callId}\r\n`;
      const uri = `sip:${number}@${realm}`;
      attempts.set(callId, { from, uri, done: resolve });
      waiting.set(callId, (challenge) => {
        send({ method: "ACK", uri, ids: from, to: field(challenge, "To"), cseq: 1, rest: NO_BODY, branch });
        waiting.set(callId, (answer) => answered(callId, answer));
        const rest = `${contact}\r\n${credentials("INVITE", uri, challenge)}${SDP_HEADERS}`;
        send({ method: "INVITE", uri, ids: from, to: `<${uri}>`, cseq: 2, rest });
      });
      const branch = send({
        method: "INVITE",
        uri,
        ids: from,
        to: `<${uri}>`,
        cseq: 1,
        rest: `${contact}\r\n${SDP_HEADERS}`,
      });
    });

  const answered = (callId: string, answer: string): void => {
    const attempt = attempts.get(callId);
    if (attempt === undefined || !answer.startsWith("SIP/2.0 200"))
      throw new Error(`call failed: ${answer.slice(0, 60)}`);
    const to = field(answer, "To");
    const common = { uri: attempt.uri, ids: attempt.from, to, rest: NO_BODY };
    send({ ...common, method: "ACK", cseq: 2 });
    waiting.set(callId, () => {
      waiting.delete(callId);
      attempts.delete(callId);
      attempt.done();
    });
    send({ ...common, method: "BYE", cseq: 3 });
  };

  return { register, call };
}

function field(frame: string, name: string): string {
  const start = frame.indexOf(`\r\n${name}: `) + name.length + 4;
  return frame.slice(start, frame.indexOf("\r\n", start));
}

function line(frame: string, name: string): string {
  return `${name}: ${field(frame, name)}\r\n`;
}
