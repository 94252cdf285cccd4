import { describe, expect, test } from "vitest";
import { createRandom } from "../../test/random.ts";
import { readMessage, requestText } from "../../test/read.ts";
import { noteHandlers, setUpStack } from "../../test/stack.ts";
import type { FakeConnection } from "../../test/stack.ts";
import { torture } from "../../test/torture.ts";
import { createUacDialog } from "../dialogs/dialog.ts";
import { createRequest, createResponse, header } from "../text/message.ts";
import type { SipRequest } from "../text/message.ts";
import { nameAddr } from "../text/name-addr.ts";
import { serialize } from "../text/serialize.ts";
import { sipUri } from "../text/uri.ts";
import { TRANSACTION_TIMEOUT_MS } from "../transactions/timers.ts";
import { KEPT_ANSWERS } from "./connection-state.ts";

const request = (method = "INVITE", cseq = 1): SipRequest =>
  createRequest({
    method,
    uri: sipUri("a1", "phone1.invalid"),
    from: nameAddr(sipUri("bob", "demo"), { params: new Map([["tag", "servertag"]]) }),
    to: nameAddr(sipUri("alice", "demo")),
    callId: "out-1",
    cseq,
    headers: [
      ["Route", "<sip:edge;lr>"],
      ["Contact", "<sip:server>"],
    ],
  });

const response = (to: SipRequest, status: number, tag = "phonetag"): string =>
  serialize(createResponse(to, status, { toTag: tag, headers: [["Contact", "<sip:a1@phone1.invalid>"]] }));

const setUp = (method = "INVITE") => {
  const all = setUpStack();
  const noted = noteHandlers();
  const transaction = all.stack.request(all.connection, request(method), noted.handlers);
  const answer = (status: number, tag?: string) =>
    all.stack.receive(all.connection, response(transaction.request, status, tag));
  return { ...all, ...noted, transaction, answer };
};

const last = (connection: FakeConnection): SipRequest => {
  const message = readMessage(connection.sent.at(-1) ?? "");
  if (message.kind !== "request") throw new Error("a response");
  return message;
};

describe("SIP-36 a request that is sent", () => {
  test("SIP-36 has the stack's Via on top, with its own branch", () => {
    const { connection, stack, handlers } = setUp("OPTIONS");
    const first = last(connection).via[0];
    stack.request(connection, request("OPTIONS", 2), handlers);
    expect(first).toMatchObject({ transport: "WSS", host: "server.demo" });
    expect(first?.params.get("branch")).toMatch(/^z9hG4bK[a-z0-9]{16}$/);
    expect(last(connection).via[0]?.params.get("branch")).not.toBe(first?.params.get("branch"));
  });

  test("SIP-36 delivers each provisional response except 100, and one final response", () => {
    for (const method of ["OPTIONS", "INVITE"]) {
      const { answer, notes, clock, stack } = setUp(method);
      for (const status of [100, 180, 183, 404, 404, 200]) answer(status);
      expect([notes, clock.pending(), stack.counts().clientTransactions]).toEqual([["180", "183", "404"], 0, 0]);
    }
  });

  test("SIP-36 times out after 64*T1 without a final response; an INVITE only without any response", () => {
    const silent = setUp("INVITE");
    const other = setUp("OPTIONS");
    const ringing = setUp("INVITE");
    other.answer(100);
    ringing.answer(100);
    for (const { clock } of [silent, other, ringing]) clock.advance(TRANSACTION_TIMEOUT_MS - 1);
    expect([silent.notes, other.notes]).toEqual([[], []]);
    for (const { clock } of [silent, other, ringing]) clock.advance(1);
    expect([silent.notes, other.notes, ringing.notes]).toEqual([["timeout"], ["timeout"], []]);
    expect([silent, other, ringing].map(({ clock }) => clock.pending())).toEqual([0, 0, 0]);
    ringing.clock.advance(3_600_000);
    ringing.answer(486);
    expect(ringing.notes).toEqual(["486"]);
  });

  test("SIP-36 a refused INVITE is acknowledged on the same hop", () => {
    const { answer, connection, transaction } = setUp();
    answer(486, "phonetag");
    const ack = last(connection);
    expect(ack).toMatchObject({ method: "ACK", cseq: { number: 1, method: "ACK" }, via: transaction.request.via });
    expect([ack.to.params.get("tag"), header(ack, "Route"), header(ack, "Contact")]).toEqual([
      "phonetag",
      "<sip:edge;lr>",
      undefined,
    ]);
  });
});

