/** The requests that a test phone sends outside its calls, with the credentials that they are asked for. */
import {
  contactField,
  createRequest,
  nameAddr,
  parseUri,
  sipUri,
  withParam,
  type HeaderField,
  type NameAddr,
  type SipRequest,
  type SipResponse,
} from "@callpanel/sip";
import type { PhoneCore } from "./sip-phone-core.ts";

export interface OutsideRequest {
  readonly to?: string;
  readonly uri?: string;
  readonly from?: NameAddr;
  /** To send the same request again. */
  readonly fromTag?: string;
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

interface OutsideRequests {
  readonly registerCallId: string;
  request(method: string, parts?: OutsideRequest): Promise<SipResponse>;
  register(seconds: number, headers?: readonly HeaderField[]): Promise<SipResponse>;
  /** Whether a subscription has this Call-ID. */
  isSubscribed(callId: string): boolean;
  forgetSubscriptions(): void;
}

export function createOutsideRequests(core: PhoneCore, realm: string): OutsideRequests {
  const { stack, self, contact, random, credentials } = core;
  /** Call-IDs. */
  const subscribed = new Set<string>();
  const registerCallId = random(16);
  let cseq = 0;

  const exchange = (request: SipRequest, parts: OutsideRequest): Promise<SipResponse> =>
    new Promise((resolve, reject) => {
      stack.request(core.connection(), request, {
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
      from: { ...from, params: withParam(from.params, "tag", inDialog?.localTag ?? parts.fromTag ?? random(10)) },
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
    registerCallId,
    request,
    register,
    isSubscribed: (callId) => subscribed.has(callId),
    forgetSubscriptions: () => subscribed.clear(),
  };
}
