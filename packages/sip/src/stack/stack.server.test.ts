import { describe, expect, test } from "vitest";
import { requestText } from "../../test/read.ts";
import { createFakeConnection, setUpStack } from "../../test/stack.ts";
import { torture } from "../../test/torture.ts";
import { header, toTag } from "../text/message.ts";
import { T1_MS, T2_MS, TRANSACTION_TIMEOUT_MS } from "../transactions/timers.ts";
import { KEPT_ANSWERS } from "./connection-state.ts";

const OPTIONS = { method: "OPTIONS", uri: "sip:demo" } as const;
/** An ACK with the INVITE's branch belongs to a refusal; an ACK for a 2xx has its own branch. */
const ack = (toTagOfAnswer: string, branch = "z9hG4bKone", cseq = 1) =>
  requestText({ method: "ACK", branch, toTag: toTagOfAnswer, cseq });

describe("SIP-30 a retransmitted request", () => {
  test("SIP-30 is absorbed, and gets the last response again", () => {
    const { stack, connection, requests, takeRequest } = setUpStack();
    const text = requestText(OPTIONS);
    stack.receive(connection, text);
    stack.receive(connection, text);
    expect(requests).toHaveLength(1);
    expect(connection.sent).toEqual([]);
    const transaction = takeRequest();
    transaction.respond(183);
    stack.receive(connection, text);
    transaction.respond(200);
    stack.receive(connection, text);
    expect(connection.takeLines()).toEqual(["183 OPTIONS", "183 OPTIONS", "200 OPTIONS", "200 OPTIONS"]);
    expect(requests).toEqual([]);
  });

  test("SIP-30 is recognized in any case of its sent-by, which is returned as it was written", () => {
    const { stack, connection, requests, takeRequest } = setUpStack();
    const upper = requestText(OPTIONS).replace("phone1.invalid;branch", "PHONE1.Invalid;branch");
    stack.receive(connection, upper);
    stack.receive(connection, requestText(OPTIONS));
    expect(requests).toHaveLength(1);
    takeRequest().respond(200);
    expect(connection.take()[0]?.via[0]?.host).toBe("PHONE1.Invalid");
  });

  test("SIP-30 is a new request with another branch, sent-by or method, or on another connection", () => {
    const { stack, connection, requests } = setUpStack();
    stack.receive(connection, requestText({ ...OPTIONS, callId: "a" }));
    stack.receive(connection, requestText({ ...OPTIONS, callId: "b", branch: "z9hG4bKtwo" }));
    stack.receive(
      connection,
      requestText({ ...OPTIONS, callId: "c" }).replace("phone1.invalid;branch", "phone2.invalid;branch"),
    );
    stack.receive(connection, requestText({ method: "INFO", callId: "d" }));
    stack.receive(createFakeConnection("c2"), requestText({ ...OPTIONS, callId: "e" }));
    expect(requests).toHaveLength(5);
  });

  test("SIP-30 the last responses of a connection are kept, at most eight", () => {
    const { stack, connection, takeRequest, requests } = setUpStack();
    const text = (at: number) => requestText({ ...OPTIONS, branch: `z9hG4bK${at}`, callId: `call-${at}` });
    for (let at = 0; at <= KEPT_ANSWERS; at += 1) {
      stack.receive(connection, text(at));
      takeRequest().respond(200);
    }
    connection.take();
    stack.receive(connection, text(1));
    expect(connection.takeLines()).toEqual(["200 OPTIONS"]);
    stack.receive(connection, text(0));
    expect(requests).toHaveLength(1);
  });

  test("SIP-30 without a branch of RFC 3261 it is recognized by its other fields", () => {
    const { stack, connection, requests } = setUpStack();
    for (const name of ["inv2543", "inv2543", "badbranch", "badbranch"] as const)
      stack.receive(connection, torture(name));
    stack.receive(connection, torture("badbranch").replace("Call-ID: badbranch", "Call-ID: another"));
    expect(requests.map(({ request }) => request.method)).toEqual(["INVITE", "OPTIONS", "OPTIONS"]);
  });
});

