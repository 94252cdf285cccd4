/** Telephones that others made, each with a far end of sound of its own (werift), in one shape for the journeys. */
import { createMediaPeer, type MediaPeer } from "@callpanel/testkit";

export interface ForeignPhone {
  readonly make: "JsSIP" | "SIP.js";
  /** Resolves when the registrar has taken it; rejects with what was said instead. */
  register(): Promise<void>;
  unregister(): Promise<void>;
  call(number: string): ForeignCall;
  /** The next call that comes in. */
  incoming(): Promise<ForeignCall>;
  stop(): Promise<void>;
}

export interface ForeignCall {
  /** The far end of its sound; throws before there is one. */
  sound(): MediaPeer;
  /** Display name and number of the caller, as the library read them. */
  readonly from: { readonly name: string; readonly number: string };
  /** Resolves when talking, rejects with the status when refused. */
  readonly answered: Promise<void>;
  readonly ended: Promise<void>;
  /** Digits that came by INFO. */
  readonly digits: readonly string[];
  accept(): Promise<void>;
  reject(status: number): Promise<void>;
  hangUp(): Promise<void>;
  hold(): Promise<void>;
  unhold(): Promise<void>;
  sendDigit(digit: string): Promise<void>;
}

export interface ForeignAccount {
  /** `ws://…/sip` */
  readonly server: string;
  readonly uri: string;
  readonly username: string;
  readonly realm: string;
  /** The SIP secret of this phone. */
  readonly secret: string;
}

export function createPeer(): MediaPeer {
  return createMediaPeer({ codec: "opus" });
}

/** A promise with its resolve and reject; a rejection need not be handled. */
export function deferred(): { promise: Promise<void>; resolve: () => void; reject: (error: Error) => void } {
  const ends = { resolve: (): void => undefined, reject: (_error: Error): void => undefined };
  const promise = new Promise<void>((resolve, reject) => {
    ends.resolve = resolve;
    ends.reject = reject;
  });
  promise.catch(() => undefined);
  return { promise, resolve: () => ends.resolve(), reject: (error) => ends.reject(error) };
}

/** Adds the phone as its owner does on the account page: signed in, with the password, and takes what is shown once. */
export async function accountOf(address: string, username: string, password: string): Promise<ForeignAccount> {
  const written = { "content-type": "application/json" };
  const token = await json(`${address}/api/oauth/token`, {
    method: "POST",
    headers: written,
    body: JSON.stringify({ grant_type: "password", username, password }),
  });
  const phone = await json(`${address}/api/v1/phones`, {
    method: "POST",
    headers: { ...written, authorization: `Bearer ${text(token, "access_token")}` },
    body: JSON.stringify({ label: "Foreign phone", current_password: password }),
  });
  const realm = text(phone, "realm");
  return {
    server: text(phone, "server"),
    uri: `sip:${text(phone, "username")}@${realm}`,
    username: text(phone, "username"),
    realm,
    secret: text(phone, "secret"),
  };
}

async function json(url: string, init: RequestInit): Promise<object> {
  const response = await fetch(url, init);
  const body: unknown = await response.json();
  if (!response.ok || typeof body !== "object" || body === null) throw new Error(`${url}: ${response.status}`);
  return body;
}

function text(from: object, name: string): string {
  const value: unknown = Reflect.get(from, name);
  if (typeof value !== "string") throw new Error(`no ${name} in ${JSON.stringify(from)}`);
  return value;
}
