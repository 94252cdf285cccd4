import { settle } from "@callpanel/testkit/fake-clock";
import { afterEach, expect, test, vi } from "vitest";
import { startAgent } from "../../../test/sip-agent.ts";
import { createSipServer } from "../../../test/sip-server.ts";

afterEach(() => vi.unstubAllGlobals());

const challenge = (nonce: string, more = "", realm = "demo") => ({
  headers: [
    `WWW-Authenticate: Digest realm="${realm}", nonce="${nonce}", algorithm=SHA-256, qop="auth"${more}`,
    `WWW-Authenticate: Digest realm="${realm}", nonce="${nonce}", algorithm=MD5, qop="auth"${more}`,
  ],
});
const registers = (server: ReturnType<typeof createSipServer>) =>
  server.received.filter(({ start }) => start === "REGISTER");

test("PHONE-131 a nonce is used again, with its count, and needs no second challenge", async () => {
  const { agent, server } = await startAgent();
  agent.sendOptions(() => undefined);
  await settle();
  expect(server.newest("REGISTER").header("Authorization")).toMatch(/nonce="n1".*nc=00000001/);
  expect(server.newest("OPTIONS").header("Authorization")).toMatch(/nonce="n1".*nc=00000002/);
});

test("PHONE-131 a stale nonce is replaced by the new one, MD5 is chosen from the offered algorithms", async () => {
  const { agent, server } = await startAgent();
  server.answers.set("OPTIONS", 0);
  const outcomes: string[] = [];
  agent.sendOptions((outcome) => outcomes.push(outcome));
  await settle();
  await server.reply(server.newest("OPTIONS"), 401, challenge("n2"));
  await server.reply(server.newest("OPTIONS"), 401, challenge("n3", ", stale=true"));
  const last = server.newest("OPTIONS");
  expect(last.header("Authorization")).toMatch(/nonce="n3".*algorithm=MD5.*nc=00000001/);
  await server.reply(last, 200);
  expect(outcomes).toEqual(["answered"]);
});

test("PHONE-131 a fresh answer that is refused is final: no loop", async () => {
  const server = createSipServer();
  server.answers.set("REGISTER", 0);
  const { events } = await startAgent(server);
  for (let refusal = 0; refusal < 5; refusal += 1)
    await server.reply(server.newest("REGISTER"), 401, challenge(`n${refusal}`));
  expect(registers(server)).toHaveLength(2);
  expect(events.at(-1)).toMatchObject({ kind: "registrationFailed", failure: { statusCode: 401 } });
});

test("PHONE-131 a challenge of another realm is not answered", async () => {
  const server = createSipServer();
  server.answers.set("REGISTER", 0);
  await startAgent(server);
  await server.reply(server.newest("REGISTER"), 401, challenge("n1", "", "evil"));
  expect(registers(server)).toHaveLength(1);
});

test("PHONE-132 a registration with a time that is too short is repeated with the registrar's time", async () => {
  const server = createSipServer();
  server.answers.set("REGISTER", 0);
  const { events } = await startAgent(server);
  await server.reply(server.newest("REGISTER"), 423, { headers: ["Min-Expires: 1800"] });
  const again = server.newest("REGISTER");
  expect(again.header("Expires")).toBe("1800");
  expect(again.header("Contact")).toMatch(/\+sip\.instance="<urn:uuid:[0-9a-f-]{36}>"/);
  await server.reply(again, 200, { headers: [`Contact: ${again.header("Contact")}`] });
  expect(events.at(-1)).toEqual({ kind: "registered" });
});

test("PHONE-132 it is refreshed before its time is over, by the registrar's word", async () => {
  const server = createSipServer();
  server.answers.set("REGISTER", 0);
  const { clock } = await startAgent(server);
  const first = server.newest("REGISTER");
  await server.reply(first, 200, {
    headers: [`Contact: ${first.header("Contact").replace("expires=600", "expires=100")}`],
  });
  await clock.advance(49_000);
  expect(registers(server)).toHaveLength(1);
  await clock.advance(41_000);
  expect(registers(server)).toHaveLength(2);
});
