import { addressList, contact } from "../text/fields.ts";
import { createRequest, fromTag, toTag } from "../text/message.ts";
import type { HeaderField, SipRequest, SipResponse } from "../text/message.ts";
import { serializeNameAddr } from "../text/name-addr.ts";
import type { NameAddr } from "../text/name-addr.ts";
import { withParam } from "../text/params.ts";
import type { Uri } from "../text/uri.ts";

export type DialogPhase = "early" | "confirmed" | "terminated";

export interface InDialogParts {
  readonly headers?: readonly HeaderField[];
  readonly body?: string;
}

/** What to do with a request within a dialog: process it, or refuse it with a status (RFC 3261 §12.2.2). */
export type InDialogCheck = { readonly ok: true } | { readonly ok: false; readonly status: 481 | 500 };

/** A dialog, RFC 3261 §12. `local` is this side. */
export interface Dialog {
  readonly role: "uac" | "uas";
  readonly phase: DialogPhase;
  readonly callId: string;
  readonly localTag: string;
  /** "" for a peer of RFC 2543, which sends no tag. */
  readonly remoteTag: string;
  readonly local: NameAddr;
  readonly remote: NameAddr;
  /** The URI of the peer's Contact. */
  readonly remoteTarget: Uri;
  readonly routeSet: readonly NameAddr[];
  /** The key of the dialog in a map: see `dialogKey`. */
  readonly key: string;
  /** The 2xx was sent or received. */
  confirm(): void;
  terminate(): void;
  /** Builds the next request of this side, with the next CSeq number (not ACK, not CANCEL). */
  createRequest(method: string, parts?: InDialogParts): SipRequest;
  /** Builds the ACK to the 2xx of an INVITE that was sent in this dialog, or that made it. */
  createAck(invite: SipRequest, parts?: InDialogParts): SipRequest;
  /** Checks the order of a request and updates the remote target. An ACK is always ok. */
  receiveRequest(request: SipRequest): InDialogCheck;
  /** Applies a response: 2xx to INVITE confirms the dialog and, like 2xx to UPDATE, refreshes the target. */
  receiveResponse(response: SipResponse): void;
}

/** The key of a dialog, from this side's view. */
export const dialogKey = (callId: string, localTag: string, remoteTag: string): string =>
  `${callId} ${localTag} ${remoteTag}`;

/** The dialog a request within a dialog belongs to, as a key of this side; undefined when it has no To tag. */
export const dialogKeyOfRequest = (request: SipRequest): string | undefined => {
  const local = toTag(request);
  return local === undefined ? undefined : dialogKey(request.callId, local, fromTag(request) ?? "");
};

/** The dialog a response belongs to, as a key of this side; undefined when it has no To tag. */
export const dialogKeyOfResponse = (response: SipResponse): string | undefined => {
  const remote = toTag(response);
  return remote === undefined ? undefined : dialogKey(response.callId, fromTag(response) ?? "", remote);
};

/** The dialog that a response to this request creates on the answering side; undefined without a Contact (respond 400). */
export const createUasDialog = (request: SipRequest, localTag: string): Dialog | undefined => {
  const target = contact(request);
  if (target === undefined) return undefined;
  const { displayName, uri, params } = request.to;
  return new DialogRecord({
    role: "uas",
    callId: request.callId,
    local: { displayName, uri, params: withParam(params, "tag", localTag) },
    remote: request.from,
    remoteTarget: target.uri,
    routeSet: addressList(request, "Record-Route"),
    localCSeq: undefined,
    remoteCSeq: request.cseq.number,
  });
};

/** The dialog that a 101–299 response creates on the calling side; undefined without a To tag or a Contact. */
export const createUacDialog = (request: SipRequest, response: SipResponse): Dialog | undefined => {
  const target = contact(response);
  if (target === undefined || toTag(response) === undefined || response.status <= 100 || response.status > 299)
    return undefined;
  const dialog = new DialogRecord({
    role: "uac",
    callId: request.callId,
    local: request.from,
    remote: response.to,
    remoteTarget: target.uri,
    routeSet: addressList(response, "Record-Route").toReversed(),
    localCSeq: request.cseq.number,
    remoteCSeq: undefined,
  });
  if (response.status >= 200) dialog.confirm();
  return dialog;
};

