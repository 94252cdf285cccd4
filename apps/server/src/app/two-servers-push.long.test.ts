/** Two servers on one PostgreSQL database, in this process: a person with a phone at one of them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { sipConfigSchema } from "@callpanel/contract";
import { createPostgresDatabase } from "../../test/postgres-database.ts";
import type { SipPhone } from "@callpanel/testkit";
import { startPushReceiver, type PushReceiver } from "@callpanel/testkit/push-receiver";
import { bearer, createTestServer, type TestServer } from "../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../test/test-sockets.ts";
import { topic } from "../kernel/bus/topic.ts";
import { phoneWanted } from "../modules/telephony/index.ts";

const SERVER_URL = process.env["TEST_DATABASE_URL"];
const TEST_MS = 300_000;
const asked = topic("test.asked", z.object({}));
const answer = topic("test.answer", z.object({}));
const CAROL = { username: "carol", extension: "103" };
const WAIT = { timeout: 60_000, interval: 20 };

/**
 * Dials, and resolves when the other server has answered whether it has a phone of the callee, or keeps silent: only then
 * may the clock of the first server, which waits for that answer, go on.
 */
async function dialed(
  [one, other]: readonly TestServer[],
  phone: SipPhone | undefined,
  callee: { readonly username: string; readonly extension: string },
): Promise<ReturnType<SipPhone["call"]> | undefined> {
  const user = await one?.stores.users.byUsername(callee.username);
  const wanted = new Promise<void>((resolve) => {
    other?.bus.subscribe(phoneWanted, ({ userId }) => {
      if (userId === user?.id) resolve();
    });
  });
  const call = phone?.call(callee.extension);
  await wanted;
  other?.bus.subscribe(asked, () => other.bus.publish(answer, {}));
  await new Promise<void>((resolve) => {
    one?.bus.subscribe(answer, () => resolve());
    one?.bus.publish(asked, {});
  });
  return call;
}

describe.skipIf(SERVER_URL === undefined)("notifications of two servers on one PostgreSQL database", () => {
  let receiver: PushReceiver;
  const servers: TestServer[] = [];
  const sockets: TestSockets[] = [];
  let database: Awaited<ReturnType<typeof createPostgresDatabase>> | undefined;
  beforeAll(async () => {
    database = await createPostgresDatabase(SERVER_URL ?? "");
    const { databaseUrl } = database;
    receiver = await startPushReceiver();
    const { origin: pushTestService } = receiver;
    const shared = { databaseUrl, secretKey: "a key of both servers of this test", pushTestService };
    for (let number = 0; number < 2; number += 1) {
      const server = await createTestServer({ ...shared, takesMessages: false });
      servers.push(server);
      sockets.push(await openSockets(server));
    }
  }, TEST_MS);
  afterAll(async () => {
    for (const one of sockets) one.cut();
    for (const server of servers) await server.remove();
    await receiver.stop();
    await database?.remove();
  });

  it("BUS-7 PUSH-5 a person with a phone at the other server gets no notification", { timeout: TEST_MS }, async () => {
    const [one, other] = servers;
    for (const username of ["bob", "carol"]) {
      const { endpoint, keys } = receiver;
      const browser = { endpoint: `${endpoint}/${username}`, keys };
      const made = await one?.send("POST", "/api/v1/push/subscriptions", username, browser);
      expect(made?.status).toBe(200);
    }
    const bodies = (username: string) =>
      receiver.received.filter(({ path }) => path.endsWith(`/${username}`)).map(({ message }) => message);
    await sockets[1]?.registered("bob");
    const alice = await sockets[0]?.registered("alice");
    await alice?.call("102").until("ended");
    const out = await dialed(servers, alice, CAROL);
    await one?.clock.advance(300);
    await out?.until("ringing");
    await expect.poll(() => bodies("carol"), WAIT).toMatchObject([{ body: "Incoming call · 101" }]);
    out?.hangUp();
    await expect.poll(() => bodies("carol"), WAIT).toMatchObject([{}, { body: "Missed call · 101" }]);
    expect(bodies("bob")).toEqual([]);
    expect(other?.logText()).not.toContain("could not");
  });

  it("PUSH-22 a call is declined at any server, once", { timeout: TEST_MS }, async () => {
    const [one, other] = servers;
    const before = receiver.received.length;
    const out = await dialed(servers, await sockets[0]?.registered("dave"), CAROL);
    await one?.clock.advance(300);
    await out?.until("ringing");
    await expect.poll(() => receiver.received.length, WAIT).toBe(before + 1);
    const { call } = z.object({ call: z.object({ token: z.string() }) }).parse(receiver.received.at(-1)?.message);
    const decline = async (server: TestServer | undefined) =>
      (await server?.app.inject({ method: "POST", url: "/api/v1/push/declines", payload: call }))?.statusCode;
    expect(await decline(other)).toBe(200);
    await out?.until("ended");
    expect(out?.statuses.at(-1)).toBe(486);
    expect(await decline(one)).toBe(410);
    await expect.poll(() => receiver.received.length, WAIT).toBe(before + 2);
    expect(receiver.received.at(-1)?.message).toMatchObject({ kind: "close" });
  });

  it(
    "PUSH-27 PUSH-28 PUSH-29 a call at one server rings the phone there, and of the browsers not the one whose panel is open at the other",
    { timeout: TEST_MS },
    async () => {
      const [one, other] = servers;
      const before = receiver.received.length;
      const elsewhere = await one?.signIn("carol");
      const made = await one?.app.inject({
        method: "POST",
        url: "/api/v1/push/subscriptions",
        headers: bearer(elsewhere?.access_token ?? ""),
        payload: { endpoint: `${receiver.endpoint}/closed`, keys: receiver.keys },
      });
      expect(made?.statusCode).toBe(200);
      // The panel of the session that has subscribed as `/carol`.
      const { ha1 } = sipConfigSchema.parse((await one?.get("/api/v1/config/sipua", "carol"))?.body);
      const page = await sockets[1]?.phone("carol", { ha1 });
      expect((await page?.sip.register())?.status).toBe(200);
      const desk = await sockets[0]?.registered("carol");
      const out = await dialed(servers, await sockets[0]?.registered("alice"), CAROL);
      const ringing = await desk?.incoming();
      await one?.clock.advance(300);
      await expect.poll(() => receiver.received.length, WAIT).toBe(before + 1);
      expect(receiver.received.at(-1)?.path).toContain("/closed");
      const { call } = z.object({ call: z.object({ token: z.string() }) }).parse(receiver.received.at(-1)?.message);
      const declined = await other?.app.inject({ method: "POST", url: "/api/v1/push/declines", payload: call });
      expect(declined?.statusCode).toBe(200);
      await Promise.all([out?.until("ended"), ringing?.until("ended")]);
      expect(out?.statuses.at(-1)).toBe(486);
      await expect.poll(() => receiver.received.length, WAIT).toBe(before + 2);
      expect(receiver.received.at(-1)?.message).toMatchObject({ kind: "close" });
    },
  );
});
