import { parseMessage } from "../text/parse-message.ts";
import type { ParseFailure } from "../text/parse-failure.ts";
import { createResponse, toTag, withVia } from "../text/message.ts";
import type { SipRequest, SipResponse } from "../text/message.ts";
import { serialize } from "../text/serialize.ts";
import { BRANCH_COOKIE } from "../text/via.ts";
import type { Via } from "../text/via.ts";
import { createClientTransaction } from "../transactions/client-transaction.ts";
import type { ClientHandlers, ClientTransaction } from "../transactions/client-transaction.ts";
import type { SipConnection } from "../transactions/connection.ts";
import { answerKey, clientKey, mergedKey, serverKey } from "../transactions/key.ts";
import { createServerTransaction } from "../transactions/server-transaction.ts";
import type { ServerTransactionControl } from "../transactions/server-transaction.ts";
import { KEPT_ANSWERS, createConnectionState, keep } from "./connection-state.ts";
import type { ConnectionState } from "./connection-state.ts";
import { isKeepalive, withReceived } from "./frame.ts";
import { MAX_MALFORMED_IN_A_ROW, MAX_SERVER_TRANSACTIONS, RETRY_AFTER_SECONDS } from "./stack-options.ts";
import type { SipStackOptions, StackCounts, StackFault } from "./stack-options.ts";

/** SIP over any number of WebSocket connections, RFC 3261 §17 and §18 with RFC 7118. No method of it throws. */
export interface SipStack {
  /** Processes one incoming frame. */
  receive(connection: SipConnection, frame: string | Uint8Array): void;
  /** The connection has closed: its transactions end, their owners are notified, all its state is removed. */
  connectionClosed(connection: SipConnection): void;
  /** Sends a request (not ACK, not CANCEL) with its own Via on top of existing ones. */
  request(connection: SipConnection, request: SipRequest, handlers: ClientHandlers): ClientTransaction;
  /** Sends the ACK to a 2xx, which the dialog has built. The stack itself sends it again for a retransmitted 2xx. */
  acknowledge(connection: SipConnection, ack: SipRequest): void;
  counts(): StackCounts;
  /** Ends all transactions silently and leaves no timer. */
  close(): void;
}

const BRANCH_LENGTH = 16;
const TAG_LENGTH = 12;

export const createSipStack = (options: SipStackOptions): SipStack => new Stack(options);

class Stack implements SipStack {
  readonly #options: SipStackOptions;
  readonly #states = new Map<string, ConnectionState>();
  /** Open requests outside dialogs by the key that their copies share, to find merged requests. */
  readonly #merged = new Map<string, ServerTransactionControl>();
  /** INVITEs with a 2xx that wait for the ACK. */
  readonly #answered = new Map<string, ServerTransactionControl>();
  readonly #gone = new WeakSet<SipConnection>();
  #closed = false;

  constructor(options: SipStackOptions) {
    this.#options = options;
  }

