import type { Clock } from "../text/clock.ts";
import { toTag } from "../text/message.ts";
import type { HeaderField, SipRequest, SipResponse } from "../text/message.ts";
import { serialize } from "../text/serialize.ts";
import type { SipConnection } from "./connection.ts";
import { stepClient, stepInviteClient } from "./transaction-states.ts";
import type { ClientEvent, ClientState, InviteClientState } from "./transaction-states.ts";
import { TRANSACTION_TIMEOUT_MS } from "./timers.ts";

/** No final response: treat it like 408 (`timeout`) or 503 (`connectionClosed`), RFC 3261 §8.1.3.1. */
export type ClientFailure = "timeout" | "connectionClosed";

/** Handlers for one request. Either one final response or `onFailure` at most, but a forked INVITE may get several 2xx. */
export interface ClientHandlers {
  /** Each provisional response except 100, and each final one. After a 2xx to INVITE call `acknowledge` of the stack. */
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
   * Cancels an INVITE without a final response: the CANCEL is sent after a provisional response has arrived (RFC 3261
   * §9.1). The INVITE's own final response (487, or a 2xx that crossed) is still delivered, or a `timeout` when none
   * arrives in 64*T1. Does nothing for other requests.
   */
  cancel(headers?: readonly HeaderField[]): void;
}

/** The interface of a transaction for the stack. */
export interface ClientTransactionControl {
  readonly transaction: ClientTransaction;
  receive(response: SipResponse): void;
  /** Ends it; with a failure its handlers are called. */
  end(failure: ClientFailure | undefined): void;
}

export interface ClientTransactionParts {
  readonly clock: Clock;
  readonly request: SipRequest;
  readonly connection: SipConnection;
  readonly handlers: ClientHandlers;
  readonly send: (text: string) => void;
  readonly ended: () => void;
  /** A 2xx has arrived: the transaction stays for 64*T1 to accept the 2xx of other branches (RFC 6026, timer M). */
  readonly accepted: () => void;
  /** Sends a CANCEL in its own transaction. */
  readonly sendCancel: (cancel: SipRequest) => void;
  /** A 2xx arrived again: sends its ACK again. False when no ACK was sent before. */
  readonly repeatAck: (response: SipResponse) => boolean;
}

export const createClientTransaction = (parts: ClientTransactionParts): ClientTransactionControl =>
  parts.request.method === "INVITE" ? new InviteClient(parts) : new NonInviteClient(parts);

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

class InviteClient implements ClientTransaction, ClientTransactionControl {
  readonly request: SipRequest;
  readonly connection: SipConnection;
  readonly #parts: ClientTransactionParts;
  readonly #answeredTags = new Set<string | undefined>();
  #state: InviteClientState = "calling";
  #cancelWith: readonly HeaderField[] | undefined;
  #cancelSent = false;
  #stopTimer: () => void;

  constructor(parts: ClientTransactionParts) {
    this.#parts = parts;
    this.request = parts.request;
    this.connection = parts.connection;
    this.#stopTimer = this.#startTimer();
  }

  get transaction(): ClientTransaction {
    return this;
  }

  get state(): InviteClientState {
    return this.#state;
  }

  cancel(headers: readonly HeaderField[] = []): void {
    this.#cancelWith ??= headers;
    this.#sendCancel();
  }

  receive(response: SipResponse): void {
    const { status } = response;
    const before = this.#state;
    const next = stepInviteClient(before, status < 200 ? "provisional" : status < 300 ? "success" : "failure");
    if (next === undefined) return;
    this.#state = next;
    if (next === "proceeding") this.#takeProvisional(response, before !== next);
    else if (next === "accepted") this.#takeSuccess(response, before !== next);
    else this.#takeFailure(response);
  }

  end(failure: ClientFailure | undefined): void {
    const before = this.#state;
    const next = stepInviteClient(before, failure ?? "timeout");
    if (next === undefined) return;
    this.#state = next;
    this.#stopTimer();
    this.#parts.ended();
    // After a 2xx the end of the transaction only ends the wait for more of them.
    if (failure !== undefined && before !== "accepted") this.#parts.handlers.onFailure(failure);
  }

  #startTimer(): () => void {
    return this.#parts.clock.setTimeout(() => this.end("timeout"), TRANSACTION_TIMEOUT_MS);
  }

  #sendCancel(): void {
    if (this.#cancelWith === undefined || this.#cancelSent || this.#state !== "proceeding") return;
    this.#cancelSent = true;
    const cancel = hopRequest(this.request, "CANCEL");
    this.#stopTimer = this.#startTimer();
    this.#parts.sendCancel({ ...cancel, headers: [...cancel.headers, ...this.#cancelWith] });
  }

  #takeProvisional(response: SipResponse, isFirst: boolean): void {
    if (isFirst) this.#stopTimer();
    this.#sendCancel();
    if (response.status > 100) this.#parts.handlers.onResponse(response);
  }

  #takeSuccess(response: SipResponse, isFirst: boolean): void {
    if (isFirst) {
      this.#stopTimer();
      this.#stopTimer = this.#startTimer();
      this.#parts.accepted();
    }
    const tag = toTag(response);
    if (this.#answeredTags.has(tag)) {
      this.#parts.repeatAck(response);
      return;
    }
    this.#answeredTags.add(tag);
    this.#parts.handlers.onResponse(response);
  }

  #takeFailure(response: SipResponse): void {
    this.#stopTimer();
    this.#parts.send(serialize(failureAck(this.request, response)));
    this.#parts.ended();
    this.#parts.handlers.onResponse(response);
  }
}

class NonInviteClient implements ClientTransaction, ClientTransactionControl {
  readonly request: SipRequest;
  readonly connection: SipConnection;
  readonly #parts: ClientTransactionParts;
  readonly #stopTimer: () => void;
  #state: ClientState = "trying";

  constructor(parts: ClientTransactionParts) {
    this.#parts = parts;
    this.request = parts.request;
    this.connection = parts.connection;
    this.#stopTimer = parts.clock.setTimeout(() => this.end("timeout"), TRANSACTION_TIMEOUT_MS);
  }

  get transaction(): ClientTransaction {
    return this;
  }

  get state(): ClientState {
    return this.#state;
  }

  /** Only an INVITE can be cancelled (RFC 3261 §9.1). */
  cancel(): void {}

  receive(response: SipResponse): void {
    if (this.#step(response.status < 200 ? "provisional" : "final") && response.status > 100)
      this.#parts.handlers.onResponse(response);
  }

  end(failure: ClientFailure | undefined): void {
    if (this.#step(failure ?? "timeout") && failure !== undefined) this.#parts.handlers.onFailure(failure);
  }

  #step(event: ClientEvent): boolean {
    const next = stepClient(this.#state, event);
    if (next === undefined) return false;
    this.#state = next;
    if (next === "terminated") {
      this.#stopTimer();
      this.#parts.ended();
    }
    return true;
  }
}
