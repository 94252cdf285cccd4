import { commandResultSchemas, endpoints, type QueueState } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../test/test-sockets.ts";
import { applyCompany, parseCompanyFile } from "../modules/administration/index.ts";

const PATH = "/api/v1/queues";

describe("queues, from telephone to panel", () => {
  let server: TestServer;
  let sockets: TestSockets;
  beforeEach(async () => {
    server = await createTestServer();
    sockets = await openSockets(server);
  });
  afterEach(async () => {
    sockets.cut();
    await server.remove();
  });

  const list = async (who: string, path = "") =>
    endpoints.listQueues.response.parse((await server.get(`${PATH}${path}`, who)).body);
  const billing = async (who = "carol") => (await list(who)).data.find(({ number }) => number === "602");
  /** A panel: its events of queues, and what commands answer. */
  const open = async (username: string) => {
    const panel = await sockets.panelOf(username);
    const events = () =>
      panel.frames.flatMap((frame) => {
        if (frame.type !== "event") return [];
        const { event } = frame;
        if (event.action === "QUEUECHAN") return `${event.event} ${event.queue} ${event.callerName}`;
        if (event.action !== "QUEUE" || event.event === "PARAMS") return [];
        return `${event.event} ${event.agent ?? ""} ${event.member?.state ?? ""}`.trim();
      });
    return { ...panel, events };
  };
  const ask = async (username: string, command: string, parts: object = {}) => {
    const panel = await sockets.panelOf(username);
    panel.say({ type: "command", command, id: "a1", ...parts });
    const answer = () => panel.frames.find((frame) => frame.type === "answer" || frame.type === "refusal");
    await expect.poll(answer).toBeDefined();
    const frame = answer();
    return frame?.type === "refusal" ? frame.code : frame?.type === "answer" ? (frame.result ?? "done") : undefined;
  };

  it("QBOARD-2 QBOARD-9 a caller is seen waiting, then talking to the agent, and counted when the call has ended", async () => {
    const carol = await open("carol");
    const alice = await sockets.registered("alice");
    await expect.poll(carol.events).toContain("MEMBER 101 idle");
    const placed = (await sockets.registered("bob")).call("602");
    const incoming = await alice.incoming();
    await expect.poll(carol.events).toContain("join 602 Bob Brandt");
    await expect.poll(carol.events).toContain("MEMBER 101 ringing");
    const waiting = await billing();
    expect(waiting?.waiting).toMatchObject([
      { callerNumber: "102", callerName: "Bob Brandt", position: 1, ringing: ["101"] },
    ]);
    expect(waiting?.waiting[0]?.channel).not.toBe("");
    expect(waiting?.agents.find(({ exten }) => exten === "101")).toMatchObject({ name: "Alice Archer", status: 6 });
    await incoming.answer();
    await placed.until("talking");
    await expect.poll(carol.events).toContain("leave 602 Bob Brandt");
    await expect.poll(carol.events).toContain("CONNECT 101");
    expect(await billing()).toMatchObject({ waiting: [], summary: { completed: 0, serviceLevel: 100 } });
    placed.hangUp();
    await expect.poll(carol.events).toContain("COMPLETECALLER 101");
    expect(await billing()).toMatchObject({
      summary: { completed: 1, abandoned: 0, holdtime: 0, target: 20, agents: 1 },
    });
    const today = new Date(server.clock.now()).toISOString().slice(0, 10);
    expect(
      (await server.get(`${PATH}/reports/summary?start_date=${today}&end_date=${today}`, "carol")).body,
    ).toMatchObject({
      totals: { calls: 1, answered: 1 },
    });
  });

  it("QUE-88 an agent who switches do not disturb on is not free, and is rung as soon as it is off", async () => {
    const carol = await open("carol");
    const disturb = async (enabled: 0 | 1) => {
      const id = (await server.stores.users.byUsername("alice"))?.id ?? 0;
      expect((await server.send("PUT", `/api/v1/users/${id}/do_not_disturb`, "alice", { enabled })).status).toBe(200);
    };
    const states = () => carol.events().filter((event) => event.startsWith("MEMBER 101"));
    await disturb(1);
    const alice = await sockets.registered("alice");
    const placed = (await sockets.registered("bob")).call("602");
    await expect.poll(carol.events).toContain("join 602 Bob Brandt");
    await disturb(0);
    const incoming = await alice.incoming();
    await incoming.answer();
    await placed.until("talking");
    placed.hangUp();
    await expect.poll(carol.events).toContain("COMPLETECALLER 101");
    await server.clock.advance(60_000);
    await expect.poll(() => states().at(-1)).toBe("MEMBER 101 idle");
    await disturb(1);
    await expect.poll(() => states().at(-1)).toBe("MEMBER 101 offline");
  });

  it("QBOARD-4 QBOARD-11 a caller whose phone comes back has a new leg, which is shown and can be moved", async () => {
    const bob = await sockets.registered("bob");
    const first = bob.call("602");
    await expect.poll(async () => (await billing())?.waiting.length).toBe(1);
    await first.until("talking");
    const before = (await billing())?.waiting[0]?.channel;
    const again = bob.call("602", { headers: [["Replaces", first.replaces()]] });
    await again.until("talking");
    await expect.poll(async () => (await billing())?.waiting[0]?.channel).not.toBe(before);
    const [caller] = (await billing())?.waiting ?? [];
    const carol = await sockets.registered("carol");
    expect(await ask("carol", "redirect", { channel: before, to: "103" })).toBe("request.notFound");
    expect(await ask("carol", "redirect", { channel: caller?.channel, to: "103" })).toBe("done");
    const incoming = await carol.incoming();
    await incoming.answer();
    await expect.poll(async () => (await billing())?.waiting).toEqual([]);
    again.hangUp();
    await incoming.until("ended");
  });

  it("QBOARD-2 a caller who gives up is counted as abandoned, and users without the right get no event", async () => {
    const erin = await open("erin");
    const carol = await open("carol");
    const placed = (await sockets.registered("bob")).call("602");
    await expect.poll(carol.events).toContain("join 602 Bob Brandt");
    await placed.until("talking");
    placed.hangUp();
    await expect.poll(carol.events).toContain("ABANDON");
    await expect.poll(async () => (await billing())?.summary.abandoned).toBe(1);
    expect(erin.events()).toEqual([]);
    expect((await server.get(PATH, "erin")).status).toBe(403);
  });

  it("QBOARD-6 QBOARD-7 QBOARD-8 commands show queues, pause agents by right and cause, and log in", async () => {
    const shown = async (who: string, parts: object = {}) =>
      commandResultSchemas.QueueStatus.parse(await ask(who, "QueueStatus", parts));
    const agentOf = (queues: readonly QueueState[], queue: string, exten: string) =>
      queues.find((one) => one.queue === queue)?.agents.find((one) => one.exten === exten);
    expect((await shown("carol")).map(({ queue }) => queue)).toEqual(["600", "601", "602"]);
    expect((await shown("carol", { queue: "601" })).map(({ name }) => name)).toEqual(["Sales"]);
    expect(await ask("carol", "queue show", { queue: "999" })).toEqual([]);
    expect(await ask("erin", "queue show")).toBe("request.forbidden");

    expect(await ask("dave", "QueuePause", { paused: true, cause: "lunch_break" })).toBe("done");
    for (const queue of ["600", "601"])
      expect(agentOf(await shown("bob"), queue, "104")).toMatchObject({ paused: true, pausedReason: "lunch_break" });
    expect(await ask("dave", "QueuePause", { paused: true, agent: "103" })).toBe("queues.pause");
    expect(await ask("alice", "QueuePause", { paused: true })).toBe("queues.pause");
    expect(await ask("carol", "QueuePause", { paused: false, agent: "104", queue: "601" })).toBe("done");
    expect(agentOf(await shown("bob"), "601", "104")).toMatchObject({ paused: false, pausedReason: "" });
    expect(agentOf(await shown("bob"), "600", "104")).toMatchObject({ paused: true });
    expect(await ask("carol", "QueuePause", { paused: true, queue: "600", all: true, cause: "meeting" })).toBe("done");
    expect((await shown("bob", { queue: "600" }))[0]?.agents.map(({ paused }) => paused)).toEqual([true, true]);

    expect(await ask("grace", "AgentLogin")).toBe("done");
    expect(agentOf(await shown("bob"), "601", "107")).toMatchObject({ dynamic: true, penalty: 1 });
    expect(await ask("grace", "AgentLogoff")).toBe("done");
    expect(agentOf(await shown("bob"), "601", "107")).toBeUndefined();
    expect(await ask("soren", "AgentLogin")).toBe("queues.noLogin");
  });

  it("QBOARD-9 queues are listed by rights and pages; each person watches queues of their own", async () => {
    const group = "groups: [{ name: one, permissions: [configs:read, 'queues:read_for:601'] }]";
    const sam =
      "{ username: sam, first_name: S, last_name: O, extension: 130, password: callpanel-demo, groups: [one] }";
    await applyCompany(server.stores.company, parseCompanyFile(`realm: demo\n${group}\nusers: [${sam}]\n`));
    expect(
      (await list("alice")).data.map(({ id, db_id, name, number, realm_id }) => [id, db_id, name, number, realm_id]),
    ).toEqual([
      ["Support1", 600, "Support", "600", 1],
      ["Sales1", 601, "Sales", "601", 1],
      ["Billing1", 602, "Billing", "602", 1],
    ]);
    const second = await list("alice", "?start=1&limit=1");
    expect([second.total, second.data.map(({ number }) => number)]).toEqual([3, ["601"]]);
    expect((await list("sam")).data.map(({ number }) => number)).toEqual(["601"]);
    const names = (await server.get(`${PATH}/all_queue_names`, "sam")).body;
    expect(names).toEqual({
      total: 1,
      data: [{ id: "Sales1", db_id: 601, name: "Sales", number: "601", realm_id: 1 }],
      may_log_in: false,
    });
    // Grace logs in by code, Dave is always in his queues.
    expect((await server.get(`${PATH}/all_queue_names`, "grace")).body).toMatchObject({ may_log_in: true });
    expect((await server.get(`${PATH}/all_queue_names`, "dave")).body).toMatchObject({ may_log_in: false });

    const watch = (who: string, body: object) => server.send("PATCH", `${PATH}/watch`, who, body);
    expect(await watch("alice", { name: "Support" })).toMatchObject({
      status: 200,
      body: { number: "600", watch: true },
    });
    expect(await watch("alice", { name: "602", watch: true })).toMatchObject({ body: { watch: true } });
    expect((await list("alice", "/list_watched")).data.map(({ number, summary }) => [number, summary.watch])).toEqual([
      ["600", true],
      ["602", true],
    ]);
    expect((await list("bob", "/list_watched")).total).toBe(0);
    expect(await watch("alice", { name: "600" })).toMatchObject({ body: { watch: false } });
    expect((await list("alice")).data.map(({ summary }) => summary.watch)).toEqual([false, false, true]);
    for (const [who, name] of [
      ["sam", "600"],
      ["sam", "Support"],
      ["alice", "101"],
      ["alice", "999"],
    ] as const)
      expect(await watch(who, { name })).toMatchObject({
        status: 404,
        body: { code: "queues.watch", error_description: "Failed to toggle watch queue!" },
      });
    expect((await watch("erin", { name: "600" })).status).toBe(403);
  });

  it("QBOARD-10 the causes of pauses are listed, sorted and searched", async () => {
    const codes = async (query = "") => {
      const { body } = await server.get(`/api/v1/queue_member_pause_codes${query}`, "dave");
      return endpoints.listPauseCodes.response.parse(body).data.map(({ name }) => name);
    };
    expect(await codes()).toEqual(["lunch_break", "break", "wrap_up_time", "meeting", "clock_out"]);
    expect(await codes("?sort_column=name&sort_direction=desc&limit=2")).toEqual(["wrap_up_time", "meeting"]);
    expect(await codes("?search=Lunch%20break")).toEqual(["lunch_break"]);
    expect(await codes("?start=4")).toEqual(["clock_out"]);
    expect((await server.get("/api/v1/queue_member_pause_codes?sort_column=secret", "dave")).status).toBe(400);
  });

  it("QBOARD-5 QUEUESET-8 the figures of the day survive a restart; at midnight they begin again", async () => {
    const placed = (await sockets.registered("bob")).call("602");
    await expect.poll(async () => (await billing())?.waiting.length).toBe(1);
    await placed.until("talking");
    placed.hangUp();
    await expect.poll(async () => (await billing())?.summary.abandoned).toBe(1);
    const { dataDir, clock } = server;
    sockets.cut();
    await server.stop();
    server = await createTestServer({ dataDir, clock });
    expect((await billing())?.summary.abandoned).toBe(1);
    await clock.skip(86_400_000);
    // The token of the first day has expired.
    expect((await billing("bob"))?.summary).toMatchObject({ abandoned: 0, serviceLevel: null });
  });
});
