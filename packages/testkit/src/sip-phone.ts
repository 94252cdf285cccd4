/**
 * A small SIP telephone for tests, on the same stack as the server but with no code of the server: it registers, calls, is
 * called, and lets a test misbehave. Works over any line: an in-memory pair with a fake clock, or a real WebSocket.
 */
import { hash, randomBytes } from "node:crypto";
import {
  authorize,
  createSipStack,
  dialogKeyOfRequest,
  nameAddr,
  parseUri,
  sipUri,
  type Clock,
  type HeaderField,
  type NameAddr,
  type ServerTransaction,
  type SipRequest,
  type SipResponse,
} from "@callpanel/sip";
import { audioDescription } from "./audio-description.ts";
import { createPhoneLines, type DialLine } from "./sip-phone-lines.ts";
import { createOutsideRequests, type OutsideRequest } from "./sip-phone-requests.ts";
import { createIncomingCall, createOutgoingCall } from "./sip-phone-call.ts";
import type { CallOptions, PhoneCall, PhoneCore, PhoneMedia } from "./sip-phone-core.ts";

export interface SipPhoneOptions {
  readonly dial: DialLine;
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
  /** How it answers MESSAGE; default 200. */
  readonly textAnswer?: number;
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

const METHODS = "INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE, REFER, NOTIFY";

export function createSipPhone(options: SipPhoneOptions): SipPhone {
  const { realm, clock, username, password } = options;
  const random = randomText;
  const calls: PhoneCall[] = [];
  const strays: SipRequest[] = [];
  const byDialog = new Map<string, PhoneCall>();
  const unclaimed: PhoneCall[] = [];
  const waiting: ((call: PhoneCall) => void)[] = [];
  const self = nameAddr(sipUri(options.addressUser ?? username, realm), { displayName: options.displayName });
  const { user = random(8), host = `${random(10)}.invalid` } = options.contact ?? {};
  const contact = nameAddr(sipUri(user, host, { params: new Map([["transport", "ws"]]) }), {
    params: new Map(Object.entries(options.contactParams ?? {})),
  });

  const stack = createSipStack({
    clock,
    random,
    via: { transport: "WSS", host },
    onRequest: (transaction) => take(transaction),
  });

  const lines = createPhoneLines(options.dial, stack);

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
    connection: lines.connection,
    addressOf: (target) => parseUri(target) ?? sipUri(target, realm),
    media: options.media ?? silentMedia,
    credentials,
    adopt: (key, call) => void byDialog.set(key, call),
  };

  const requests = createOutsideRequests(core, realm);

  const take = (transaction: ServerTransaction): void => {
    const { request } = transaction;
    const key = dialogKeyOfRequest(request);
    const known = key === undefined ? undefined : byDialog.get(key);
    if (known !== undefined) known.take(transaction);
    else if (key === undefined && request.method === "INVITE") ringUp(transaction);
    else {
      strays.push(request);
      if (request.method === "MESSAGE") transaction.respond(options.textAnswer ?? 200);
      else transaction.respond(key === undefined || requests.isSubscribed(request.callId) ? 200 : 481);
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

  return {
    calls,
    strays,
    forgetSubscriptions: requests.forgetSubscriptions,
    received: lines.received,
    sent: lines.sent,
    registerCallId: requests.registerCallId,
    contact,
    register: ({ seconds = 600, headers } = {}) => requests.register(seconds, headers),
    unregister: () => requests.register(0),
    request: requests.request,
    call: (target, callOptions) => {
      const call = createOutgoingCall(core, target, callOptions);
      calls.push(call);
      return call;
    },
    incoming: () => {
      const call = unclaimed.shift();
      return call === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(call);
    },
    sendRaw: lines.sendRaw,
    cut: lines.cut,
    reconnect: lines.reconnect,
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