describe("SIP-31 a new INVITE", () => {
  test("SIP-31 gets 100 immediately unless it is answered synchronously", () => {
    const { stack, connection } = setUpStack();
    stack.receive(connection, requestText());
    expect(connection.takeLines()).toEqual(["100 INVITE"]);
    const quick = setUpStack({ onRequest: (transaction) => void transaction.respond(404) });
    quick.stack.receive(quick.connection, requestText());
    expect(quick.connection.takeLines()).toEqual(["404 INVITE"]);
    const other = setUpStack();
    other.stack.receive(other.connection, requestText(OPTIONS));
    expect(other.connection.sent).toEqual([]);
  });

  test("SIP-31 its responses have one tag, and 100 has none", () => {
    const { stack, connection, takeRequest } = setUpStack();
    stack.receive(connection, requestText());
    const transaction = takeRequest();
    transaction.respond(180);
    transaction.respond(200);
    const tags = connection.take().map((message) => toTag(message));
    expect(tags).toEqual([undefined, transaction.localTag, transaction.localTag]);
  });

  test("SIP-31 its Via has the source address", () => {
    const { stack, connection, takeRequest } = setUpStack();
    stack.receive(connection, requestText());
    takeRequest().respond(180);
    expect(connection.take()[1]?.via[0]?.params.get("received")).toBe("192.0.2.7");
    stack.receive(connection, requestText({ ...OPTIONS, callId: "x" }).replace("phone1.invalid;", "192.0.2.7;"));
    expect(takeRequest().request.via[0]?.params.has("received")).toBe(false);
  });
});

