/** Requests with credentials (RFC 3261 §22): a challenge is answered once, a nonce is used until it is stale. */
import { authorize } from "@callpanel/sip";
import type {
  ClientFailure,
  ClientTransaction,
  Hash,
  HeaderField,
  SipConnection,
  SipRequest,
  SipResponse,
  SipStack,
} from "@callpanel/sip";
import { random } from "./account.ts";
import { md5 } from "./md5.ts";

/** Makes the request, and makes it once more with the next CSeq for each answered challenge. */
export type MakeRequest = () => SipRequest;

export interface SendHandlers {
  /** Each provisional response above 100 and each final one, with the request that it answers. */
  onResponse(response: SipResponse, sent: SipRequest): void;
  onFailure(failure: ClientFailure): void;
}

/** Nothing depends on the answer. */
export const UNWATCHED: SendHandlers = { onResponse: () => undefined, onFailure: () => undefined };

export interface Sending {
  /** Of an INVITE. */
  cancel(): void;
}

export interface Sender {
  send(make: MakeRequest, handlers: SendHandlers): Sending;
  /** MD5(username:realm:secret), from now on. */
  useHa1(ha1: string): void;
}

export interface SenderParts {
  readonly stack: SipStack;
  /** Undefined while there is none: a request fails at once. */
  readonly connection: () => SipConnection | undefined;
  readonly username: string;
  readonly realm: string;
  readonly ha1: string;
}

/** The newest challenge of a registrar (401) or a proxy (407), and how often it was answered. */
interface Challenge {
  readonly response: SipResponse;
  count: number;
}

/** Only MD5 is asked for: the account has no HA1 of another algorithm. */
const hash: Hash = (_algorithm, text) => md5(text);

export function createSender({ stack, connection, username, realm, ...parts }: SenderParts): Sender {
  let ha1 = parts.ha1;
  const challenges = new Map<401 | 407, Challenge>();

  const credentials = (request: SipRequest, { response, count }: Challenge): HeaderField | undefined =>
    authorize(request, response, { hash, random, identity: { username, ha1, algorithm: "MD5", realm }, count });
  const withCredentials = (request: SipRequest): SipRequest => {
    const fields = [...challenges.values()].flatMap((challenge) => {
      challenge.count += 1;
      const field = credentials(request, challenge);
      return field === undefined ? [] : [field];
    });
    return { ...request, headers: [...request.headers, ...fields] };
  };

  const send: Sender["send"] = (make, handlers) => {
    let transaction: ClientTransaction | undefined;
    let cancelled = false;
    let answered = 0;

    const attempt = (): void => {
      const over = connection();
      if (over === undefined) return handlers.onFailure("connectionClosed");
      const request = withCredentials(make());
      transaction = stack.request(over, request, {
        onFailure: (failure) => handlers.onFailure(failure),
        onResponse: (response) => {
          if (!cancelled && takesChallenge(request, response)) attempt();
          else handlers.onResponse(response, request);
        },
      });
    };
    /** Notes the challenge; false when it cannot be answered, or the answer to a fresh one was refused. */
    const takesChallenge = (request: SipRequest, response: SipResponse): boolean => {
      const { status } = response;
      if (status !== 401 && status !== 407) return false;
      const challenge: Challenge = { response, count: 0 };
      if (credentials(request, challenge) === undefined) return false;
      challenges.set(status, challenge);
      answered += 1;
      return answered <= MAX_CHALLENGES && (answered === 1 || isStale(response) || isOther(request, status));
    };
    attempt();
    return {
      cancel: () => {
        cancelled = true;
        transaction?.cancel();
      },
    };
  };
  return {
    send,
    useHa1: (next) => {
      ha1 = next;
      challenges.clear();
    },
  };
}

/** A registrar behind a proxy, each of them with a stale nonce: more is a loop. */
const MAX_CHALLENGES = 4;

const isStale = (response: SipResponse): boolean =>
  response.headers.some(([name, value]) => /-Authenticate$/i.test(name) && /\bstale\s*=\s*"?true\b/i.test(value));

/** The request had no credentials for this one: a proxy challenged before. */
const isOther = (request: SipRequest, status: 401 | 407): boolean =>
  !request.headers.some(([name]) => name === (status === 401 ? "Authorization" : "Proxy-Authorization"));
