import { once } from "node:events";
import { expect, it } from "vitest";
import { inTable, TORTURE_ANSWERS } from "../../../../../packages/sip/test/torture-answers.ts";
import { mpart01, tortureEntries } from "../../../../../packages/sip/test/torture.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { openSockets } from "../../../test/test-sockets.ts";

const options = (id: number): string =>
  `OPTIONS sip:demo SIP/2.0\r\nVia: SIP/2.0/WS x.invalid;branch=z9hG4bKown${id}\r\nFrom: <sip:alice@demo>;tag=1\r\nTo: <sip:demo>\r\nCall-ID: own-${id}\r\nCSeq: 1 OPTIONS\r\nMax-Forwards: 70\r\nContent-Length: 0\r\n\r\n`;

it("REG-26 the 49 torture messages of RFC 4475 over a WebSocket get their answers, and the connection goes on", async () => {
  const server = await createTestServer();
  const sockets = await openSockets(server);
  const statuses = new Map<string, string>();
  // mpart01 is not text: it goes as a binary frame (RFC 7118 §4.2).
  for (const [name, message] of [...tortureEntries, ["mpart01", mpart01()] as const]) {
    const socket = await sockets.open("/sip", { protocol: "sip" });
    const answers: string[] = [];
    socket.on("message", (data: Buffer) => answers.push(data.toString()));
    socket.send(message);
    // Two of our own after it: what was asked before the first is answered before the second.
    for (const id of [1, 2]) {
      socket.send(options(id));
      while (!answers.some((answer) => answer.includes(`own-${id}`))) await once(socket, "message");
    }
    const own = answers.filter((answer) => answer.includes("own-"));
    expect([name, own.map((answer) => answer.slice(8, 11))]).toEqual([name, ["401", "401"]]);
    const others = answers.filter((answer) => !answer.includes("own-"));
    statuses.set(name, others.map((answer) => answer.slice(8, 11)).join(" "));
    socket.close();
    await once(socket, "close");
  }
  expect(statuses.size).toBe(49);
  expect(statuses.get("mpart01")).toBe("401");
  statuses.delete("mpart01");
  expect(inTable(statuses)).toEqual(TORTURE_ANSWERS);
  sockets.cut();
  await server.remove();
});
