import { listCalls, listDivertedCalls } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { createTestServer, type TestServer } from "../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../test/test-sockets.ts";

describe("calls that a person's settings diverted", () => {
  let server: TestServer;
  let sockets: TestSockets;
  const begin = async (takesMessages: boolean): Promise<void> => {
    server = await createTestServer({ takesMessages });
    sockets = await openSockets(server);
  };
  beforeEach(() => begin(false));
  afterEach(async () => {
    sockets.cut();
    await server.remove();
  });

  /** Ids of calls that a person's panel has received missed-call events for. */
  const shownFarEnd = async (username: string): Promise<() => readonly string[]> => {
    const frames = await sockets.panel(username);
    return () =>
      frames.flatMap((one) => (one.type === "event" && one.event.action === "DIVERTED" ? [one.event.callid] : []));
  };
  const diverted = async (username: string, after?: number) => {
    const path = `/api/v1/cdrs/diverted${after === undefined ? "" : `?after=${after}`}`;
    return z.parse(listDivertedCalls.response, (await server.get(path, username)).body);
  };
  /** The latest call of a person's history; the demo company's calls are later in time. */
  const latest = async (username: string) => {
    const { body } = await server.get("/api/v1/cdrs/friendly_calls_by_date?limit=100", username);
    return z.parse(listCalls.response, body).data.find(({ call_id }) => !call_id.startsWith("demo"));
  };
  const set = (path: string, body: object) => server.send("PUT", `/api/v1/users/1/${path}`, "alice", body);

  it("DIVERT-1 DIVERT-4 do not disturb: the call is missed; only the person's own panel receives it; it is still there after a reload", async () => {
    await sockets.registered("alice");
    const bob = await sockets.registered("bob");
    const [alices, bobs, carols] = [await shownFarEnd("alice"), await shownFarEnd("bob"), await shownFarEnd("carol")];
    const { next } = await diverted("alice");
    await set("do_not_disturb", { enabled: 1 });
    const call = bob.call("101");
    await call.until("ended");
    await expect.poll(alices).toHaveLength(1);
    const missed = { number: "102", name: "Bob Brandt", why: "doNotDisturb", to: "", missed: true };
    const answer = await diverted("alice", next);
    expect(answer.data).toMatchObject([{ ...missed, call_id: alices()[0] }]);
    expect((await diverted("alice", answer.next)).data).toEqual([]);
    expect((await diverted("bob", next)).data).toEqual([]);
    expect((await diverted("carol", next)).data).toEqual([]);
    expect([bobs(), carols()]).toEqual([[], []]);
    expect(await latest("alice")).toMatchObject({ diverted: { why: "doNotDisturb", to: "", missed: true } });
    expect((await latest("bob"))?.diverted).toBeNull();
  });

  it("DIVERT-1 a call from the user's own phone, or one that was rejected or rang, is not reported as missed", async () => {
    const alice = await sockets.registered("alice");
    const bob = await sockets.registered("bob");
    const { next } = await diverted("alice");
    const rejected = bob.call("101");
    (await alice.incoming()).reject(486);
    await rejected.until("ended");
    const rang = bob.call("101");
    await alice.incoming();
    rang.hangUp();
    await rang.until("ended");
    await set("do_not_disturb", { enabled: 1 });
    await alice.call("101").until("ended");
    await expect.poll(async () => (await latest("alice"))?.caller_id).toBe(1);
    expect((await diverted("alice", next)).data).toEqual([]);
  });

  it("DIVERT-2 DIVERT-3 a forward that is answered counts as forwarded, otherwise as missed", async () => {
    await sockets.registered("alice");
    const [bob, carol] = [await sockets.registered("bob"), await sockets.registered("carol")];
    const told = await shownFarEnd("alice");
    const { next } = await diverted("alice");
    await set("forward", { to: "103" });
    const answered = bob.call("101");
    await (await carol.incoming()).answer();
    await answered.until("talking");
    expect((await diverted("alice", next)).data).toEqual([]);
    answered.hangUp();
    await expect.poll(told).toHaveLength(1);
    const rejected = bob.call("101");
    (await carol.incoming()).reject(603);
    await rejected.until("ended");
    await expect.poll(told).toHaveLength(2);
    const forwarded = { number: "102", why: "forward", to: "103" };
    expect((await diverted("alice", next)).data).toMatchObject([
      { ...forwarded, missed: false },
      { ...forwarded, missed: true },
    ]);
    expect((await diverted("carol", next)).data).toEqual([]);
    expect(await latest("alice")).toMatchObject({ diverted: { why: "forward", to: "103", missed: true } });
  });

  it("DIVERT-6 a caller with a withheld number stays unknown", async () => {
    await sockets.registered("alice");
    const bob = await sockets.registered("bob");
    const told = await shownFarEnd("alice");
    const { next } = await diverted("alice");
    await set("do_not_disturb", { enabled: 1 });
    await bob.call("*67101").until("ended");
    await expect.poll(told).toHaveLength(1);
    const [call] = (await diverted("alice", next)).data;
    expect(JSON.stringify(call)).not.toMatch(/102|Brandt/);
  });

  it("DIVERT-3 DIVERT-5 a mailbox does not count as an answer: the call is missed, with do not disturb or without an answer", async () => {
    await server.remove();
    await begin(true);
    const alice = await sockets.registered("alice");
    const bob = await sockets.registered("bob");
    const { next } = await diverted("alice");
    await set("do_not_disturb", { enabled: 1 });
    const first = bob.call("101");
    await first.until("talking");
    first.hangUp();
    await expect.poll(async () => (await diverted("alice", next)).data).toMatchObject([{ missed: true }]);
    expect(await latest("alice")).toMatchObject({
      destination: "voicemail",
      diverted: { why: "doNotDisturb", missed: true },
    });
    await set("do_not_disturb", { enabled: 0 });
    const second = bob.call("101");
    (await alice.incoming()).reject(480);
    await second.until("talking");
    second.hangUp();
    await expect.poll(async () => (await latest("alice"))?.diverted).toMatchObject({ why: "noAnswer", missed: true });
    expect((await diverted("alice", next)).data).toHaveLength(1);
  });
});
