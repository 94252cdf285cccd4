/** The far side of the SIP socket, in memory: accepts every registration, and acts as a test commands. */
import type { OpenSocket, TextSocketListener } from "../src/adapters/sip/account/proxy-socket.ts";
import { settle } from "@callpanel/testkit/fake-clock";

export interface SipText {
  /** Method of a request, status code of a response. */
  readonly start: string;
  readonly uri: string;
  header(name: string): string;
  readonly has: (name: string) => boolean;
  readonly body: string;
}

export interface SipServer {
  readonly openSocket: OpenSocket;
  /** Everything received, oldest first. */
  readonly received: SipText[];
  /** Urls that were opened. */
  readonly opened: string[];
  /** More header lines of a registration that is accepted. */
  registered: readonly string[];
  /** Status to answer a method with by itself; 0 answers nothing. */
  readonly answers: Map<string, number>;
  /** Newest received request of the method or response of the status. */
  newest(start: string): SipText;
  reply(
    request: SipText,
    status: number,
    more?: { readonly body?: string; readonly headers?: readonly string[]; readonly tag?: string },
  ): Promise<void>;
  /** Sends a request outside or inside a dialog; header lines unchanged. */
  request(method: string, headers: readonly string[], body?: string): Promise<void>;
  /** Sends any text as one frame. */
  frame(text: string): Promise<void>;
  /** The connection breaks. */
  drop(): Promise<void>;
}

export function createSipServer(): SipServer {
  const received: SipText[] = [];
  const opened: string[] = [];
  const answers = new Map<string, number>([
    ["OPTIONS", 200],
    ["BYE", 200],
    ["INFO", 200],
  ]);
  let client: TextSocketListener | undefined;
  let contact = "";
  let branch = 0;

  const send = async (lines: readonly string[], body: string): Promise<void> => {
    client?.received([...lines, `Content-Length: ${body.length}`, "", body].join("\r\n"));
    await settle();
  };
  const reply: SipServer["reply"] = (request, status, { body = "", headers = [], tag = "server" } = {}) => {
    const to = request.header("To");
    return send(
      [
        `SIP/2.0 ${status} ${REASONS[status] ?? "Reason"}`,
        `Via: ${request.header("Via")}`,
        `From: ${request.header("From")}`,
        `To: ${status === 100 || to.includes("tag=") ? to : `${to};tag=${tag}`}`,
        `Call-ID: ${request.header("Call-ID")}`,
        `CSeq: ${request.header("CSeq")}`,
        ...(status > 100 && request.start === "INVITE" ? ["Contact: <sip:b2bua@127.0.0.1;transport=ws>"] : []),
        ...(body ? ["Content-Type: application/sdp"] : []),
        ...headers,
      ],
      body,
    );
  };
  const register = (request: SipText): Promise<void> => {
    contact = /<([^>]+)>/.exec(request.header("Contact"))?.[1] ?? "";
    const status = answers.get("REGISTER") ?? 200;
    if (status === 0) return Promise.resolve();
    if (!request.has("Authorization")) {
      const challenge = 'Digest realm="demo", nonce="n1", algorithm=MD5, qop="auth"';
      return reply(request, 401, { headers: [`WWW-Authenticate: ${challenge}`] });
    }
    return reply(request, status, { headers: [`Contact: ${request.header("Contact")}`, ...server.registered] });
  };
  const receive = (text: string): void => {
    const message = parse(text);
    received.push(message);
    const status = answers.get(message.start);
    if (message.start === "REGISTER") void register(message);
    else if (status) void reply(message, status);
  };

  const server: SipServer = {
    registered: ["Feature-Caps: *;+g.callpanel.ice-lite"],
    openSocket: (url, listener) => {
      opened.push(url);
      client = listener;
      queueMicrotask(() => listener.opened());
      return {
        send: (text) => (queueMicrotask(() => receive(text)), true),
        close: () => undefined,
      };
    },
    received,
    opened,
    answers,
    newest: (start) => {
      const message = received.findLast((one) => one.start === start);
      if (!message) throw new Error(`no ${start} in ${received.map((one) => one.start).join(" ")}`);
      return message;
    },
    reply,
    request: (method, headers, body = "") =>
      send(
        [
          `${method} ${contact} SIP/2.0`,
          `Via: SIP/2.0/WS 127.0.0.1;branch=z9hG4bKserver${(branch += method === "CANCEL" || method === "ACK" ? 0 : 1)}`,
          "Max-Forwards: 70",
          ...headers,
        ],
        body,
      ),
    frame: async (text) => {
      client?.received(text);
      await settle();
    },
    drop: async () => {
      client?.closed();
      await settle();
    },
  };
  return server;
}

const REASONS: Readonly<Record<number, string>> = {
  100: "Trying",
  180: "Ringing",
  200: "OK",
  401: "Unauthorized",
  403: "Forbidden",
  486: "Busy Here",
  488: "Not Acceptable Here",
};

function parse(text: string): SipText {
  const [head = "", body = ""] = text.split("\r\n\r\n");
  const [line = "", ...lines] = head.split("\r\n");
  const [first = "", second = ""] = line.split(" ");
  const find = (name: string): string | undefined =>
    lines.find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`))?.replace(/^[^:]*:\s*/, "");
  const isResponse = first === "SIP/2.0";
  return {
    start: isResponse ? second : first,
    uri: isResponse ? "" : second,
    header: (name) => find(name) ?? "",
    has: (name) => find(name) !== undefined,
    body,
  };
}