interface DialogParts {
  readonly role: "uac" | "uas";
  readonly callId: string;
  readonly local: NameAddr;
  readonly remote: NameAddr;
  readonly remoteTarget: Uri;
  readonly routeSet: readonly NameAddr[];
  readonly localCSeq: number | undefined;
  readonly remoteCSeq: number | undefined;
}

const TARGET_REFRESH = new Set(["INVITE", "UPDATE", "SUBSCRIBE", "NOTIFY", "REFER"]);
const COPIED_TO_ACK = new Set(["Authorization", "Proxy-Authorization"]);

class DialogRecord implements Dialog {
  readonly role: "uac" | "uas";
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string;
  readonly local: NameAddr;
  readonly remote: NameAddr;
  readonly key: string;
  readonly routeSet: readonly NameAddr[];
  #remoteTarget: Uri;
  #localCSeq: number;
  #remoteCSeq: number | undefined;
  #phase: DialogPhase = "early";

  constructor(parts: DialogParts) {
    this.role = parts.role;
    this.callId = parts.callId;
    this.local = parts.local;
    this.remote = parts.remote;
    this.localTag = parts.local.params.get("tag") ?? "";
    this.remoteTag = parts.remote.params.get("tag") ?? "";
    this.key = dialogKey(parts.callId, this.localTag, this.remoteTag);
    this.routeSet = parts.routeSet;
    this.#remoteTarget = parts.remoteTarget;
    this.#localCSeq = parts.localCSeq ?? 0;
    this.#remoteCSeq = parts.remoteCSeq;
  }

  get phase(): DialogPhase {
    return this.#phase;
  }

  get remoteTarget(): Uri {
    return this.#remoteTarget;
  }

  confirm(): void {
    if (this.#phase === "early") this.#phase = "confirmed";
  }

  terminate(): void {
    this.#phase = "terminated";
  }

  createRequest(method: string, parts: InDialogParts = {}): SipRequest {
    this.#localCSeq += 1;
    return this.#build(method, this.#localCSeq, parts);
  }

  createAck(invite: SipRequest, parts: InDialogParts = {}): SipRequest {
    const credentials = invite.headers.filter(([name]) => COPIED_TO_ACK.has(name));
    return this.#build("ACK", invite.cseq.number, { ...parts, headers: [...credentials, ...(parts.headers ?? [])] });
  }

  receiveRequest(request: SipRequest): InDialogCheck {
    const { method, cseq } = request;
    if (method === "ACK") return { ok: true };
    if (this.#phase === "terminated") return { ok: false, status: 481 };
    if (this.#remoteCSeq !== undefined && cseq.number < this.#remoteCSeq) return { ok: false, status: 500 };
    this.#remoteCSeq = cseq.number;
    if (TARGET_REFRESH.has(method)) this.#refreshTarget(request);
    return { ok: true };
  }

  receiveResponse(response: SipResponse): void {
    const { status, cseq } = response;
    if (status < 200 || status > 299) return;
    if (cseq.method === "INVITE") this.confirm();
    if (TARGET_REFRESH.has(cseq.method)) this.#refreshTarget(response);
  }

  #refreshTarget(message: SipRequest | SipResponse): void {
    const target = contact(message);
    if (target !== undefined) this.#remoteTarget = target.uri;
  }

  /**
   * RFC 3261 §12.2.1.1: if the first router is loose, the target is the Request-URI; if it is strict, the target goes
   * last.
   */
  #build(method: string, cseq: number, parts: InDialogParts): SipRequest {
    const [first, ...others] = this.routeSet;
    const strict = first !== undefined && !(first.uri.kind === "sip" && first.uri.params.has("lr"));
    const target: NameAddr = { displayName: undefined, uri: this.#remoteTarget, params: new Map() };
    const routes = strict ? [...others, target] : this.routeSet;
    const routeFields = routes.map((route): HeaderField => ["Route", serializeNameAddr(route)]);
    return createRequest({
      method,
      uri: strict ? first.uri : this.#remoteTarget,
      from: this.local,
      to: this.remote,
      callId: this.callId,
      cseq,
      headers: [...routeFields, ...(parts.headers ?? [])],
      body: parts.body,
    });
  }
}
