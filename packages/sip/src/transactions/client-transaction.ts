import type { Clock } from "../text/clock.ts";
import { toTag } from "../text/message.ts";
import type { HeaderField, SipRequest, SipResponse } from "../text/message.ts";
import { serialize } from "../text/serialize.ts";
import type { SipConnection } from "./connection.ts";
import { stepClient, stepInviteClient } from "./states.ts";
import type { ClientEvent, ClientState, InviteClientState } from "./states.ts";
import { TRANSACTION_TIMEOUT_MS } from "./timers.ts";

/** No final response: to be treated like 408 (`timeout`) or 503 (`connectionClosed`), RFC 3261 §8.1.3.1. */
export type ClientFailure = "timeout" | "connectionClosed";

/** Told about one request. At most one of a final response and `onFailure`, but several 2xx to a forked INVITE. */
export interface ClientHandlers {
  /** Each provisional response but not 100, and each final one. A 2xx to INVITE wants `acknowledge` of the stack. */
  onResponse(response: SipResponse): void;
  onFailure(failure: ClientFailure): void;
}

/** A request that was sent. */
export interface ClientTransaction {
  /** As it was sent, with its Via. */
  readonly request: SipRequest;
  readonly connection: SipConnection;
  readonly state: InviteClientState | ClientState;
  /**
   * Cancels an INVITE that has no final response: the CANCEL goes out once a provisional response has come
   * (RFC 3261 §9.1). The INVITE's own final response (487, or a 2xx that crossed) is still handed over, or a
   * `timeout` when none comes in 64*T1. Does nothing to other requests.
   */
  cancel(headers?: readonly HeaderField[]): void;
}

/** What the stack does with a transaction. */
export interface ClientTransactionControl {
  readonly transaction: ClientTransaction;
  receive(response: SipResponse): void;
  /** Ends it; with a failure its handlers are told. */
  end(failure: ClientFailure | undefined): void;
}

export interface ClientTransactionParts {
  readonly clock: Clock;
  readonly request: SipRequest;
  readonly connection: SipConnection;
  readonly handlers: ClientHandlers;
  readonly send: (text: string) => void;
  readonly ended: () => void;
  /** A 2xx has come: the transaction stays for 64*T1 to take the 2xx of other branches (RFC 6026, timer M). */
  readonly accepted: () => void;
  /** Sends a CANCEL in its own transaction. */
  readonly sendCancel: (cancel: SipRequest) => void;
  /** A 2xx came again: sends its ACK again. False when there was none yet. */
  readonly repeatAck: (response: SipResponse) => boolean;
}

export const createClientTransaction = (parts: ClientTransactionParts): ClientTransactionControl =>
  parts.request.method === "INVITE" ? createInviteClient(parts) : createNonInviteClient(parts);

/** The ACK to a response above 299, RFC 3261 §17.1.1.3. */
export const failureAck = (invite: SipRequest, response: SipResponse): SipRequest => ({
  ...hopRequest(invite, "ACK"),
  to: response.to,
});

const ROUTED = new Set(["Max-Forwards", "Route"]);

/** A CANCEL or ACK of the same hop: same branch, Request-URI, Call-ID, From, To, CSeq number and Route. */
const hopRequest = (invite: SipRequest, method: "ACK" | "CANCEL"): SipRequest => ({
  kind: "request",
  method,
  uri: invite.uri,
  via: invite.via.slice(0, 1),
  from: invite.from,
  to: invite.to,
  callId: invite.callId,
  cseq: { number: invite.cseq.number, method },
  headers: invite.headers.filter(([name]) => ROUTED.has(name)),
  body: "",
});

const nothing = (): void => undefined;

const createInviteClient = (parts: ClientTransactionParts): ClientTransactionControl => {
  const { clock, request, connection, handlers } = parts;
  let state: InviteClientState = "calling";
  let cancelWith: readonly HeaderField[] | undefined;
  let cancelSent = false;
  const answeredTags = new Set<string | undefined>();

  const finish = (failure: ClientFailure | undefined): void => {
    const before = state;
    const next = stepInviteClient(state, failure ?? "timeout");
    if (next === undefined) return;
    state = next;
    stopTimer();
    parts.ended();
    // After a 2xx the end of the transaction is only the end of waiting for more of them.
    if (failure !== undefined && before !== "accepted") handlers.onFailure(failure);
  };
  const startTimer = (): (() => void) =>
    clock.setTimeout(() => {
      finish("timeout");
    }, TRANSACTION_TIMEOUT_MS);
  let stopTimer = startTimer();

  const sendCancel = (): void => {
    if (cancelWith === undefined || cancelSent || state !== "proceeding") return;
    cancelSent = true;
    const cancel = hopRequest(request, "CANCEL");
    stopTimer = startTimer();
    parts.sendCancel({ ...cancel, headers: [...cancel.headers, ...cancelWith] });
  };
  const takeProvisional = (response: SipResponse, isFirst: boolean): void => {
    if (isFirst) stopTimer();
    sendCancel();
    if (response.status > 100) handlers.onResponse(response);
  };
  const takeSuccess = (response: SipResponse, isFirst: boolean): void => {
    if (isFirst) {
      stopTimer();
      stopTimer = startTimer();
      parts.accepted();
    }
    const tag = toTag(response);
    if (answeredTags.has(tag)) {
      parts.repeatAck(response);
      return;
    }
    answeredTags.add(tag);
    handlers.onResponse(response);
  };
  const takeFailure = (response: SipResponse): void => {
    stopTimer();
    parts.send(serialize(failureAck(request, response)));
    parts.ended();
    handlers.onResponse(response);
  };

  return {
    transaction: {
      request,
      connection,
      get state() {
        return state;
      },
      cancel: (headers = []) => {
        cancelWith ??= headers;
        sendCancel();
      },
    },
    receive: (response) => {
      const { status } = response;
      const before = state;
      const next = stepInviteClient(state, status < 200 ? "provisional" : status < 300 ? "success" : "failure");
      if (next === undefined) return;
      state = next;
      if (next === "proceeding") takeProvisional(response, before !== next);
      else if (next === "accepted") takeSuccess(response, before !== next);
      else takeFailure(response);
    },
    end: finish,
  };
};

const createNonInviteClient = (parts: ClientTransactionParts): ClientTransactionControl => {
  const { clock, request, connection, handlers } = parts;
  let state: ClientState = "trying";
  const step = (event: ClientEvent): boolean => {
    const next = stepClient(state, event);
    if (next === undefined) return false;
    state = next;
    if (state === "terminated") {
      stopTimer();
      parts.ended();
    }
    return true;
  };
  const finish = (failure: ClientFailure | undefined): void => {
    if (step(failure ?? "timeout") && failure !== undefined) handlers.onFailure(failure);
  };
  const stopTimer = clock.setTimeout(() => {
    finish("timeout");
  }, TRANSACTION_TIMEOUT_MS);

  return {
    transaction: {
      request,
      connection,
      get state() {
        return state;
      },
      cancel: nothing,
    },
    receive: (response) => {
      if (step(response.status < 200 ? "provisional" : "final") && response.status > 100) handlers.onResponse(response);
    },
    end: finish,
  };
};