describe("SIP-37 cancelling", () => {
  test("SIP-37 waits for a provisional response, then sends one CANCEL of the same branch", () => {
    const { answer, connection, transaction, notes } = setUp();
    transaction.cancel([["Reason", "SIP;cause=200"]]);
    transaction.cancel();
    expect(connection.takeLines()).toEqual(["INVITE"]);
    answer(100);
    answer(180);
    const cancel = last(connection);
    expect(connection.takeLines()).toEqual(["CANCEL"]);
    expect(cancel).toMatchObject({
      via: transaction.request.via,
      cseq: { number: 1, method: "CANCEL" },
      uri: transaction.request.uri,
    });
    expect([cancel.to.params.has("tag"), header(cancel, "Reason"), header(cancel, "Route")]).toEqual([
      false,
      "SIP;cause=200",
      "<sip:edge;lr>",
    ]);
    answer(487);
    expect([notes, connection.takeLines()]).toEqual([["180", "487"], ["ACK"]]);
  });

  test("SIP-37 the response to the CANCEL itself is not delivered", () => {
    const { answer, connection, transaction, notes, stack, clock } = setUp();
    answer(180);
    transaction.cancel();
    stack.receive(connection, response(last(connection), 200));
    answer(487);
    expect([notes, clock.pending(), stack.counts().clientTransactions]).toEqual([["180", "487"], 0, 0]);
  });

  test("SIP-37 a 2xx that crosses it is delivered", () => {
    const { answer, transaction, notes } = setUp();
    answer(180);
    transaction.cancel();
    answer(200);
    expect(notes).toEqual(["180", "200"]);
  });

  test("SIP-37 times out when the INVITE gets no final response in 64*T1", () => {
    const { answer, transaction, notes, clock } = setUp();
    answer(180);
    clock.advance(60_000);
    transaction.cancel();
    clock.advance(TRANSACTION_TIMEOUT_MS);
    expect([notes, clock.pending()]).toEqual([["180", "timeout"], 0]);
  });

  test("SIP-37 does nothing after the final response, and nothing for another method", () => {
    const invite = setUp();
    invite.answer(200);
    const options = setUp("OPTIONS");
    options.answer(100);
    for (const { transaction, connection } of [invite, options]) {
      connection.take();
      transaction.cancel();
      expect(connection.sent).toEqual([]);
    }
  });
});

describe("SIP-38 an accepted INVITE", () => {
  const accept = () => {
    const all = setUp();
    all.answer(200);
    const [accepted] = all.responses;
    const dialog = accepted === undefined ? undefined : createUacDialog(all.transaction.request, accepted);
    if (dialog === undefined) throw new Error("no dialog");
    all.stack.acknowledge(all.connection, dialog.createAck(all.transaction.request));
    return all;
  };

  test("SIP-38 its ACK has its own branch, and is sent again for each retransmitted 2xx", () => {
    const { answer, connection, transaction, notes, clock } = accept();
    const [, first] = connection.take();
    expect(first).toMatchObject({ method: "ACK", cseq: { number: 1, method: "ACK" } });
    expect(first?.via[0]?.params.get("branch")).not.toBe(transaction.request.via[0]?.params.get("branch"));
    answer(200);
    expect(connection.take()).toEqual([first]);
    clock.advance(TRANSACTION_TIMEOUT_MS);
    answer(200);
    expect([connection.take(), notes, clock.pending()]).toEqual([[first], ["200"], 0]);
  });

  test("SIP-38 a 2xx of another branch is delivered for 64*T1", () => {
    const { answer, notes, clock } = accept();
    answer(200, "othertag");
    expect(notes).toEqual(["200", "200"]);
    clock.advance(TRANSACTION_TIMEOUT_MS);
    answer(200, "thirdtag");
    expect([notes, clock.pending()]).toEqual([["200", "200"], 0]);
  });

  test("SIP-38 many of them on one connection do not accumulate", () => {
    const { stack, connection, clock } = setUpStack();
    for (let at = 0; at < 1_000; at += 1) {
      const { request: sent } = stack.request(
        connection,
        { ...request(), callId: `call-${at}` },
        noteHandlers().handlers,
      );
      stack.receive(connection, response(sent, 200));
    }
    expect([stack.counts().clientTransactions, clock.pending()]).toEqual([KEPT_ANSWERS, KEPT_ANSWERS]);
  });
});

