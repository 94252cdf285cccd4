import type { Clock } from "../text/clock.ts";
import { createResponse, toTag } from "../text/message.ts";
import type { ResponseParts, SipRequest, SipResponse } from "../text/message.ts";
import { serialize } from "../text/serialize.ts";
import { retransmitAnswer } from "./answer-retransmission.ts";
import type { SipConnection } from "./connection.ts";
import { stepInviteServer, stepServer } from "./states.ts";
import type { InviteServerEvent, InviteServerState, ServerState } from "./states.ts";
import { TRANSACTION_TIMEOUT_MS } from "./timers.ts";

/**
 * Why a server transaction ended. `answered`: the final response is sent (and, to INVITE, acknowledged);
 * `noAck`: no ACK within 64*T1 (after a 2xx: send BYE); `connectionClosed`: the connection went first.
 */
export type ServerEnd = "answered" | "noAck" | "connectionClosed";

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
  respond(status: number, parts?: ResponseParts): SipResponse | undefined;
  /** Called once when an unanswered INVITE is cancelled; the stack sends 487 after it unless it responds itself. */
  onCancel(run: () => void): void;
  /** Called with the ACK of a 2xx (it may carry the answer to an offer). */
  onAck(run: (ack: SipRequest) => void): void;
  onEnd(run: (end: ServerEnd) => void): void;
}

/** What the stack does with a transaction. */
export interface ServerTransactionControl {
  readonly transaction: ServerTransaction;
  /** The request came again: sends the last response again. */
  repeat(): void;
  /** An ACK with the INVITE's branch, or one for its 2xx. */
  acknowledge(ack: SipRequest): void;
  cancel(): void;
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
  cancelled: () => void;
  acknowledged: (ack: SipRequest) => void;
  ended: (end: ServerEnd) => void;
}

const lateTag = (request: SipRequest, newTag: () => string): (() => string) => {
  let tag = toTag(request);
  return () => (tag ??= newTag());
};

const createInviteServer = (parts: ServerTransactionParts): ServerTransactionControl => {
  const { clock, request, connection } = parts;
  const hooks: Hooks = { cancelled: nothing, acknowledged: nothing, ended: nothing };
  const localTag = lateTag(request, parts.newTag);
  let state: InviteServerState = "proceeding";
  let last: string | undefined;
  let cancelled = false;
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
    parts.ended(why === "answered" ? last : undefined);
    hooks.ended(why);
  };
  const sendLast = (): void => {
    if (last !== undefined) parts.send(last);
  };
  const awaitAck = (status: number): void => {
    stopTimer();
    const timedOut = (): void => {
      end("timeout", "noAck");
    };
    if (status >= 300) {
      stopTimer = clock.setTimeout(timedOut, TRANSACTION_TIMEOUT_MS);
      return;
    }
    stopTimer = retransmitAnswer({ clock, send: sendLast, timedOut });
    parts.answered();
  };
  const transaction: ServerTransaction = {
    request,
    connection,
    get localTag() {
      return localTag();
    },
    get state() {
      return state;
    },
    get cancelled() {
      return cancelled;
    },
    respond: (status, responseParts = {}) => {
      const wasAccepted = state === "accepted";
      if (!step(status < 200 ? "sendProvisional" : status < 300 ? "sendSuccess" : "sendFailure")) return undefined;
      const response = createResponse(request, status, {
        toTag: status > 100 ? localTag() : undefined,
        ...responseParts,
      });
      last = serialize(response);
      parts.send(last);
      if (status >= 200 && !wasAccepted) awaitAck(status);
      return response;
    },
    onCancel: (run) => {
      hooks.cancelled = run;
    },
    onAck: (run) => {
      hooks.acknowledged = run;
    },
    onEnd: (run) => {
      hooks.ended = run;
    },
  };
  return {
    transaction,
    repeat: sendLast,
    acknowledge: (ack) => {
      const isAnswer = state === "accepted";
      end("ack", "answered");
      if (isAnswer) hooks.acknowledged(ack);
    },
    cancel: () => {
      if (state !== "proceeding" || cancelled) return;
      cancelled = true;
      hooks.cancelled();
      transaction.respond(487);
    },
    close: () => {
      end("connectionClosed", "connectionClosed");
    },
  };
};

const createNonInviteServer = (parts: ServerTransactionParts): ServerTransactionControl => {
  const { request, connection } = parts;
  const localTag = lateTag(request, parts.newTag);
  let ended: (end: ServerEnd) => void = nothing;
  let state: ServerState = "trying";
  let last: string | undefined;

  return {
    transaction: {
      request,
      connection,
      get localTag() {
        return localTag();
      },
      get state() {
        return state;
      },
      cancelled: false,
      respond: (status, responseParts = {}) => {
        const next = stepServer(state, status < 200 ? "sendProvisional" : "sendFinal");
        if (next === undefined) return undefined;
        state = next;
        const response = createResponse(request, status, {
          toTag: status > 100 ? localTag() : undefined,
          ...responseParts,
        });
        last = serialize(response);
        parts.send(last);
        if (state === "terminated") {
          parts.ended(last);
          ended("answered");
        }
        return response;
      },
      onCancel: nothing,
      onAck: nothing,
      onEnd: (run) => {
        ended = run;
      },
    },
    repeat: () => {
      if (last !== undefined) parts.send(last);
    },
    acknowledge: nothing,
    cancel: nothing,
    close: () => {
      if (stepServer(state, "connectionClosed") === undefined) return;
      state = "terminated";
      parts.ended(undefined);
      ended("connectionClosed");
    },
  };
};
