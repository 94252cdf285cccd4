import { fromTag, toTag } from "../text/message.ts";
import type { SipMessage, SipRequest } from "../text/message.ts";
import { BRANCH_COOKIE, sentBy, serializeVia } from "../text/via.ts";

/**
 * The key of a server transaction, RFC 3261 §17.2.3: branch, sent-by and method, where ACK and CANCEL use the key of
 * the INVITE that they belong to. Without a branch of RFC 3261 the fields of RFC 2543 are the key.
 */
export const serverKey = (request: SipRequest): string => {
  const { method, cseq, callId } = request;
  const named = method === "ACK" || method === "CANCEL" ? "INVITE" : method;
  const via = request.via[0];
  const branch = via?.params.get("branch") ?? "";
  if (via !== undefined && branch.length > BRANCH_COOKIE.length && branch.startsWith(BRANCH_COOKIE)) {
    return `${branch} ${sentBy(via)} ${named}`;
  }
  return `2543 ${callId} ${cseq.number} ${fromTag(request) ?? ""} ${via === undefined ? "" : serializeVia(via)} ${named}`;
};

/** The key of a client transaction, from a request or its response, RFC 3261 §17.1.3. */
export const clientKey = (message: SipMessage): string =>
  `${message.via[0]?.params.get("branch") ?? ""} ${message.cseq.method}`;

/** The same for every copy of a request that arrived over different routes, RFC 3261 §8.2.2.2; undefined within a dialog. */
export const mergedKey = (request: SipRequest): string | undefined =>
  toTag(request) === undefined
    ? `${request.callId} ${fromTag(request) ?? ""} ${request.cseq.number} ${request.cseq.method}`
    : undefined;

/** The key that an ACK shares with its 2xx, RFC 3261 §13.3.1.4. */
export const answerKey = (callId: string, tag: string | undefined, cseq: number): string =>
  `${callId} ${tag ?? ""} ${cseq}`;
