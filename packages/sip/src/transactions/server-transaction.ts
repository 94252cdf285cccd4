import type { Clock } from "../text/clock.ts";
import { createResponse, toTag } from "../text/message.ts";
import type { ResponseParts, SipRequest, SipResponse } from "../text/message.ts";
import { serialize } from "../text/serialize.ts";
import { retransmitAnswer } from "./answer-retransmission.ts";
import type { SipConnection } from "./connection.ts";
import { stepInviteServer, stepServer } from "./states.ts";
import type { InviteServerEvent, InviteServerState, ServerEvent, ServerState } from "./states.ts";
import { TRANSACTION_TIMEOUT_MS } from "./timers.ts";

/**
 * Why a server transaction ended. `answered`: the final response is sent (and, to INVITE, acknowledged);
 * `noAck`: no ACK within 64*T1 (after a 2xx: send BYE); `connectionClosed`: the connection went first.
 */
export type ServerEnd = "answered" | "noAck" | "connectionClosed";

/** What `respond` takes: the To tag is the transaction's own. */
export type RespondParts = Omit<ResponseParts, "toTag">;

/** A request that waits for its response. */
export interface ServerTransaction {
  readonly request: SipRequest;
  readonly connection: SipConnection;
  /** The tag its responses carry on To: the local tag of a dialog made from them. The request's own within a dialog. */
  readonly localTag: string;
  readonly state: InviteServerState | ServerState;
  /** Whether a CANCEL has come. */
  readonly cancelled: boolean;
  /**
   * Builds and sends a response; to the INVITE a 2xx is sent again until its ACK comes. Returns what was sent, or
   * undefined when nothing may be sent any more (already answered, cancelled or the connection is gone).
   */
  respond(status: number, parts?: RespondParts): SipResponse | undefined;
  /**
   * Called once when an unanswered INVITE is cancelled, at once when it has been; the CANCEL may say why (RFC 3326).
   * The stack sends 487 after it unless the callback responds itself.
   */
  onCancel(run: (cancel: SipRequest) => void): void;
  /** Called with the ACK of a 2xx (it may carry the answer to an offer). */
  onAck(run: (ack: SipRequest) => void): void;
  /** Called once, at once when the transaction has ended before. */
  onEnd(run: (end: ServerEnd) => void): void;
}

/** What the stack does with a transaction. */
export interface ServerTransactionControl {
  readonly transaction: ServerTransaction;
  /** The request came again: sends the last response again. */
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
  /** Called once, with the text of the final response when there is one. */
  readonly ended: (lastResponse: string | undefined) => void;
  /** A 2xx to INVITE goes out: its ACK comes in a transaction of its own. */
  readonly answered: () => void;
}

export const createServerTransaction = (parts: ServerTransactionParts): ServerTransactionControl =>
  parts.request.method === "INVITE" ? createInviteServer(parts) : createNonInviteServer(parts);

const nothing = (): void => undefined;

interface Hooks {
  cancelled: (cancel: SipRequest) => void;
  acknowledged: (ack: SipRequest) => void;
  ended: (end: ServerEnd) => void;
}

/** The part that both kinds share: the tag, the last response and who is told. */
const createResponder = ({ request, newTag, send }: ServerTransactionParts) => {
  const hooks: Hooks = { cancelled: nothing, acknowledged: nothing, ended: nothing };
  let tag = toTag(request);
  let last: string | undefined;
  let end: ServerEnd | undefined;
  const localTag = (): string => (tag ??= newTag());
  return {
    hooks,
    localTag,
    last: () => last,
    respond: (status: number, parts: RespondParts = {}): SipResponse => {
      const response = createResponse(request, status, status > 100 ? { ...parts, toTag: localTag() } : parts);
      last = serialize(response);
      send(last);
      return response;
    },
    repeat: () => {
      if (last !== undefined) send(last);
    },
    ended: (why: ServerEnd) => {
      end = why;
      hooks.ended(why);
    },
    onEnd: (run: (end: ServerEnd) => void) => {
      hooks.ended = run;
      if (end !== undefined) run(end);
    },
  };
};

const createInviteServer = (parts: ServerTransactionParts): ServerTransactionControl => {
  const { clock, request, connection } = parts;
  const responder = createResponder(parts);
  const { hooks } = responder;
  let state: InviteServerState = "proceeding";
  let cancelledBy: SipRequest | undefined;
  let stopTimer = nothing;

  const step = (event: InviteServerEvent): boolean => {
    const next = stepInviteServer(state, event);
    if (next === undefined) return false;
    state = next;
    return true;
  };
  const end = (event: InviteServerEvent, why: ServerEnd): void => {
    if (!step(event)) return;
    stopTimer();
    parts.ended(why === "answered" ? responder.last() : undefined);
    responder.ended(why);
  };
  const awaitAck = (): void => {
    const timedOut = (): void => {
      end("timeout", "noAck");
    };
    if (state === "accepted") {
      stopTimer = retransmitAnswer({ clock, send: responder.repeat, timedOut });
      parts.answered();
    } else stopTimer = clock.setTimeout(timedOut, TRANSACTION_TIMEOUT_MS);
  };
  const transaction: ServerTransaction = {
    request,
    connection,
    get localTag() {
      return responder.localTag();
    },
    get state() {
      return state;
    },
    get cancelled() {
      return cancelledBy !== undefined;
    },
    respond: (status, responseParts) => {
      const isFirstFinal = state === "proceeding" && status >= 200;
      if (!step(status < 200 ? "sendProvisional" : status < 300 ? "sendSuccess" : "sendFailure")) return undefined;
      const response = responder.respond(status, responseParts);
      if (isFirstFinal) awaitAck();
      return response;
    },
    onCancel: (run) => {
      hooks.cancelled = run;
      if (cancelledBy !== undefined) run(cancelledBy);
    },
    onAck: (run) => {
      hooks.acknowledged = run;
    },
    onEnd: responder.onEnd,
  };
  return {
    transaction,
    repeat: responder.repeat,
    acknowledge: (ack) => {
      const isForAnswer = state === "accepted";
      end("ack", "answered");
      if (isForAnswer) hooks.acknowledged(ack);
    },
    cancel: (cancel) => {
      if (state !== "proceeding" || cancelledBy !== undefined) return;
      cancelledBy = cancel;
      hooks.cancelled(cancel);
      transaction.respond(487);
    },
    close: () => {
      end("connectionClosed", "connectionClosed");
    },
  };
};

const createNonInviteServer = (parts: ServerTransactionParts): ServerTransactionControl => {
  const { request, connection } = parts;
  const responder = createResponder(parts);
  let state: ServerState = "trying";

  const step = (event: ServerEvent): boolean => {
    const next = stepServer(state, event);
    if (next === undefined) return false;
    state = next;
    return true;
  };
  const transaction: ServerTransaction = {
    request,
    connection,
    get localTag() {
      return responder.localTag();
    },
    get state() {
      return state;
    },
    cancelled: false,
    respond: (status, responseParts) => {
      if (!step(status < 200 ? "sendProvisional" : "sendFinal")) return undefined;
      const response = responder.respond(status, responseParts);
      if (state === "terminated") {
        parts.ended(responder.last());
        responder.ended("answered");
      }
      return response;
    },
    onCancel: nothing,
    onAck: nothing,
    onEnd: responder.onEnd,
  };
  return {
    transaction,
    repeat: responder.repeat,
    acknowledge: nothing,
    cancel: nothing,
    close: () => {
      if (!step("connectionClosed")) return;
      parts.ended(undefined);
      responder.ended("connectionClosed");
    },
  };
};