  receive(connection: SipConnection, frame: string | Uint8Array): void {
    const state = this.#stateOf(connection);
    if (state === undefined || isKeepalive(frame, () => this.#send(connection, "\r\n"))) return;
    const message = parseMessage(frame);
    if (message.kind === "failure") {
      this.#refuse(state, message);
      return;
    }
    state.malformedInARow = 0;
    if (message.kind === "response") this.#takeResponse(state, message);
    else this.#takeRequest(state, withReceived(message, connection.remoteAddress));
  }

  connectionClosed(connection: SipConnection): void {
    this.#gone.add(connection);
    const state = this.#states.get(connection.id);
    if (state === undefined) return;
    this.#states.delete(connection.id);
    for (const control of state.servers.values()) this.#guard(connection, () => control.close());
    for (const control of state.clients.values()) this.#guard(connection, () => control.end("connectionClosed"));
  }

  request(connection: SipConnection, request: SipRequest, handlers: ClientHandlers): ClientTransaction {
    const branch = `${BRANCH_COOKIE}${this.#options.random(BRANCH_LENGTH)}`;
    return this.#startClient(connection, withVia(request, [this.#ownVia(branch), ...request.via]), handlers);
  }

  acknowledge(connection: SipConnection, ack: SipRequest): void {
    const branch = `${BRANCH_COOKIE}${this.#options.random(BRANCH_LENGTH)}`;
    const text = serialize(withVia(ack, [this.#ownVia(branch)]));
    const state = this.#stateOf(connection);
    if (state !== undefined) keep(state.acks, answerKey(ack.callId, toTag(ack), ack.cseq.number), text);
    this.#send(connection, text);
  }

  counts(): StackCounts {
    let serverTransactions = 0;
    let clientTransactions = 0;
    for (const state of this.#states.values()) {
      serverTransactions += state.servers.size;
      clientTransactions += state.clients.size;
    }
    return { connections: this.#states.size, serverTransactions, clientTransactions };
  }

  close(): void {
    this.#closed = true;
    for (const state of this.#states.values()) {
      for (const control of state.servers.values()) {
        control.transaction.onEnd(() => undefined);
        control.close();
      }
      for (const control of state.clients.values()) control.end(undefined);
    }
    this.#states.clear();
  }

  #ownVia(branch: string): Via {
    const { transport, host, port } = this.#options.via;
    return { transport, host, port, params: new Map([["branch", branch]]) };
  }

  #stateOf(connection: SipConnection): ConnectionState | undefined {
    const known = this.#states.get(connection.id);
    if (known !== undefined) return known;
    if (this.#closed || this.#gone.has(connection)) return undefined;
    const state = createConnectionState(connection);
    this.#states.set(connection.id, state);
    return state;
  }

  #send(connection: SipConnection, text: string): void {
    if (this.#closed || this.#gone.has(connection)) return;
    try {
      connection.send(text);
    } catch (cause) {
      this.#report({ kind: "sendFailed", connection, cause });
    }
  }

  #report(fault: StackFault): void {
    this.#options.onFault?.(fault);
  }

  /** Runs code that ends in a callback of the user: an error there must not affect other connections. */
  #guard(connection: SipConnection, run: () => void): boolean {
    try {
      run();
      return true;
    } catch (cause) {
      this.#report({ kind: "threw", connection, cause });
      return false;
    }
  }

  #refuse(state: ConnectionState, failure: ParseFailure): void {
    const { connection } = state;
    this.#report({ kind: "malformed", connection, failure });
    state.malformedInARow += 1;
    if (failure.answer !== undefined) this.#send(connection, failure.answer);
    if (state.malformedInARow >= (this.#options.limits?.malformedInARow ?? MAX_MALFORMED_IN_A_ROW)) connection.close();
  }

  #takeRequest(state: ConnectionState, request: SipRequest): void {
    const key = serverKey(request);
    const known = state.servers.get(key);
    if (request.method === "ACK") this.#takeAck(state, request, known);
    else if (request.method === "CANCEL") this.#takeCancel(state, request, known);
    else if (known !== undefined) known.repeat();
    else this.#takeNewRequest(state, request, key);
  }

  #takeAck(state: ConnectionState, ack: SipRequest, sameBranch: ServerTransactionControl | undefined): void {
    const control = sameBranch ?? this.#answered.get(answerKey(ack.callId, toTag(ack), ack.cseq.number));
    this.#guard(state.connection, () => {
      if (control !== undefined) control.acknowledge(ack);
      else if (!state.answers.has(serverKey(ack))) this.#options.onAck?.(ack, state.connection);
    });
  }

  #takeCancel(state: ConnectionState, cancel: SipRequest, invite: ServerTransactionControl | undefined): void {
    const known = invite !== undefined || state.answers.has(serverKey(cancel));
    const tag = invite?.transaction.localTag ?? this.#newTag();
    this.#send(state.connection, serialize(createResponse(cancel, known ? 200 : 481, { toTag: tag })));
    if (invite !== undefined && !this.#guard(state.connection, () => invite.cancel(cancel)))
      invite.transaction.respond(487);
  }

  #takeNewRequest(state: ConnectionState, request: SipRequest, key: string): void {
    const { connection } = state;
    const answer = state.answers.get(key);
    if (answer !== undefined) {
      this.#send(connection, answer);
      return;
    }
    if (state.servers.size >= (this.#options.limits?.serverTransactions ?? MAX_SERVER_TRANSACTIONS)) {
      this.#report({ kind: "flood", connection, method: request.method });
      this.#answerStateless(connection, request, 503);
      return;
    }
    const merged = mergedKey(request);
    if (merged !== undefined && this.#merged.has(merged)) {
      this.#report({ kind: "merged", connection, method: request.method });
      this.#answerStateless(connection, request, 482);
      return;
    }
    const control = this.#startServer(state, request, { key, merged });
    const { transaction } = control;
    const done = this.#guard(connection, () => this.#options.onRequest(transaction));
    if (!done) transaction.respond(500);
    else if (request.method === "INVITE" && !control.responded) transaction.respond(100);
  }

