/** A phone on a WebSocket of its own, with sound, for any phone system: a callee answers at once. */
import { WebSocket } from "ws";
import type { DtlsCertificate } from "../../packages/media/src/dtls/certificate.ts";
import { openMediaLeg, type MediaLeg } from "./media-leg.ts";
import { body, credentials, field, line, NO_BODY, target, vias, withSdp, type Account } from "./sip-text.ts";

export interface SocketPhone {
  register(): Promise<void>;
  /** Resolves when both phones have keys for sound. */
  call(callee: SocketPhone): Promise<TalkingCall>;
  readonly extension: string;
  /** The sound of the next call that it is answered with; internal to a pair. */
  nextAnswered(): Promise<MediaLeg>;
}

export interface TalkingCall {
  readonly legs: readonly [MediaLeg, MediaLeg];
  hangUp(): Promise<void>;
}

export interface SocketPhoneOptions extends Account {
  readonly url: string;
  readonly extension: string;
  readonly certificate: DtlsCertificate;
}

interface Message {
  readonly method: string;
  readonly uri: string;
  readonly to: string;
  /** From and Call-ID. */
  readonly ids: string;
  readonly cseq: number;
  /** The other fields, the empty line and the body. */
  readonly rest: string;
  /** Of an ACK to a refusal: that of its INVITE. */
  readonly branch?: number;
}

export async function openSocketPhone(options: SocketPhoneOptions): Promise<SocketPhone> {
  const { username, realm, url, extension, certificate } = options;
  const socket = new WebSocket(url, "sip", { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  const contact = `Contact: <sip:${username}@${username}.invalid;transport=ws>`;
  const waiting = new Map<string, (frame: string) => void>();
  const answered: MediaLeg[] = [];
  const wanted: ((leg: MediaLeg) => void)[] = [];
  const sounding = new Map<string, MediaLeg>();
  let count = 0;

  const transmit = ({ method, uri, to, ids, cseq, rest, branch = (count += 1) }: Message): number => {
    socket.send(
      `${method} ${uri} SIP/2.0\r\nVia: SIP/2.0/WS ${username}.invalid;branch=z9hG4bK${branch}${username}\r\n${ids}To: ${to}\r\nCSeq: ${cseq} ${method}\r\nMax-Forwards: 70\r\n${rest}`,
    );
    return branch;
  };

  const callId = (ids: string): string => /Call-ID: (.*)\r\n/.exec(ids)?.[1] ?? "";
  /** The final answer, and the branch under which it was asked. */
  const ask = (message: Message): Promise<{ readonly frame: string; readonly branch: number }> =>
    new Promise((resolve) => {
      const key = `${callId(message.ids)} ${message.cseq}`;
      waiting.set(key, (frame) => {
        waiting.delete(key);
        resolve({ frame, branch });
      });
      const branch = transmit(message);
    });

  const takeInvite = async (frame: string, reply: string): Promise<void> => {
    socket.send(`SIP/2.0 180 Ringing\r\n${reply}${NO_BODY}`);
    const leg = await openMediaLeg(certificate);
    sounding.set(field(frame, "Call-ID"), leg);
    socket.send(`SIP/2.0 200 OK\r\n${reply}${withSdp(leg.answer(body(frame)))}`);
    await leg.connect(body(frame));
    const next = wanted.shift();
    if (next === undefined) answered.push(leg);
    else next(leg);
  };

  const takeRequest = (frame: string): void => {
    const method = frame.slice(0, frame.indexOf(" "));
    if (method === "ACK") return;
    const to = field(frame, "To");
    const head = `${vias(frame)}${line(frame, "From")}${line(frame, "Call-ID")}${line(frame, "CSeq")}`;
    const tagged = to.includes(";tag=") ? to : `${to};tag=${username}`;
    const reply = `${head}To: ${tagged}\r\n${contact}\r\n`;
    if (method === "INVITE") return void takeInvite(frame, reply);
    socket.send(`SIP/2.0 200 OK\r\n${reply}${NO_BODY}`);
    if (method !== "BYE") return;
    sounding.get(field(frame, "Call-ID"))?.close();
    sounding.delete(field(frame, "Call-ID"));
  };

  socket.on("message", (data: Buffer) => {
    const frame = data.toString();
    if (!frame.startsWith("SIP/2.0 ")) return takeRequest(frame);
    if (frame.charCodeAt(8) === 49) return; // 1xx
    waiting.get(`${field(frame, "Call-ID")} ${field(frame, "CSeq").split(" ")[0]}`)?.(frame);
  });

  const address = `<sip:${username}@${realm}>`;
  const idsOf = (id: string): string => `From: ${address};tag=${id}\r\nCall-ID: ${id}-${username}\r\n`;
  const mustBe = (status: number, frame: string): void => {
    if (!frame.startsWith(`SIP/2.0 ${status} `)) throw new Error(`not ${status}: ${frame.slice(0, 60)}`);
  };

  return {
    extension,
    nextAnswered: () => {
      const leg = answered.shift();
      return leg === undefined ? new Promise((resolve) => wanted.push(resolve)) : Promise.resolve(leg);
    },
    register: async () => {
      const uri = `sip:${realm}`;
      const common = { method: "REGISTER", uri, ids: idsOf(`r${(count += 1)}`), to: address };
      const rest = `${contact};expires=600\r\n`;
      const { frame: challenge } = await ask({ ...common, cseq: 1, rest: rest + NO_BODY });
      mustBe(401, challenge);
      const proof = credentials(options, { method: "REGISTER", uri, challenge });
      mustBe(200, (await ask({ ...common, cseq: 2, rest: rest + proof + NO_BODY })).frame);
    },
    call: async (callee) => {
      const leg = await openMediaLeg(certificate);
      const sdp = withSdp(leg.offer());
      const uri = `sip:${callee.extension}@${realm}`;
      const ids = idsOf(`i${(count += 1)}`);
      const common = { method: "INVITE", uri, ids, to: `<${uri}>` };
      const { frame: challenge, branch } = await ask({ ...common, cseq: 1, rest: `${contact}\r\n${sdp}` });
      mustBe(401, challenge);
      transmit({ ...common, method: "ACK", to: field(challenge, "To"), cseq: 1, rest: NO_BODY, branch });
      const proof = credentials(options, { method: "INVITE", uri, challenge });
      const { frame } = await ask({ ...common, cseq: 2, rest: `${contact}\r\n${proof}${sdp}` });
      mustBe(200, frame);
      const inDialog = { ids, uri: target(frame), to: field(frame, "To"), rest: NO_BODY };
      transmit({ ...inDialog, method: "ACK", cseq: 2 });
      const [other] = await Promise.all([callee.nextAnswered(), leg.connect(body(frame))]);
      return {
        legs: [leg, other],
        hangUp: async () => {
          mustBe(200, (await ask({ ...inDialog, method: "BYE", cseq: 3 })).frame);
          leg.close();
        },
      };
    },
  };
}
