import type { Clock } from "../text/clock.ts";
import { createResponse, toTag } from "../text/message.ts";
import type { ResponseParts, SipRequest, SipResponse } from "../text/message.ts";
import { serialize } from "../text/serialize.ts";
import { retransmitAnswer } from "./answer-retransmission.ts";
import type { SipConnection } from "./connection.ts";
import { stepInviteServer, stepServer } from "./transaction-states.ts";
import type { InviteServerEvent, InviteServerState, ServerEvent, ServerState } from "./transaction-states.ts";
import { TRANSACTION_TIMEOUT_MS } from "./timers.ts";

/**
 * Why a server transaction ended. `answered`: the final response is sent (and, to INVITE, acknowledged); `noAck`: no
 * ACK within 64*T1 (after a 2xx: send BYE); `connectionClosed`: the connection closed before.
 */
export type ServerEnd = "answered" | "noAck" | "connectionClosed";

/** Options of `respond`: the To tag is that of the transaction. */
export type RespondParts = Omit<ResponseParts, "toTag">;

/** A request that waits for its response. */
export interface ServerTransaction {
  readonly request: SipRequest;
  readonly connection: SipConnection;
  /**
   * The To tag of its responses: the local tag of a dialog that they create. Within a dialog it is the tag of the
   * request.
   */
  readonly localTag: string;
  readonly state: InviteServerState | ServerState;
  /** Whether a CANCEL has arrived. */
  readonly cancelled: boolean;
  /**
   * Builds and sends a response; a 2xx to INVITE is sent again until its ACK arrives. Returns what was sent, or
   * undefined when nothing may be sent any more (already responded, cancelled, or the connection has closed).
   */
  respond(status: number, parts?: RespondParts): SipResponse | undefined;
  /**
   * Called once when an INVITE without a final response is cancelled, synchronously if it already was; the CANCEL may
   * have a reason (RFC 3326). The stack sends 487 after it unless the callback responds itself.
   */
  onCancel(run: (cancel: SipRequest) => void): void;
  /** Called with the ACK of a 2xx (it may carry the answer to an offer). */
  onAck(run: (ack: SipRequest) => void): void;
  /** Called once; synchronously if the transaction has already ended. */
  onEnd(run: (end: ServerEnd) => void): void;
}

/** The interface of a transaction for the stack. */
export interface ServerTransactionControl {
  readonly transaction: ServerTransaction;
  /** Whether a response was sent. */
  readonly responded: boolean;
  /** The request arrived again: sends the last response again. */
  repeat(): void;
  /** An ACK with the INVITE's branch, or one for its 2xx. */
  acknowledge(ack: SipRequest): void;
  cancel(cancel: SipRequest): void;
  close(): void;
}

export interface ServerTransactionParts {
  readonly clock: Clock;
  readonly request: SipRequest;
  readonly connection: SipConnection;
  readonly newTag: () => string;
  readonly send: (text: string) => void;
  /** Called once, with the text of the final response if there was one. */
  readonly ended: (lastResponse: string | undefined) => void;
  /** A 2xx to INVITE was sent: its ACK comes in a separate transaction. */
  readonly answered: () => void;
}

export const createServerTransaction = (parts: ServerTransactionParts): ServerTransactionControl =>
  parts.request.method === "INVITE" ? new InviteServer(parts) : new NonInviteServer(parts);

const nothing = (): void => undefined;

/** What both kinds share: the tag, the last response and the end callbacks. */
abstract class Server {
  readonly request: SipRequest;
  readonly connection: SipConnection;
  protected readonly parts: ServerTransactionParts;
  protected last: string | undefined;
  #tag: string | undefined;
  #end: ServerEnd | undefined;
  #ended: (end: ServerEnd) => void = nothing;

  constructor(parts: ServerTransactionParts) {
    this.parts = parts;
    this.request = parts.request;
    this.connection = parts.connection;
    this.#tag = toTag(parts.request);
  }

