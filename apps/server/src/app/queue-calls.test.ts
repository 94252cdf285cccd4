import { endpoints, queueCallSchema, queueLogEntrySchema } from "@callpanel/contract";
import { settle } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { createTestServer, type TestServer } from "../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../test/test-sockets.ts";
import { applyCompany, parseCompanyFile } from "../modules/administration/index.ts";

const QUEUE = `
realm: demo
queues:
  - { number: 690, name: Helpdesk, members: [{ user: bob }, { user: carol, login: by_code }] }
`;
const listOf = <Item extends z.ZodMiniType>(item: Item) => z.object({ total: z.number(), data: z.array(item) });

describe("calls of queues, from telephone to report", () => {
  let server: TestServer;
  let sockets: TestSockets;
  beforeEach(async () => {
    server = await createTestServer();
    await applyCompany(server.stores.company, parseCompanyFile(QUEUE));
    const alice = await server.stores.users.byUsername("alice");
    await server.stores.company.atomically((company) =>
      company.setPermissions(alice?.id ?? 0, [{ module: "queue_reports", rule: "read" }]),
    );
    sockets = await openSockets(server);
    // The phone system reads the new queue.
    await server.clock.advance(1_000);
    await settle();
  });
  afterEach(async () => {
    sockets.cut();
    await server.remove();
  });

  const today = () => new Date(server.clock.now()).toISOString().slice(0, "2026-03-08".length);
  const report = async (path: string) => {
    const { body, status } = await server.get(
      `/api/v1/queues/reports/${path}?start_date=${today()}&end_date=${today()}&queues=690`,
      "alice",
    );
    expect(status).toBe(200);
    return body;
  };
  const calls = async () => z.parse(listOf(queueCallSchema), await report("call_details")).data;

  it("QLOG-6 a call of a queue stands in the reports with its agent, wait and talk, as soon as it ends", async () => {
    const bob = await sockets.registered("bob");
    const dave = await sockets.registered("dave");
    const call = dave.call("690");
    await call.until("talking");
    const rung = await bob.incoming();
    await expect.poll(async () => (await calls())[0]?.status).toBe("in queue");
    await server.clock.advance(4_000);
    await rung.answer();
    await expect.poll(async () => (await calls())[0]?.status).toBe("CONNECT");
    await server.clock.advance(30_000);
    call.hangUp();
    await rung.until("ended");
    await expect.poll(async () => (await calls())[0]?.status).toBe("COMPLETECALLER");
    const [entry] = await calls();
    expect(entry).toMatchObject({ queue: "690", queue_name: "Helpdesk", number: "104", agent: "102", position: 1 });
    expect(entry?.wait).toBeGreaterThanOrEqual(4);
    expect(entry?.talk).toBeGreaterThanOrEqual(29);
    const log = z.parse(listOf(queueLogEntrySchema), await report(`logs/${entry?.callid}`)).data;
    expect(log.map(({ event }) => event)).toEqual(["ENTERQUEUE", "CONNECT", "COMPLETECALLER"]);
  });

  it("CDR-16 the agent who answered has the call in the own list, and may read it; another agent has not", async () => {
    const list = async (who: string) => {
      const { body } = await server.get("/api/v1/cdrs/friendly_calls_by_date?limit=1000", who);
      return endpoints.listCalls.response.parse(body).data.filter(({ to }) => to === "690");
    };
    const bob = await sockets.registered("bob");
    const { frames } = await sockets.panelOf("bob");
    const call = (await sockets.registered("dave")).call("690");
    await (await bob.incoming()).answer();
    await call.until("talking");
    await expect.poll(async () => (await calls())[0]?.status).toBe("CONNECT");
    call.hangUp();
    await expect.poll(async () => (await list("bob")).length).toBe(1);
    const [entry] = await list("bob");
    expect(entry).toMatchObject({
      from: "104",
      callee_id: null,
      destination: "queue",
      answered_by: { number: "102", name: "Bob Brandt", user_id: 2 },
    });
    expect((await list("dave")).length).toBe(1);
    expect(await list("grace")).toEqual([]);
    expect((await server.get(`/api/v1/cdrs/${entry?.id}`, "bob")).status).toBe(200);
    expect((await server.get(`/api/v1/cdrs/${entry?.id}`, "grace")).status).toBe(404);
    const told = () => frames.some((one) => one.type === "event" && one.event.action === "CDR");
    await expect.poll(told).toBe(true);
  });

  it("QLOG-6 a caller who gives up is abandoned, and the agent's phone stops", async () => {
    const bob = await sockets.registered("bob");
    const call = (await sockets.registered("dave")).call("690");
    await call.until("talking");
    const rung = await bob.incoming();
    call.hangUp();
    await rung.until("ended");
    await expect.poll(async () => (await calls())[0]?.status).toBe("ABANDON");
    const log = z.parse(listOf(queueLogEntrySchema), await report("logs/agent/102")).data;
    expect(log.map(({ event }) => event)).toEqual(["RINGCANCELED"]);
  });

  it("QUE-90 an agent who dials *45 is logged in, and is rung from then on", async () => {
    const carol = await sockets.registered("carol");
    const login = carol.call("*45");
    await login.until("talking");
    await expect
      .poll(async () =>
        z.parse(listOf(queueLogEntrySchema), await report("logs/agent/103")).data.map(({ event }) => event),
      )
      .toEqual(["ADDMEMBER"]);
    login.hangUp();
    await login.until("ended");
    const call = (await sockets.registered("dave")).call("690");
    await call.until("talking");
    const rung = await carol.incoming();
    await rung.answer();
    await rung.until("talking");
    call.hangUp();
    await rung.until("ended");
  });

  it("QUE-92 who is not listed joins a queue only with the right to write it, not with one on another queue", async () => {
    const dave = await server.stores.users.byUsername("dave");
    const phone = await sockets.registered("dave");
    const grant = async (target: string): Promise<void> => {
      await server.stores.company.atomically((company) =>
        company.setPermissions(dave?.id ?? 0, [
          { module: "configs", rule: "read" },
          { module: "softphone", rule: "read" },
          { module: "queues", rule: "write_for", targets: [target] },
        ]),
      );
      await server.clock.advance(1_000);
      await settle();
    };
    const joined = async () =>
      z.parse(listOf(queueLogEntrySchema), await report("logs/agent/104")).data.map(({ event }) => event);
    await grant("600");
    const refused = phone.call("*70690");
    await refused.until("ended");
    expect(await joined()).toEqual([]);
    await grant("690");
    const accepted = phone.call("*70690");
    await accepted.until("talking");
    await expect.poll(joined).toEqual(["ADDMEMBER"]);
    accepted.hangUp();
    await accepted.until("ended");
  });
});
