import { endpoints, queueCallSchema, queueLogEntrySchema, type Permission } from "@callpanel/contract";
import { settle, type PhoneCall } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { createTestServer, type TestServer } from "../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../test/test-sockets.ts";
import { applyCompany, parseCompanyFile } from "../modules/administration/index.ts";

const QUEUE = `
realm: demo
queues:
  - { number: 690, name: Helpdesk, callback_key: 2, members: [{ user: bob }, { user: carol, login: by_code }] }
`;
const press = (call: PhoneCall, key: string) =>
  call.request("INFO", {
    headers: [["Content-Type", "application/dtmf-relay"]],
    body: `Signal=${key}\r\nDuration=160`,
  });
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

  it("QLOG-6 a call of a queue is in the reports with its agent, wait and talk, as soon as it ends", async () => {
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

  it("QREP-9 QLOG-9 an agent who is always in a queue is logged in while the settings list them", async () => {
    const events = async () => {
      const log = z.parse(listOf(queueLogEntrySchema), await report("logs/agent/102")).data;
      return log.map(({ event }) => event).toReversed();
    };
    /** Of Bob: Carol has not logged in. */
    const loggedIn = async () => {
      const { data } = endpoints.getAgentSummary.response.parse(await report("agents"));
      expect(data.map(({ agent, occupancy }) => [agent, occupancy])).toEqual([["102", 0]]);
      return data[0]?.logged_in ?? 0;
    };
    await expect.poll(events).toEqual(["ADDMEMBER"]);
    await server.clock.advance(1_000);
    const before = await loggedIn();
    await server.clock.advance(600_000);
    expect(await loggedIn()).toBe(before + 600);
    const withoutBob = "members: [{ user: carol, login: by_code }]";
    await applyCompany(
      server.stores.company,
      parseCompanyFile(`realm: demo\nqueues: [{ number: 690, name: Helpdesk, ${withoutBob} }]\n`),
    );
    await server.clock.advance(1_000);
    await expect.poll(events).toEqual(["ADDMEMBER", "REMOVEMEMBER"]);
    const after = await loggedIn();
    await server.clock.advance(600_000);
    expect(await loggedIn()).toBe(after);
  });

  it("QCB-30 a caller who is called back has one call in the reports, answered after the whole wait, and is on the board until then", async () => {
    const dave = await sockets.registered("dave");
    const call = dave.call("690");
    await call.until("talking");
    await expect.poll(async () => (await calls())[0]?.status).toBe("in queue");
    for (const key of ["2", "1"]) await press(call, key);
    // What is said to the caller is a file that must be read first.
    await expect.poll(() => server.clock.advance(1_000).then(() => call.state)).toBe("ended");
    const { frames } = await sockets.panelOf("carol");
    const waiting = () =>
      frames.flatMap((one) => (one.type === "snapshot" ? (one.queues ?? []) : [])).find(({ queue }) => queue === "690")
        ?.waiting;
    expect(waiting()).toMatchObject([{ position: 1, callback: { attempts: 0 }, channel: "" }]);
    await server.clock.advance(60_000);
    const bob = await sockets.registered("bob");
    const rung = await bob.incoming();
    await rung.answer();
    const back = await dave.incoming();
    await back.answer();
    await settle();
    await expect
      .poll(async () => {
        if ((await calls())[0]?.status === "in queue") await press(back, "1");
        return (await calls())[0]?.status;
      })
      .toBe("CONNECT");
    await server.clock.advance(30_000);
    back.hangUp();
    await rung.until("ended");
    await expect.poll(async () => (await calls())[0]?.status).toBe("COMPLETECALLER");
    const found = await calls();
    expect(found).toMatchObject([{ number: "104", agent: "102", callback: true, position: 1 }]);
    expect(found[0]?.wait).toBeGreaterThanOrEqual(70);
    expect(found[0]?.talk).toBeGreaterThanOrEqual(29);
    const log = z.parse(listOf(queueLogEntrySchema), await report(`logs/${found[0]?.callid}`)).data;
    expect(log.map(({ event, values }) => (event === "OUTCALL" ? `${event} ${values[0]}` : event))).toEqual([
      "ENTERQUEUE",
      "OUTCALL ASKED",
      "OUTCALL DIALLED",
      "CONNECT",
      "COMPLETECALLER",
    ]);
    const { totals } = endpoints.getQueueSummary.response.parse(await report("summary"));
    expect(totals).toMatchObject({ calls: 1, answered: 1, abandon: 0, timeout: 0, exit: 0, in_queue: 0 });
    const { data: agents } = endpoints.getAgentSummary.response.parse(await report("agents"));
    expect(agents).toMatchObject([{ agent: "102", answered: 1, missed: 0, rejected: 0 }]);
  });

  it("QCB-14 a callback is removed with the right to move the callers of its queue, by nobody else", async () => {
    await applyCompany(
      server.stores.company,
      parseCompanyFile("realm: demo\nqueues: [{ number: 690, name: Helpdesk, callback_key: 2 }]\n"),
    );
    await server.clock.advance(1_000);
    await settle();
    const call = (await sockets.registered("dave")).call("690");
    await call.until("talking");
    await settle();
    for (const key of ["2", "1"]) await press(call, key);
    // What is said to the caller is a file that must be read first.
    await expect.poll(() => server.clock.advance(1_000).then(() => call.state)).toBe("ended");
    const [{ callid } = { callid: "" }] = await calls();
    const remove = async (rights: readonly Permission[], queue = "690") => {
      const erin = await server.stores.users.byUsername("erin");
      await server.stores.company.atomically((company) =>
        company.setPermissions(erin?.id ?? 0, [{ module: "configs", rule: "read" }, ...rights]),
      );
      const panel = await sockets.panelOf("erin");
      panel.say({ type: "command", command: "QueueWithdrawCaller", id: "a", queue, callid });
      const answer = () => panel.frames.find(({ type }) => type === "answer" || type === "refusal");
      await expect.poll(answer).toBeDefined();
      const frame = answer();
      return frame?.type === "refusal" ? frame.code : "done";
    };
    const rule = (name: string, ...targets: readonly string[]): Permission => ({
      module: "queues",
      rule: name,
      ...(targets.length === 0 ? {} : { targets: [...targets] }),
    });
    expect(await remove([rule("read")])).toBe("request.forbidden");
    expect(await remove([rule("read"), rule("execute_redirect_user", "600")])).toBe("request.forbidden");
    expect(await remove([rule("read_for", "600"), rule("execute_redirect_user")])).toBe("queues.callback.gone");
    expect(await remove([rule("read"), rule("execute_redirect_user")], "600")).toBe("queues.callback.gone");
    expect((await calls())[0]?.status).toBe("in queue");
    expect(await remove([rule("read"), rule("execute_redirect_user", "690")])).toBe("done");
    expect(await remove([rule("read"), rule("execute_redirect_user")])).toBe("queues.callback.gone");
    expect((await calls())[0]).toMatchObject({ status: "WITHDRAW", callback: true });
  });

  it("CDR-16 the agent who answered has the call in their own list, and may read it; another agent has not", async () => {
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
    // The latest first: Bob joined when the queue was made.
    expect(log.map(({ event }) => event)).toEqual(["RINGCANCELED", "ADDMEMBER"]);
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

  it("QUE-92 a person who is not listed joins a queue only with the right to write it, not with one on another queue", async () => {
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
