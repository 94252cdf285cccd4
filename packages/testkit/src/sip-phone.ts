/**
 * A small SIP telephone for tests, on the same stack as the server but with no code of the server: it registers, calls, is
 * called, and lets a test misbehave. Works over any line: an in-memory pair with a fake clock, or a real WebSocket.
 */
import { hash, randomBytes } from "node:crypto";
import {
  authorize,
  contactField,
  createRequest,
  createSipStack,
  dialogKeyOfRequest,
  nameAddr,
  parseUri,
  sipUri,
  withParam,
  type Clock,
  type HeaderField,
  type NameAddr,
  type ServerTransaction,
  type SipConnection,
  type SipRequest,
  type SipResponse,
} from "@callpanel/sip";
import { audioDescription } from "./audio-description.ts";
import { createIncomingCall, createOutgoingCall } from "./sip-phone-call.ts";
import type { CallOptions, PhoneCall, PhoneCore, PhoneMedia } from "./sip-phone-core.ts";

/** The way to the server. */
export interface PhoneLine {
  send(frame: string): void;
  close(): void;
}

export interface SipPhoneOptions {
  /** Opens a line; the phone takes what comes in by `receive` and hears of the end by `closed`. */
  readonly dial: (handlers: { receive(frame: string): void; closed(): void }) => PhoneLine;
  readonly clock: Clock;
  readonly realm: string;
  readonly username: string;
  readonly password: string;
  /** HA1 by MD5, in place of the password. */
  readonly ha1?: string;
  /** User part of From and To; default: the username. */
  readonly addressUser?: string;
  readonly displayName?: string;
  /** Whether an incoming call is answered 180 at once; default true. */
  readonly ringsByItself?: boolean;
  /** Which challenge it answers; default MD5 as browsers do. */
  readonly algorithm?: "MD5" | "SHA-256";
  /** The methods that it allows in its calls; default: all that it knows. */
  readonly allow?: string;
  /** Makes the descriptions; default: bodies with nothing behind them. */
  readonly media?: () => PhoneMedia;
  readonly contactParams?: Readonly<Record<string, string>>;
  /** User and host of the Contact; default: made up. */
  readonly contact?: { readonly user: string; readonly host: string };
}

export interface SipPhone {
  readonly calls: readonly PhoneCall[];
  /** Requests that belong to no call of this phone. */
  readonly strays: readonly SipRequest[];
  /** Knows nothing of its subscriptions any more: their NOTIFY is 481. */
  forgetSubscriptions(): void;
  readonly contact: NameAddr;
  register(options?: { readonly seconds?: number; readonly headers?: readonly HeaderField[] }): Promise<SipResponse>;
  unregister(): Promise<SipResponse>;
  /** Any request outside a dialog; credentials are added when they are asked for. */
  request(method: string, parts?: OutsideRequest): Promise<SipResponse>;
  call(target: string, options?: CallOptions): PhoneCall;
  /** The next incoming call, or the oldest that was not returned yet. */
  incoming(): Promise<PhoneCall>;
  /** Puts a frame on the line as it is. */
  sendRaw(frame: string): void;
  /** All frames that came in, and all that went out. */
  readonly received: readonly string[];
  readonly sent: readonly string[];
  readonly registerCallId: string;
  /** The line goes dead without a word. */
  cut(): void;
  /** A new line after `cut`; dialogs and registration state are kept. */
  reconnect(): void;
}

export interface OutsideRequest {
  readonly to?: string;
  readonly uri?: string;
  readonly from?: NameAddr;
  readonly headers?: readonly HeaderField[];
  readonly body?: string;
  readonly withoutCredentials?: boolean;
  readonly maxForwards?: number;
  readonly callId?: string;
  readonly cseq?: number;
  /** Makes the credentials for this address in place of the request's. */
  readonly credentialsUri?: string;
  /** Pretends to belong to a dialog. */
  readonly inDialog?: { readonly callId: string; readonly localTag: string; readonly remoteTag: string };
}

const METHODS = "INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE, REFER, NOTIFY";