describe("SIP-39 unexpected responses", () => {
  test("SIP-39 are dropped: another branch, method or connection, more than one Via, or no request", () => {
    const { stack, connection, transaction, notes, faults } = setUp("OPTIONS");
    const text = response(transaction.request, 200);
    stack.receive(connection, text.replace("branch=z9hG4bK", "branch=z9hG4bKx"));
    stack.receive(connection, text.replace("CSeq: 1 OPTIONS", "CSeq: 1 INFO"));
    stack.receive(connection, text.replace("\r\nFrom", "\r\nVia: SIP/2.0/WS other;branch=z9hG4bKy\r\nFrom"));
    stack.receive({ ...connection, id: "c2" }, text);
    stack.receive(connection, torture("bcast"));
    expect([notes, faults.map(({ kind }) => kind)]).toEqual([[], Array.from({ length: 5 }, () => "strayResponse")]);
  });
});

describe("SIP-43 the end of a connection", () => {
  test("SIP-43 notifies each waiting request once, and an accepted one not at all", () => {
    const { stack, connection, clock } = setUpStack();
    const noted = ["INVITE", "OPTIONS", "INVITE"].map((method, at) => {
      const notes = noteHandlers();
      const { request: sent } = stack.request(connection, request(method, at), notes.handlers);
      if (at === 2) stack.receive(connection, response(sent, 200));
      return notes.notes;
    });
    stack.connectionClosed(connection);
    stack.connectionClosed(connection);
    expect(noted).toEqual([["connectionClosed"], ["connectionClosed"], ["200"]]);
    expect([clock.pending(), stack.counts()]).toEqual([
      0,
      { connections: 0, serverTransactions: 0, clientTransactions: 0 },
    ]);
  });

  test("SIP-43 a request on a closed connection fails after the caller has its transaction", () => {
    const { stack, connection, clock } = setUpStack();
    stack.connectionClosed(connection);
    const { handlers, notes } = noteHandlers();
    stack.request(connection, request(), handlers);
    expect([notes, connection.sent]).toEqual([[], []]);
    clock.advance(0);
    expect([notes, clock.pending(), stack.counts().connections]).toEqual([["connectionClosed"], 0, 0]);
  });

  test("SIP-43 a handler may send on the connection that just closed, and nothing leaks", () => {
    const { stack, connection, clock } = setUpStack();
    const again = noteHandlers();
    stack.request(connection, request(), {
      onResponse: () => undefined,
      onFailure: () => void stack.request(connection, request("BYE", 2), again.handlers),
    });
    stack.connectionClosed(connection);
    clock.advance(0);
    expect([again.notes, clock.pending(), stack.counts().clientTransactions]).toEqual([["connectionClosed"], 0, 0]);
  });

  test("SIP-43 closing the stack calls no handler", () => {
    const { stack, connection, notes, clock, handlers } = setUp();
    stack.close();
    stack.request(connection, request("BYE", 2), handlers);
    clock.advance(TRANSACTION_TIMEOUT_MS);
    expect([notes, clock.pending()]).toEqual([[], 0]);
  });

  test("SIP-42 a handler that throws is a fault, and the stack continues", () => {
    const { stack, connection, faults } = setUpStack();
    const { request: sent } = stack.request(connection, request("OPTIONS"), {
      onResponse: () => {
        throw new Error("a fault of the owner");
      },
      onFailure: () => undefined,
    });
    stack.receive(connection, response(sent, 200));
    expect(faults.map(({ kind }) => kind)).toEqual(["threw"]);
    stack.receive(connection, requestText());
    expect(stack.counts()).toEqual({ connections: 1, serverTransactions: 1, clientTransactions: 0 });
  });
});

