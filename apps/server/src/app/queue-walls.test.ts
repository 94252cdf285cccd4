import { endpoints, QUEUE_WALLS_MAX } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../test/test-sockets.ts";
import { applyCompany, parseCompanyFile } from "../modules/administration/index.ts";

const PATH = "/api/v1/queues/walls";

describe("wall links of queues", () => {
  let server: TestServer;
  let sockets: TestSockets | undefined;
  beforeEach(async () => {
    sockets = undefined;
    server = await createTestServer();
  });
  afterEach(async () => {
    sockets?.cut();
    await server.remove();
  });

  const create = (who: string, queues: readonly string[], name = "Hall") =>
    server.send("POST", PATH, who, { name, queues });
  const created = async (who: string, queues: readonly string[]) =>
    endpoints.createQueueWall.response.parse((await create(who, queues)).body);
  const list = async (who: string) =>
    endpoints.listQueueWalls.response.parse((await server.get(PATH, who)).body).data.map(({ id }) => id);
  const end = (who: string, id: number) => server.send("DELETE", `${PATH}/${id}`, who);
  /** Without signing in. */
  const ask = async (secret: string, remoteAddress = "192.0.2.1") => {
    const response = await server.app.inject({
      method: "POST",
      url: "/api/v1/queue_wall",
      payload: { secret },
      remoteAddress,
    });
    return { status: response.statusCode, body: response.json<unknown>(), text: response.body };
  };
  const shown = async (secret: string) => endpoints.showQueueWall.response.parse((await ask(secret)).body);
  /** A person with these rights; their rights before are gone. */
  const allow = async (...rights: string[]) => {
    const group = `groups: [{ name: one, permissions: [${rights.map((one) => `'${one}'`).join()}] }]`;
    const sam =
      "{ username: sam, first_name: S, last_name: O, extension: 130, password: callpanel-demo, groups: [one] }";
    await applyCompany(server.stores.company, parseCompanyFile(`realm: demo\n${group}\nusers: [${sam}]\n`));
  };

  it("QWALL-1 QWALL-3 a link shows the figures of its queues alone, without callers, numbers and pauses", async () => {
    sockets = await openSockets(server);
    const { wall, secret } = await created("carol", ["602", "600", "602"]);
    expect(wall).toMatchObject({ name: "Hall", queues: ["602", "600"], created_by: { exten: "103", is_me: true } });
    expect(wall.used_at).toBeNull();
    const placed = (await sockets.registered("bob")).call("602");
    await placed.until("talking");
    await expect.poll(async () => (await shown(secret)).queues.at(-1)?.waiting).toBe(1);
    await server.clock.skip(30_000);
    const { text } = await ask(secret);
    const figures = await shown(secret);
    expect(figures).toMatchObject({ name: "Hall", refresh_seconds: 5, at: server.clock.now() });
    expect(figures.queues.map(({ queue, name }) => [queue, name])).toEqual([
      ["600", "Support"],
      ["602", "Billing"],
    ]);
    expect(figures.queues[1]).toMatchObject({
      longest_wait: 30,
      summary: { completed: 0, abandoned: 0, target: 20 },
      agents: [{ name: "Alice Archer", state: "offline" }],
    });
    for (const hidden of ["Bob", '"102"', "callid", "reason", "exten"]) expect(text).not.toContain(hidden);
    expect((await server.get(PATH, "carol")).body).toMatchObject({ data: [{ used_at: expect.any(Number) }] });
    placed.hangUp();
    await expect.poll(async () => (await shown(secret)).queues[1]).toMatchObject({ waiting: 0, longest_wait: 0 });
  });

  it("QWALL-1 the secret is shown once, and neither the database, the log nor a list has it", async () => {
    const { secret } = await created("carol", ["600"]);
    const other = await created("carol", ["600"]);
    expect([secret.length, secret === other.secret]).toEqual([43, false]);
    const { body } = await server.get(PATH, "carol");
    await ask(secret);
    expect(JSON.stringify(body) + server.logText()).not.toContain(secret);
    const stored = await server.stores.queueWalls.wallsOf(1);
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(await server.stores.queueWalls.byDigest(secret)).toBeUndefined();
    for (const guess of ["", "x", `${secret.slice(1)}A`, "' or 1=1 --"])
      expect(await ask(guess)).toMatchObject({ status: 404, body: { code: "queues.wall.gone" } });
  });

  it("QWALL-2 links are made for queues that the user sees, and ended by their author or a user who sees all their queues", async () => {
    await allow("configs:read", "queues:list_for:601");
    for (const queues of [["600"], ["601", "600"], ["999"], ["101"]])
      expect(await create("sam", queues)).toMatchObject({ status: 404, body: { code: "queues.wall.queue" } });
    expect((await create("erin", ["600"])).status).toBe(403);
    expect((await create("carol", [])).status).toBe(400);
    expect((await create("carol", ["600"], " ")).status).toBe(400);
    const [own, both] = [await created("sam", ["601"]), await created("carol", ["600", "601"])];
    expect(await list("sam")).toEqual([own.wall.id]);
    expect(await list("carol")).toEqual([both.wall.id, own.wall.id]);
    expect(await end("sam", both.wall.id)).toMatchObject({ status: 404, body: { code: "queues.wall.gone" } });
    expect((await end("sam", own.wall.id)).status).toBe(200);
    expect((await ask(own.secret)).status).toBe(404);
    expect((await end("bob", both.wall.id)).status).toBe(200);
    expect((await ask(both.secret)).status).toBe(404);
  });

  it("QWALL-4 a queue that its maker no longer sees is off the link for good, and without queues it has ended", async () => {
    await allow("configs:read", "queues:list_for:600", "queues:list_for:601");
    const { secret } = await created("sam", ["600", "601"]);
    const numbers = async () => (await shown(secret)).queues.map(({ queue }) => queue);
    expect(await numbers()).toEqual(["600", "601"]);
    await allow("configs:read", "queues:list_for:601");
    expect(await numbers()).toEqual(["601"]);
    await allow("configs:read", "queues:read");
    expect(await numbers()).toEqual(["601"]);
    await allow("configs:read");
    expect(await ask(secret)).toMatchObject({ status: 404, body: { code: "queues.wall.gone" } });
    await allow("configs:read", "queues:read");
    expect((await ask(secret)).status).toBe(404);
    expect(await list("sam")).toEqual([]);
    expect(server.logText()).toContain("a wall link was ended: the person who made it lost the right");
  });

  it("QWALL-4 a link ends with its maker's use of the panel; one that nobody asks, with the next sweep", async () => {
    await allow("configs:read", "queues:read");
    const [asked, forgotten] = [await created("sam", ["600"]), await created("sam", ["601"])];
    const use = (panel: boolean) =>
      applyCompany(
        server.stores.company,
        parseCompanyFile(`realm: demo\nusers: [{ username: sam, panel: ${panel} }]\n`),
      );
    await use(false);
    expect((await ask(asked.secret)).status).toBe(404);
    await server.clock.skip(3_600_000);
    await expect.poll(() => server.stores.queueWalls.all()).toEqual([]);
    await use(true);
    for (const { secret } of [asked, forgotten]) expect((await ask(secret)).status).toBe(404);
  });

  it("QWALL-5 a link and an address may ask only so often; other addresses and links are not affected", async () => {
    const { secret } = await created("carol", ["600"]);
    const statuses = async (of: string, count: number, address: (at: number) => string) => {
      const found: number[] = [];
      for (let at = 0; at < count; at += 1) found.push((await ask(of, address(at))).status);
      return found;
    };
    const many = await statuses(secret, 30, (at) => `192.0.2.${at}`);
    expect([many.slice(0, 20).every((one) => one === 200), many.at(-1)]).toEqual([true, 429]);
    const guesses = await statuses("none", 60, () => "198.51.100.1");
    expect([guesses[0], guesses.at(-1)]).toEqual([404, 429]);
    expect((await ask("none", "198.51.100.2")).status).toBe(404);
    await server.clock.skip(1_000);
    expect((await ask(secret, "192.0.2.200")).status).toBe(200);
  });

  it("QWALL-6 the log says who made and ended a link; a person has a limited number", async () => {
    const { wall } = await created("carol", ["600"]);
    await end("bob", wall.id);
    const log = server.logText();
    expect(log).toContain("a wall link was created");
    expect(log).toContain("a wall link was ended");
    for (let count = 0; count < QUEUE_WALLS_MAX; count += 1) await created("carol", ["600"]);
    expect(await create("carol", ["600"])).toMatchObject({ status: 409, body: { code: "queues.wall.tooMany" } });
    expect((await create("bob", ["600"])).status).toBe(200);
  });
});