  get localTag(): string {
    return (this.#tag ??= this.parts.newTag());
  }

  get responded(): boolean {
    return this.last !== undefined;
  }

  onEnd(run: (end: ServerEnd) => void): void {
    this.#ended = run;
    if (this.#end !== undefined) run(this.#end);
  }

  repeat(): void {
    if (this.last !== undefined) this.parts.send(this.last);
  }

  protected send(status: number, { reason, headers, body }: RespondParts = {}): SipResponse {
    const tag = status > 100 ? this.localTag : undefined;
    const response = createResponse(this.request, status, { reason, headers, body, toTag: tag });
    this.last = serialize(response);
    this.parts.send(this.last);
    return response;
  }

  protected finish(why: ServerEnd): void {
    this.parts.ended(why === "answered" ? this.last : undefined);
    this.#end = why;
    this.#ended(why);
  }
}

class InviteServer extends Server implements ServerTransaction, ServerTransactionControl {
  #state: InviteServerState = "proceeding";
  #cancelledBy: SipRequest | undefined;
  #stopTimer = nothing;
  #cancelled: (cancel: SipRequest) => void = nothing;
  #acknowledged: (ack: SipRequest) => void = nothing;

  get transaction(): ServerTransaction {
    return this;
  }

  get state(): InviteServerState {
    return this.#state;
  }

  get cancelled(): boolean {
    return this.#cancelledBy !== undefined;
  }

  respond(status: number, parts?: RespondParts): SipResponse | undefined {
    const isFirstFinal = this.#state === "proceeding" && status >= 200;
    if (!this.#step(status < 200 ? "sendProvisional" : status < 300 ? "sendSuccess" : "sendFailure")) return undefined;
    const response = this.send(status, parts);
    if (isFirstFinal) this.#awaitAck();
    return response;
  }

  onCancel(run: (cancel: SipRequest) => void): void {
    this.#cancelled = run;
    if (this.#cancelledBy !== undefined) run(this.#cancelledBy);
  }

  onAck(run: (ack: SipRequest) => void): void {
    this.#acknowledged = run;
  }

  acknowledge(ack: SipRequest): void {
    const isForAnswer = this.#state === "accepted";
    this.#endBy("ack", "answered");
    if (isForAnswer) this.#acknowledged(ack);
  }

  cancel(cancel: SipRequest): void {
    if (this.#state !== "proceeding" || this.cancelled) return;
    this.#cancelledBy = cancel;
    this.#cancelled(cancel);
    this.respond(487);
  }

  close(): void {
    this.#endBy("connectionClosed", "connectionClosed");
  }

  #step(event: InviteServerEvent): boolean {
    const next = stepInviteServer(this.#state, event);
    if (next === undefined) return false;
    this.#state = next;
    return true;
  }

  #endBy(event: InviteServerEvent, why: ServerEnd): void {
    if (!this.#step(event)) return;
    this.#stopTimer();
    this.finish(why);
  }

  #awaitAck(): void {
    const { clock } = this.parts;
    const timedOut = (): void => this.#endBy("timeout", "noAck");
    if (this.#state === "accepted") {
      this.#stopTimer = retransmitAnswer({ clock, send: () => this.repeat(), timedOut });
      this.parts.answered();
    } else this.#stopTimer = clock.setTimeout(timedOut, TRANSACTION_TIMEOUT_MS);
  }
}

class NonInviteServer extends Server implements ServerTransaction, ServerTransactionControl {
  readonly cancelled = false;
  #state: ServerState = "trying";

  get transaction(): ServerTransaction {
    return this;
  }

  get state(): ServerState {
    return this.#state;
  }

  respond(status: number, parts?: RespondParts): SipResponse | undefined {
    if (!this.#step(status < 200 ? "sendProvisional" : "sendFinal")) return undefined;
    const response = this.send(status, parts);
    if (this.#state === "terminated") this.finish("answered");
    return response;
  }

  /** Only an INVITE can be cancelled or acknowledged (RFC 3261 §9.1, §17.1.1.3). */
  onCancel(): void {}
  onAck(): void {}
  acknowledge(): void {}
  cancel(): void {}

  close(): void {
    if (this.#step("connectionClosed")) this.finish("connectionClosed");
  }

  #step(event: ServerEvent): boolean {
    const next = stepServer(this.#state, event);
    if (next === undefined) return false;
    this.#state = next;
    return true;
  }
}