  #answerStateless(connection: SipConnection, request: SipRequest, status: 482 | 503): void {
    const retry = status === 503 ? [["Retry-After", String(RETRY_AFTER_SECONDS)] as const] : [];
    this.#send(connection, serialize(createResponse(request, status, { toTag: this.#newTag(), headers: retry })));
  }

  #newTag(): string {
    return this.#options.random(TAG_LENGTH);
  }

  #startServer(
    state: ConnectionState,
    request: SipRequest,
    { key, merged }: { readonly key: string; readonly merged: string | undefined },
  ): ServerTransactionControl {
    const { connection } = state;
    let answered: string | undefined;
    const control = createServerTransaction({
      clock: this.#options.clock,
      request,
      connection,
      newTag: () => this.#newTag(),
      send: (text) => this.#send(connection, text),
      ended: (last) => {
        state.servers.delete(key);
        if (merged !== undefined) this.#merged.delete(merged);
        if (answered !== undefined) this.#answered.delete(answered);
        if (last !== undefined) keep(state.answers, key, last);
      },
      answered: () => {
        answered = answerKey(request.callId, control.transaction.localTag, request.cseq.number);
        this.#answered.set(answered, control);
      },
    });
    state.servers.set(key, control);
    if (merged !== undefined) this.#merged.set(merged, control);
    return control;
  }

  #takeResponse(state: ConnectionState, response: SipResponse): void {
    const client = response.via.length === 1 ? state.clients.get(clientKey(response)) : undefined;
    if (client !== undefined) this.#guard(state.connection, () => client.receive(response));
    else if (!this.#repeatAck(state, response))
      this.#report({ kind: "strayResponse", connection: state.connection, response });
  }

  #repeatAck(state: ConnectionState, response: SipResponse): boolean {
    if (response.cseq.method !== "INVITE" || response.status < 200 || response.status > 299) return false;
    const ack = state.acks.get(answerKey(response.callId, toTag(response), response.cseq.number));
    if (ack !== undefined) this.#send(state.connection, ack);
    return ack !== undefined;
  }

  #startClient(connection: SipConnection, request: SipRequest, handlers: ClientHandlers): ClientTransaction {
    const state = this.#stateOf(connection);
    const key = clientKey(request);
    const control = createClientTransaction({
      clock: this.#options.clock,
      request,
      connection,
      handlers: this.#guarded(connection, handlers),
      send: (text) => this.#send(connection, text),
      ended: () => {
        state?.clients.delete(key);
        state?.accepted.delete(key);
      },
      accepted: () => {
        if (state !== undefined) this.#keepAccepted(state, key);
      },
      sendCancel: (cancel) => {
        this.#startClient(connection, cancel, SILENT);
      },
      repeatAck: (response) => state !== undefined && this.#repeatAck(state, response),
    });
    if (state === undefined) {
      if (this.#closed) control.end(undefined);
      // The caller must have its transaction before a handler is called.
      else this.#options.clock.setTimeout(() => control.end("connectionClosed"), 0);
      return control.transaction;
    }
    state.clients.set(key, control);
    this.#send(connection, serialize(request));
    return control.transaction;
  }

  #keepAccepted(state: ConnectionState, key: string): void {
    state.accepted.add(key);
    if (state.accepted.size <= KEPT_ANSWERS) return;
    for (const oldest of state.accepted) {
      state.clients.get(oldest)?.end(undefined);
      return;
    }
  }

  #guarded(connection: SipConnection, handlers: ClientHandlers): ClientHandlers {
    return {
      onResponse: (response) => void this.#guard(connection, () => handlers.onResponse(response)),
      onFailure: (failure) => void this.#guard(connection, () => handlers.onFailure(failure)),
    };
  }
}

const SILENT: ClientHandlers = { onResponse: () => undefined, onFailure: () => undefined };
