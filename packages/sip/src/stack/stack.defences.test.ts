import { describe, expect, test } from "vitest";
import { createRandom } from "../../test/random.ts";
import { requestText } from "../../test/read.ts";
import { createFakeConnection, setUpStack } from "../../test/stack.ts";
import { torture, tortureTexts } from "../../test/torture.ts";
import { MAX_MALFORMED_IN_A_ROW, MAX_SERVER_TRANSACTIONS } from "./stack-options.ts";

const OPTIONS = { method: "OPTIONS", uri: "sip:demo" } as const;

describe("SIP-40 a flood", () => {
  test("SIP-40 the request above the limit gets 503 with Retry-After, an ACK gets nothing; others are processed", () => {
    const { stack, connection, requests, faults, takeRequest } = setUpStack();
    const send = (at: number, method = "OPTIONS") =>
      stack.receive(connection, requestText({ method, branch: `z9hG4bK${at}`, callId: `call-${at}` }));
    for (let at = 0; at < MAX_SERVER_TRANSACTIONS; at += 1) send(at);
    send(1_000);
    send(1_001, "ACK");
    expect(connection.sent.join("")).toMatch(/^SIP\/2\.0 503 [^]*\r\nRetry-After: 5\r\n/);
    expect(connection.takeLines()).toEqual(["503 OPTIONS"]);
    expect(faults.map(({ kind }) => kind)).toEqual(["flood"]);
    stack.receive(createFakeConnection("c2"), requestText({ ...OPTIONS, callId: "call-2000" }));
    expect(requests).toHaveLength(MAX_SERVER_TRANSACTIONS + 1);
    takeRequest().respond(200);
    send(1_002);
    expect(requests).toHaveLength(MAX_SERVER_TRANSACTIONS + 1);
  });
});

describe("SIP-41 malformed messages", () => {
  test("SIP-41 get a response where possible, and twenty in a row close the connection", () => {
    const { stack, connection, faults } = setUpStack();
    for (let at = 1; at < MAX_MALFORMED_IN_A_ROW; at += 1) stack.receive(connection, torture("quotbal"));
    expect(connection.closed()).toBe(0);
    stack.receive(connection, requestText(OPTIONS));
    for (let at = 1; at < MAX_MALFORMED_IN_A_ROW; at += 1) stack.receive(connection, "no SIP at all");
    expect(connection.closed()).toBe(0);
    stack.receive(connection, torture("badvers"));
    expect(connection.closed()).toBe(1);
    expect(connection.sent.filter((text) => text.startsWith("SIP/2.0 400 "))).toHaveLength(MAX_MALFORMED_IN_A_ROW - 1);
    expect(connection.sent.at(-1)).toMatch(/^SIP\/2\.0 505 /);
    expect(faults).toHaveLength(2 * MAX_MALFORMED_IN_A_ROW - 1);
  });
});

describe("SIP-42 no input makes the stack throw", () => {
  test("SIP-42 the messages of RFC 4475, in any order, with owners that respond in any way", () => {
    const random = createRandom(42);
    const { clock, stack, requests } = setUpStack();
    const connection = createFakeConnection();
    const statuses = [100, 180, 200, 202, 301, 404, 487, 500, 603];
    for (let round = 0; round < 4_000; round += 1) {
      stack.receive(connection, tortureTexts[Math.floor(random() * tortureTexts.length)] ?? "");
      for (const request of requests.splice(0))
        request.respond(statuses[Math.floor(random() * statuses.length)] ?? 200);
      if (random() < 0.05) clock.advance(random() * 40_000);
    }
    stack.connectionClosed(connection);
    expect([clock.pending(), stack.counts()]).toEqual([
      0,
      { connections: 0, serverTransactions: 0, clientTransactions: 0 },
    ]);
  });

  test("SIP-42 an owner that throws causes a 500 for its request, and for no other", () => {
    const { stack, connection, faults } = setUpStack({
      onRequest: (transaction) => {
        if (transaction.request.method === "INVITE") throw new Error("a fault of the owner");
        transaction.respond(200);
      },
    });
    stack.receive(connection, requestText());
    stack.receive(connection, requestText({ ...OPTIONS, callId: "x" }));
    expect(connection.takeLines()).toEqual(["500 INVITE", "200 OPTIONS"]);
    expect(faults.map(({ kind }) => kind)).toEqual(["threw"]);
  });

  test("SIP-42 a callback for CANCEL that throws still leads to 487", () => {
    const { stack, connection, takeRequest } = setUpStack();
    stack.receive(connection, requestText());
    takeRequest().onCancel(() => {
      throw new Error("a fault of the owner");
    });
    stack.receive(connection, requestText({ method: "CANCEL" }));
    expect(connection.takeLines()).toEqual(["100 INVITE", "200 CANCEL", "487 INVITE"]);
  });

  test("SIP-42 a socket that throws while sending is a counted fault", () => {
    const { stack, faults, requests } = setUpStack();
    const broken = {
      ...createFakeConnection(),
      send: () => {
        throw new Error("closing");
      },
    };
    stack.receive(broken, requestText());
    expect([requests.length, faults.map(({ kind }) => kind)]).toEqual([1, ["sendFailed"]]);
  });
});

describe("SIP-43 the end of a connection", () => {
  test("SIP-43 ends its requests, notifies their owners and stops every timer", () => {
    const { clock, stack, connection, requests } = setUpStack();
    const ends: string[] = [];
    [180, 200, 486].forEach((status, at) => {
      stack.receive(connection, requestText({ branch: `z9hG4bK${at}`, callId: `call-${at}` }));
      requests[at]?.onEnd((end) => ends.push(`${status} ${end}`));
      requests[at]?.respond(status);
    });
    connection.take();
    stack.connectionClosed(connection);
    expect(ends).toEqual(["180 connectionClosed", "200 connectionClosed", "486 connectionClosed"]);
    expect([clock.pending(), stack.counts()]).toEqual([
      0,
      { connections: 0, serverTransactions: 0, clientTransactions: 0 },
    ]);
    expect(requests[0]?.respond(200)).toBeUndefined();
    stack.receive(connection, requestText({ callId: "late" }));
    expect([connection.sent, stack.counts().connections]).toEqual([[], 0]);
  });

  test("SIP-43 closing the stack is silent and stops every timer", () => {
    const { clock, stack, connection, takeRequest } = setUpStack();
    stack.receive(connection, requestText());
    const transaction = takeRequest();
    const ends: string[] = [];
    transaction.respond(200);
    transaction.onEnd((end) => ends.push(end));
    connection.take();
    stack.close();
    expect([ends, connection.sent, clock.pending()]).toEqual([[], [], 0]);
    stack.receive(connection, requestText({ callId: "late" }));
    expect(stack.counts().connections).toBe(0);
  });
});

test("SIP-44 two CRLF get one as response; one CRLF and an empty frame get nothing", () => {
  const { stack, connection, faults } = setUpStack();
  for (const text of ["\r\n\r\n", "\r\n", ""]) stack.receive(connection, text);
  expect([connection.sent, faults]).toEqual([["\r\n"], []]);
});
