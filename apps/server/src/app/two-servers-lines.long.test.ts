/** Two server processes on one PostgreSQL database: an outside line whose gateway is connected to one of them. */
import { endpoints } from "@callpanel/contract";
import { createSipPhone } from "@callpanel/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { ask, grant, startServerPair, type ServerPair } from "../../test/server-pair.ts";
import { buildServer, runProcess } from "../../test/server-process.ts";
import { dialOver, opened } from "../../test/test-sockets.ts";
import { systemClock } from "./system-clock.ts";

const SERVER_URL = process.env["TEST_DATABASE_URL"];
const TEST_MS = 300_000;
const PASSWORD = "a-good-gateway-password";

describe.skipIf(SERVER_URL === undefined)("an outside line of two servers", () => {
  let pair: ServerPair | undefined;
  beforeAll(async () => {
    pair = await startServerPair(SERVER_URL ?? "");
  }, TEST_MS);
  afterAll(() => pair?.remove());

  it(
    "LINE-33 the gateway that is connected to one server is found by the command line and by the page of the other",
    { timeout: TEST_MS },
    async () => {
      const { one = "", other = "", databaseUrl = "" } = pair ?? {};
      const folder = await buildServer();
      const run = async (...words: readonly string[]) => {
        const command = runProcess(`${folder}/cli.js`, { DATABASE_URL: databaseUrl }, words);
        return { code: await command.exited, out: command.out(), error: command.error() };
      };
      const trunk = await run("trunks", "add", "gate", "--password", PASSWORD);
      expect(trunk).toMatchObject({ code: 0 });
      await run("groups", "join", "administrators", "alice");
      expect((await run("trunks", "test", "gate")).out).toBe("no gateway is registered\n");

      const socket = new WebSocket(`${other.replace("http", "ws")}/sip`, ["sip"]);
      try {
        await opened(socket);
        const gateway = createSipPhone({
          dial: dialOver(socket),
          clock: systemClock,
          realm: "demo",
          username: "gate",
          password: PASSWORD,
        });
        await gateway.register();
        expect((await run("trunks", "test", "gate")).out).toMatch(/^127\.0\.0\.1 answered \d{3} after \d+ ms\n$/);
        const { token } = await grant(one, "alice");
        const { body } = await ask(`${one}/api/v1/administration/lines/trunks/gate/test`, token, "POST");
        const { gateways } = endpoints.testCompanyLine.response.parse(body);
        expect(gateways.map(({ address, result }) => [address, result])).toEqual([["127.0.0.1", "answered"]]);
      } finally {
        socket.terminate();
      }
    },
  );
});
