import type { ClientFailure, ClientHandlers } from "../src/transactions/client-transaction.ts";
import type { SipConnection } from "../src/transactions/connection.ts";
import type { ServerTransaction } from "../src/transactions/server-transaction.ts";
import { createSipStack } from "../src/stack/stack.ts";
import type { SipStackOptions, StackFault } from "../src/stack/stack-options.ts";
import type { SipMessage, SipRequest, SipResponse } from "../src/text/message.ts";
import { createFakeClock } from "./fake-clock.ts";
import { createRandomText } from "./random.ts";
import { readMessage } from "./read.ts";

export interface FakeConnection extends SipConnection {
  readonly sent: string[];
  readonly closed: () => number;
  /** Messages sent since the last call, parsed. */
  take(): readonly SipMessage[];
  /** Their start lines, without the version. */
  takeLines(): readonly string[];
}

export const createFakeConnection = (id = "c1", remoteAddress = "192.0.2.7"): FakeConnection => {
  const sent: string[] = [];
  let closed = 0;
  const take = (): readonly SipMessage[] => sent.splice(0).map((text) => readMessage(text));
  return {
    id,
    remoteAddress,
    sent,
    closed: () => closed,
    send: (text) => void sent.push(text),
    close: () => {
      closed += 1;
    },
    take,
    takeLines: () =>
      take().map((message) =>
        message.kind === "request" ? message.method : `${message.status} ${message.cseq.method}`,
      ),
  };
};

/** A stack that records everything it reports to its owner. */
export const setUpStack = (options: Partial<SipStackOptions> = {}) => {
  const clock = createFakeClock();
  const requests: ServerTransaction[] = [];
  const acks: SipRequest[] = [];
  const faults: StackFault[] = [];
  const stack = createSipStack({
    clock,
    random: createRandomText(5),
    via: { transport: "WSS", host: "server.demo" },
    onRequest: (transaction) => void requests.push(transaction),
    onAck: (ack) => void acks.push(ack),
    onFault: (fault) => void faults.push(fault),
    ...options,
  });
  const connection = createFakeConnection();
  const takeRequest = (): ServerTransaction => {
    const transaction = requests.shift();
    if (transaction === undefined) throw new Error("no request came");
    return transaction;
  };
  return { clock, stack, connection, requests, acks, faults, takeRequest };
};

/** Handlers that record their calls, in order. */
export const noteHandlers = () => {
  const responses: SipResponse[] = [];
  const failures: ClientFailure[] = [];
  const notes: string[] = [];
  const handlers: ClientHandlers = {
    onResponse: (response) => {
      responses.push(response);
      notes.push(String(response.status));
    },
    onFailure: (failure) => {
      failures.push(failure);
      notes.push(failure);
    },
  };
  return { handlers, responses, failures, notes };
};