export function createSipPhone(options: SipPhoneOptions): SipPhone {
  const { realm, clock, username, password } = options;
  const random = randomText;
  const calls: PhoneCall[] = [];
  const strays: SipRequest[] = [];
  /** Call-IDs. */
  const subscribed = new Set<string>();
  const received: string[] = [];
  const sent: string[] = [];
  const byDialog = new Map<string, PhoneCall>();
  const unclaimed: PhoneCall[] = [];
  const waiting: ((call: PhoneCall) => void)[] = [];
  const self = nameAddr(sipUri(options.addressUser ?? username, realm), { displayName: options.displayName });
  const { user = random(8), host = `${random(10)}.invalid` } = options.contact ?? {};
  const contact = nameAddr(sipUri(user, host, { params: new Map([["transport", "ws"]]) }), {
    params: new Map(Object.entries(options.contactParams ?? {})),
  });
  const registerCallId = random(16);
  let cseq = 0;
  let connectionCount = 0;

  const stack = createSipStack({
    clock,
    random,
    via: { transport: "WSS", host },
    onRequest: (transaction) => take(transaction),
  });

  const open = (): { readonly connection: SipConnection; readonly line: PhoneLine } => {
    connectionCount += 1;
    const line = options.dial({
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

  const credentials = (request: SipRequest, response: SipResponse): HeaderField | undefined => {
    const { algorithm = "MD5" } = options;
    const text = `${username}:${realm}:${password}`;
    const ha1 = options.ha1 ?? hash(algorithm === "MD5" ? "md5" : "sha256", text);
    const identity = { username, algorithm, ha1 };
    return authorize(request, response, { hash: (name, plain) => hash(name, plain), random, identity });
  };

  const core: PhoneCore = {
    stack,
    self,
    contact,
    random,
    allow: ["Allow", options.allow ?? METHODS],
    connection: () => current.connection,
    addressOf: (target) => parseUri(target) ?? sipUri(target, realm),
    media: options.media ?? silentMedia,
    credentials,
    adopt: (key, call) => void byDialog.set(key, call),
  };

  const take = (transaction: ServerTransaction): void => {
    const { request } = transaction;
    const key = dialogKeyOfRequest(request);
    const known = key === undefined ? undefined : byDialog.get(key);
    if (known !== undefined) known.take(transaction);
    else if (key === undefined && request.method === "INVITE") ringUp(transaction);
    else {
      strays.push(request);
      transaction.respond(key === undefined || subscribed.has(request.callId) ? 200 : 481);
    }
  };
  const ringUp = (transaction: ServerTransaction): void => {
    const call = createIncomingCall(core, transaction);
    calls.push(call);
    if (options.ringsByItself ?? true) call.ring();
    const next = waiting.shift();
    if (next === undefined) unclaimed.push(call);
    else next(call);
  };

  const exchange = (request: SipRequest, parts: OutsideRequest): Promise<SipResponse> =>
    new Promise((resolve, reject) => {
      stack.request(current.connection, request, {
        onResponse: (response) => {
          if (response.status < 200) return;
          const mayAuthorize = parts.withoutCredentials !== true && response.status === 401;
          const uri = (parts.credentialsUri === undefined ? undefined : parseUri(parts.credentialsUri)) ?? request.uri;
          const field = mayAuthorize ? credentials({ ...request, uri }, response) : undefined;
          if (field === undefined) resolve(response);
          else {
            cseq += 1;
            const { method } = request;
            const headers = [...request.headers, field];
            const number = parts.cseq ?? cseq;
            resolve(
              exchange({ ...request, headers, cseq: { number, method } }, { ...parts, withoutCredentials: true }),
            );
          }
        },
        onFailure: (failure) => reject(new Error(`${request.method}: ${failure}`)),
      });
    });

  const request = (method: string, parts: OutsideRequest = {}): Promise<SipResponse> => {
    cseq += 1;
    const callId = parts.callId ?? parts.inDialog?.callId ?? random(16);
    if (method === "SUBSCRIBE") subscribed.add(callId);
    const from = parts.from ?? self;
    const { inDialog } = parts;
    const address = parts.to === undefined ? self : nameAddr(core.addressOf(parts.to));
    const to =
      inDialog === undefined ? address : { ...address, params: withParam(address.params, "tag", inDialog.remoteTag) };
    const built = createRequest({
      method,
      uri:
        parts.uri === undefined
          ? method === "REGISTER"
            ? sipUri(undefined, realm)
            : to.uri
          : core.addressOf(parts.uri),
      from: { ...from, params: withParam(from.params, "tag", inDialog?.localTag ?? random(10)) },
      to,
      callId,
      cseq: parts.cseq ?? cseq,
      maxForwards: parts.maxForwards,
      headers: parts.headers,
      body: parts.body,
    });
    return exchange(built, parts);
  };

  const register = (seconds: number, headers: readonly HeaderField[] = []): Promise<SipResponse> => {
    const bound = { ...contact, params: withParam(contact.params, "expires", String(seconds)) };
    return request("REGISTER", {
      callId: registerCallId,
      headers: [contactField(bound), ["Supported", "path, outbound"], ...headers],
    });
  };

  return {
    calls,
    strays,
    forgetSubscriptions: () => subscribed.clear(),
    received,
    sent,
    registerCallId,
    contact,
    register: ({ seconds = 600, headers } = {}) => register(seconds, headers),
    unregister: () => register(0),
    request,
    call: (target, callOptions) => {
      const call = createOutgoingCall(core, target, callOptions);
      calls.push(call);
      return call;
    },
    incoming: () => {
      const call = unclaimed.shift();
      return call === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(call);
    },
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

const randomText = (length: number): string =>
  BigInt(`0x${randomBytes(length).toString("hex")}`)
    .toString(36)
    .slice(0, length)
    .padStart(length, "0");

function silentMedia(): PhoneMedia {
  return {
    offer: (description) => Promise.resolve(audioDescription(description)),
    answer: (_, description) => Promise.resolve(audioDescription(description)),
    accept: () => Promise.resolve(),
  };
}