describe("SIP-45 two stacks in a random order of events", () => {
  /** Both ends of one call attempt. Returns the final status at the caller. */
  const play = (seed: number): number | undefined => {
    const random = createRandom(seed);
    const left = setUpStack();
    const right = setUpStack();
    const noted = noteHandlers();
    const answered: number[] = [];
    const acks: SipRequest[] = [];
    const transaction = left.stack.request(left.connection, request(), {
      ...noted.handlers,
      onResponse: (incoming) => {
        noted.handlers.onResponse(incoming);
        const dialog = incoming.status < 200 ? undefined : createUacDialog(transaction.request, incoming);
        if (dialog !== undefined) left.stack.acknowledge(left.connection, dialog.createAck(transaction.request));
      },
    });
    const deliver = (from: FakeConnection, to: typeof left): void => {
      const text = from.sent.shift();
      if (text === undefined) return;
      to.stack.receive(to.connection, text);
      if (random() < 0.2) to.stack.receive(to.connection, text);
    };
    const respond = (status: number): void => {
      const [server] = right.requests;
      server?.onAck((ack) => acks.push(ack));
      const sent = server?.respond(status, { headers: [["Contact", "<sip:phone>"]] });
      if (sent !== undefined && status >= 200) answered.push(status);
    };
    const pass = (ms: number): void => {
      left.clock.advance(ms);
      right.clock.advance(ms);
    };
    const moves: readonly (() => void)[] = [
      () => deliver(left.connection, right),
      () => deliver(right.connection, left),
      () => respond([180, 183, 200, 486, 603][Math.floor(random() * 5)] ?? 180),
      () => transaction.cancel(),
      () => pass(400),
    ];
    for (let step = 0; step < 40; step += 1) moves[Math.floor(random() * moves.length)]?.();
    // The wire becomes quiet, each side without a response sends one, and time passes.
    for (let step = 0; step < 300; step += 1) {
      if (step === 100) respond(486);
      if (step > 200) pass(500);
      deliver(left.connection, right);
      deliver(right.connection, left);
    }
    const [server, ...copies] = right.requests;
    const finals = noted.responses.filter(({ status }) => status >= 200).map(({ status }) => status);
    const wanted = server?.cancelled === true ? 487 : answered[0];
    expect([seed, finals, noted.failures, copies]).toEqual([seed, [wanted], [], []]);
    expect(acks.length).toBe(wanted === 200 ? 1 : 0);
    expect([left, right].map(({ clock }) => clock.pending())).toEqual([0, 0]);
    expect(
      [left, right].map(({ stack }) => stack.counts().serverTransactions + stack.counts().clientTransactions),
    ).toEqual([0, 0]);
    expect([...left.faults, ...right.faults].filter(({ kind }) => kind === "threw" || kind === "malformed")).toEqual(
      [],
    );
    return wanted;
  };

  test("SIP-45 400 seeded call attempts end on both sides, agree, and leave no timer", () => {
    const finals = new Map<number | undefined, number>();
    for (let seed = 1; seed <= 400; seed += 1) {
      const final = play(seed);
      finals.set(final, (finals.get(final) ?? 0) + 1);
    }
    // Every possible end of an attempt occurred often.
    for (const final of [200, 486, 487, 603]) expect(finals.get(final) ?? 0).toBeGreaterThan(20);
  });
});
