export type { Clock } from "./text/clock.ts";
export * as sipLimits from "./text/limits.ts";
export { parseMessage } from "./text/parse-message.ts";
export type { ParseFailure } from "./text/parse-failure.ts";
export { serialize, serializeBytes } from "./text/serialize.ts";
export { createRequest, createResponse, fromTag, header, headers, toTag } from "./text/message.ts";
export type {
  CSeq,
  HeaderField,
  RequestParts,
  ResponseParts,
  SipMessage,
  SipRequest,
  SipResponse,
} from "./text/message.ts";
export { reasonOf } from "./text/reasons.ts";
export { parseUri, sameUri, serializeUri, sipUri } from "./text/uri.ts";
export type { OtherUri, SipUri, TelUri, Uri } from "./text/uri.ts";
export { nameAddr, parseNameAddr, parseNameAddrList, serializeNameAddr } from "./text/name-addr.ts";
export type { NameAddr } from "./text/name-addr.ts";
export { NO_PARAMS, withParam } from "./text/params.ts";
export type { Params } from "./text/params.ts";
export type { Via } from "./text/via.ts";
export {
  addressList,
  contact,
  contactExpires,
  contactField,
  contacts,
  contentType,
  event,
  expires,
  listValues,
  maxForwards,
  parseTokenWithParams,
  referTo,
} from "./text/fields.ts";
export type { TokenWithParams } from "./text/fields.ts";
export { SIPFRAG_TYPE, parseSipfrag, sipfrag } from "./text/sipfrag.ts";

export { createDigestAuthenticator, hasCredentials } from "./digest/authenticator.ts";
export type {
  DigestAuthenticator,
  DigestAuthenticatorOptions,
  DigestCredentials,
  Ha1,
  Verdict,
} from "./digest/authenticator.ts";
export { authorize } from "./digest/authorize.ts";
export type { AuthorizeParts, DigestIdentity } from "./digest/authorize.ts";
export { digestHa1, mayChallenge } from "./digest/digest.ts";
export type { AuthRole, DigestAlgorithm, Hash } from "./digest/digest.ts";

export { createSipStack } from "./stack/stack.ts";
export type { SipStack } from "./stack/stack.ts";
export type { SipStackOptions, StackCounts, StackFault, StackLimits } from "./stack/stack-options.ts";
export { screenRequest } from "./stack/screen.ts";
export type { Refusal, Supports } from "./stack/screen.ts";
export type { SipConnection } from "./transactions/connection.ts";
export type { RespondParts, ServerEnd, ServerTransaction } from "./transactions/server-transaction.ts";
export type { ClientFailure, ClientHandlers, ClientTransaction } from "./transactions/client-transaction.ts";
export { T1_MS, T2_MS, TRANSACTION_TIMEOUT_MS } from "./transactions/timers.ts";
export { retransmitAnswer } from "./transactions/answer-retransmission.ts";
export { createProvisionalResponses } from "./transactions/reliable-provisional.ts";
export type { ProvisionalResponses } from "./transactions/reliable-provisional.ts";

export {
  createUacDialog,
  createUasDialog,
  dialogKey,
  dialogKeyOfRequest,
  dialogKeyOfResponse,
} from "./dialogs/dialog.ts";
export type { Dialog, DialogPhase, InDialogCheck, InDialogParts } from "./dialogs/dialog.ts";
export { matchReplaces, parseReplaces, replacesForPeer, serializeReplaces } from "./dialogs/replaces.ts";
export type { Replaces, ReplacesMatch } from "./dialogs/replaces.ts";
export { NO_OFFER, stepOffer } from "./dialogs/offer-answer.ts";
export type { OfferEvent, OfferState } from "./dialogs/offer-answer.ts";
export { glareRefusal, glareRetryMs } from "./dialogs/glare.ts";
export type { GlareRefusal, PendingOffers } from "./dialogs/glare.ts";
