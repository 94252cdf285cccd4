import { endpoints } from "@callpanel/contract";
import type { SipPhone } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../test/test-sockets.ts";
import { applyCompany, parseCompanyFile } from "../modules/administration/index.ts";

const PATH = "/api/v1/queues/missed_callers";
const HOUR = 3_600_000;

describe("missed callers, from telephone to panel", () => {
  let server: TestServer;
  let sockets: TestSockets;
  let bob: SipPhone;
  beforeEach(async () => {
    server = await createTestServer();
    // The calls of the demo company are later than the clock of the test.
    await server.stores.missedCallers.removeBefore(Number.MAX_SAFE_INTEGER);
    sockets = await openSockets(server);
    bob = await sockets.registered("bob");
  });
  afterEach(async () => {
    sockets.cut();
    await server.remove();
  });

  const list = async (who = "carol", query = "") =>
    endpoints.listMissedCallers.response.parse((await server.get(`${PATH}${query}`, who)).body);
  const take = (who: string, id: number, taken = true) => server.send("PATCH", `${PATH}/${id}`, who, { taken });
  /** Bob waits in a queue and gives up. */
  const giveUp = async (queue = "602") => {
    const before = (await list()).data.reduce((sum, { times }) => sum + times, 0);
    const placed = bob.call(queue);
    await placed.until("talking");
    placed.hangUp();
    await expect.poll(async () => (await list()).data.reduce((sum, { times }) => sum + times, 0)).toBe(before + 1);
  };
  const onlyId = async (): Promise<number> => (await list()).data[0]?.id ?? 0;
  const eventsOf = async (who: string) => {
    const { frames } = await sockets.panelOf(who);
    return () =>
      frames.flatMap((frame) =>
        frame.type === "event" && frame.event.action === "QUEUEMISSED" ? [frame.event.queue] : [],
      );
  };
  const addSam = async (...rights: string[]) => {
    const group = `groups: [{ name: one, permissions: [configs:read, ${rights.map((one) => `'${one}'`).join()}] }]`;
    const sam =
      "{ username: sam, first_name: S, last_name: O, extension: 130, password: callpanel-demo, groups: [one] }";
    await applyCompany(server.stores.company, parseCompanyFile(`realm: demo\n${group}\nusers: [${sam}]\n`));
  };

  it("QMISS-1 QMISS-6 QMISS-7 a caller who gives up is listed, seen live, and survives a restart", async () => {
    const [carol, erin] = [await eventsOf("carol"), await eventsOf("erin")];
    await giveUp();
    await giveUp();
    expect(await list()).toMatchObject({
      total: 1,
      data: [{ queue: "602", queue_name: "Billing", number: "102", name: "Bob Brandt", times: 2, end: "ABANDON" }],
    });
    await expect.poll(carol).toEqual(["602", "602"]);
    expect(erin()).toEqual([]);
    expect((await server.get(PATH, "erin")).status).toBe(403);
    expect((await list("carol", "?queue=601")).total).toBe(0);
    expect((await list("carol", "?search=brandt")).total).toBe(1);
    expect((await list("carol", "?search=nobody")).total).toBe(0);
    expect((await list("carol", "?start=1")).data).toEqual([]);
    const { dataDir, clock } = server;
    sockets.cut();
    await server.stop();
    server = await createTestServer({ dataDir, clock });
    expect((await list()).total).toBe(1);
  });

  it("QMISS-3 QMISS-6 a caller who was called back and has answered is no longer listed", async () => {
    await giveUp();
    const carol = await eventsOf("carol");
    const alice = await sockets.registered("alice");
    const placed = alice.call("102");
    await bob.incoming();
    placed.hangUp();
    await placed.until("ended");
    expect((await list()).total).toBe(1);
    const again = alice.call("102");
    await (await bob.incoming()).answer();
    await again.until("talking");
    again.hangUp();
    await expect.poll(async () => (await list()).total).toBe(0);
    await expect.poll(carol).toContain("602");
  });

  it("QMISS-4 one takes a caller, the others see it; it is given back, and lapses after eight hours", async () => {
    await giveUp();
    const carol = await eventsOf("carol");
    const id = await onlyId();
    expect(await take("dave", id)).toMatchObject({ status: 200, body: { taken_by: { exten: "104", is_me: true } } });
    await expect.poll(carol).toContain("602");
    expect((await list()).data[0]?.taken_by).toMatchObject({ exten: "104", name: "Dave Diaz", is_me: false });
    expect(await take("carol", id)).toMatchObject({ status: 409, body: { code: "queues.missed.taken" } });
    expect(await take("carol", id, false)).toMatchObject({ status: 409 });
    expect((await list("dave")).data[0]?.taken_by).toMatchObject({ is_me: true });
    expect(await take("dave", id, false)).toMatchObject({ status: 200, body: { taken_by: null } });
    expect(await take("carol", id)).toMatchObject({ status: 200 });
    // A person with a fresh token.
    await server.clock.skip(8 * HOUR);
    expect((await list("alice")).data[0]?.taken_by).toBeNull();
  });

  it("QMISS-5 taking a caller takes the right on the queue; hidden callers are neither shown nor found", async () => {
    await giveUp("602");
    const id = await onlyId();
    expect(await take("bob", id)).toMatchObject({ status: 403 });
    await addSam("queues:list_for:602", "queues:execute_redirect_self:601");
    expect((await list("sam")).data).toMatchObject([{ number: "", name: "", queue: "602" }]);
    expect((await list("sam", "?search=102")).total).toBe(0);
    expect(await take("sam", id)).toMatchObject({ status: 403, body: { code: "request.forbidden" } });
    await addSam("queues:list_for:601", "queues:execute_redirect_self");
    expect((await list("sam")).total).toBe(0);
    expect(await take("sam", id)).toMatchObject({ status: 404, body: { code: "queues.missed.gone" } });
    expect(await take("carol", 999_999)).toMatchObject({ status: 404, body: { code: "queues.missed.gone" } });
  });
});