describe("SIP-32 a refused INVITE", () => {
  test("SIP-32 ends with its ACK, which is not delivered", () => {
    const { clock, stack, connection, takeRequest, acks } = setUpStack();
    stack.receive(connection, requestText());
    const transaction = takeRequest();
    const ends: string[] = [];
    transaction.onEnd((end) => ends.push(end));
    const response = transaction.respond(486);
    expect(clock.pending()).toBe(1);
    stack.receive(connection, ack(response?.to.params.get("tag") ?? ""));
    expect([ends, acks, clock.pending(), stack.counts().serverTransactions]).toEqual([["answered"], [], 0, 0]);
    stack.receive(connection, ack(transaction.localTag));
    expect(acks).toEqual([]);
  });

  test("SIP-32 ends after 64*T1 without an ACK, and sends nothing more", () => {
    const { clock, stack, connection, takeRequest } = setUpStack();
    stack.receive(connection, requestText());
    const transaction = takeRequest();
    const ends: string[] = [];
    transaction.onEnd((end) => ends.push(end));
    transaction.respond(486);
    connection.take();
    clock.advance(TRANSACTION_TIMEOUT_MS - 1);
    expect(ends).toEqual([]);
    clock.advance(1);
    expect([ends, connection.sent, stack.counts().serverTransactions]).toEqual([["noAck"], [], 0]);
  });

  test("SIP-32 accepts no second response", () => {
    const { stack, connection, takeRequest } = setUpStack();
    stack.receive(connection, requestText());
    const transaction = takeRequest();
    transaction.respond(486);
    expect([transaction.respond(200), transaction.respond(180), transaction.respond(486)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(connection.takeLines()).toEqual(["100 INVITE", "486 INVITE"]);
  });
});

describe("SIP-33 an accepted INVITE", () => {
  test("SIP-33 its 2xx is sent again at T1, doubling to T2, until 64*T1 are over", () => {
    const { clock, stack, connection, takeRequest } = setUpStack();
    stack.receive(connection, requestText());
    const transaction = takeRequest();
    const ends: string[] = [];
    transaction.onEnd((end) => ends.push(end));
    transaction.respond(200);
    connection.take();
    const at: number[] = [];
    for (let ms = 100; ms <= TRANSACTION_TIMEOUT_MS + T2_MS; ms += 100) {
      clock.advance(100);
      for (const line of connection.takeLines()) if (line === "200 INVITE") at.push(ms);
    }
    expect(at).toEqual([500, 1_500, 3_500, 7_500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500]);
    expect([ends, clock.pending(), stack.counts().serverTransactions]).toEqual([["noAck"], 0, 0]);
  });

  test("SIP-33 the ACK ends it and is delivered with its body", () => {
    const { clock, stack, connection, takeRequest, acks } = setUpStack();
    stack.receive(connection, requestText());
    const transaction = takeRequest();
    const bodies: string[] = [];
    transaction.onAck(({ body }) => bodies.push(body));
    transaction.respond(200);
    clock.advance(T1_MS);
    stack.receive(
      connection,
      requestText({ method: "ACK", branch: "z9hG4bKack", toTag: transaction.localTag, body: "v=0" }),
    );
    connection.take();
    clock.advance(TRANSACTION_TIMEOUT_MS);
    expect([bodies, acks, connection.sent, clock.pending()]).toEqual([["v=0"], [], [], 0]);
    stack.receive(connection, requestText());
    expect(connection.takeLines()).toEqual(["200 INVITE"]);
    stack.receive(connection, ack(transaction.localTag, "z9hG4bKack"));
    expect([bodies.length, acks.length]).toEqual([1, 1]);
  });

  test("SIP-33 an ACK on another connection counts, one with another tag or number does not", () => {
    const { stack, connection, takeRequest, acks } = setUpStack();
    stack.receive(connection, requestText());
    const transaction = takeRequest();
    transaction.respond(200);
    stack.receive(connection, ack("other", "z9hG4bKa"));
    stack.receive(connection, ack(transaction.localTag, "z9hG4bKb", 2));
    expect([acks.length, transaction.state]).toEqual([2, "accepted"]);
    stack.receive(createFakeConnection("c2"), ack(transaction.localTag, "z9hG4bKc"));
    expect([acks.length, transaction.state]).toEqual([2, "terminated"]);
  });
});

describe("SIP-34 CANCEL", () => {
  const cancel = requestText({ method: "CANCEL" });

  test("SIP-34 of a waiting INVITE gets 200, notifies the owner, and the INVITE gets 487", () => {
    const { stack, connection, takeRequest } = setUpStack();
    stack.receive(connection, requestText());
    const transaction = takeRequest();
    const told: (string | undefined)[] = [];
    transaction.onCancel((by) => told.push(header(by, "Reason")));
    stack.receive(connection, requestText({ method: "CANCEL", headers: ["Reason: SIP;cause=200"] }));
    stack.receive(connection, cancel);
    expect(connection.takeLines()).toEqual(["100 INVITE", "200 CANCEL", "487 INVITE", "200 CANCEL"]);
    expect([told, transaction.cancelled, transaction.respond(200)]).toEqual([["SIP;cause=200"], true, undefined]);
  });

  test("SIP-34 a callback that is set after the CANCEL is called synchronously", () => {
    const { stack, connection, takeRequest } = setUpStack();
    stack.receive(connection, requestText());
    const transaction = takeRequest();
    stack.receive(connection, cancel);
    const told: string[] = [];
    transaction.onCancel(() => told.push("cancel"));
    stack.connectionClosed(connection);
    transaction.onEnd((end) => told.push(end));
    expect(told).toEqual(["cancel", "connectionClosed"]);
  });

  test("SIP-34 that crosses the final response changes nothing", () => {
    const { stack, connection, takeRequest } = setUpStack();
    stack.receive(connection, requestText());
    takeRequest().respond(200);
    stack.receive(connection, cancel);
    expect(connection.takeLines()).toEqual(["100 INVITE", "200 INVITE", "200 CANCEL"]);
  });

  test("SIP-34 of a finished INVITE gets 200, of an unknown one 481", () => {
    const { stack, connection, takeRequest } = setUpStack();
    stack.receive(connection, requestText());
    const transaction = takeRequest();
    transaction.respond(486);
    stack.receive(connection, ack(transaction.localTag));
    stack.receive(connection, cancel);
    stack.receive(connection, requestText({ method: "CANCEL", branch: "z9hG4bKother" }));
    expect(connection.takeLines()).toEqual(["100 INVITE", "486 INVITE", "200 CANCEL", "481 CANCEL"]);
  });

  test("SIP-34 from another connection cannot end a call", () => {
    const { stack, connection, takeRequest } = setUpStack();
    stack.receive(connection, requestText());
    const stranger = createFakeConnection("c2");
    stack.receive(stranger, cancel);
    expect(stranger.takeLines()).toEqual(["481 CANCEL"]);
    expect(takeRequest().cancelled).toBe(false);
  });

  test("SIP-34 of another method has no effect", () => {
    const { stack, connection, takeRequest } = setUpStack();
    stack.receive(connection, requestText(OPTIONS));
    stack.receive(connection, cancel);
    takeRequest().respond(200);
    expect(connection.takeLines()).toEqual(["481 CANCEL", "200 OPTIONS"]);
  });
});

describe("SIP-35 a merged request (a copy over another route)", () => {
  test("SIP-35 gets 482 while the first is open", () => {
    const { stack, connection, requests, faults, takeRequest } = setUpStack();
    stack.receive(connection, requestText(OPTIONS));
    const copy = requestText({ ...OPTIONS, branch: "z9hG4bKcopy" });
    stack.receive(connection, copy);
    expect([connection.takeLines(), requests.length, faults.map(({ kind }) => kind)]).toEqual([
      ["482 OPTIONS"],
      1,
      ["merged"],
    ]);
    takeRequest().respond(200);
    stack.receive(connection, copy);
    expect(requests).toHaveLength(1);
  });

  test("SIP-35 is not assumed within a dialog, or with another number, tag or call", () => {
    const { stack, connection, requests } = setUpStack();
    const texts = [{ toTag: "x" }, { toTag: "x" }, {}, { cseq: 2 }, { fromTag: "other" }, { callId: "other" }];
    texts.forEach((parts, at) =>
      stack.receive(connection, requestText({ method: "INFO", branch: `z9hG4bK${at}`, ...parts })),
    );
    expect(requests).toHaveLength(6);
  });
});
