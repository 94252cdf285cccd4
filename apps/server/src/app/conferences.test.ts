import { endpoints } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../test/test-sockets.ts";
import { applyCompany, parseCompanyFile } from "../modules/administration/index.ts";

const PATH = "/api/v1/conferences";

describe("conferences, from telephone to panel", () => {
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

  const list = async (who: string, query = "") =>
    endpoints.listConferences.response.parse((await server.get(`${PATH}${query}`, who)).body);
  const room = async (who: string, number: string) => (await list(who)).data.find(({ id }) => id === number);

  /** The answer to a command from a new panel of this person. */
  const ask = async (who: string, command: string, parts: object) => {
    const panel = await sockets.panelOf(who);
    panel.say({ type: "command", command, id: "a1", ...parts });
    const answer = () => panel.frames.find((frame) => frame.type === "answer" || frame.type === "refusal");
    await expect.poll(answer).toBeDefined();
    const frame = answer();
    return frame?.type === "refusal" ? frame.code : "done";
  };

  it("CONF-2 CONF-4 a person who dials a room is a member in the list and in the events, with names, until they leave", async () => {
    const carol = await sockets.panelOf("carol");
    const events = () =>
      carol.frames.flatMap((frame) =>
        frame.type === "event" && frame.event.action === "CONFBRIDGE"
          ? [`${frame.event.event} ${frame.event.confno} ${frame.event.member?.name}`]
          : [],
      );
    const call = (await sockets.registered("alice")).call("800");
    await call.until("talking");
    await expect.poll(events).toEqual(["join 800 Alice Archer"]);
    expect(await room("bob", "800")).toMatchObject({
      name: "Open room",
      confno: "800",
      personal: false,
      has_pin: false,
      watch: false,
      locked: false,
      members: [{ number: "101", name: "Alice Archer", admin: false, waiting: false, muted: false }],
    });
    call.hangUp();
    await expect.poll(events).toContain("leave 800 Alice Archer");
    expect(await room("bob", "800")).toMatchObject({ members: [] });
  });

  it("CONF-31 a recording of a room is in the call history of the person who started it, and not of the other members", async () => {
    const record = (who: string, recorded: boolean) => ask(who, "ConfbridgeRecord", { confno: "800", recorded });
    const [alices, carols] = [
      (await sockets.registered("alice")).call("800"),
      (await sockets.registered("carol")).call("800"),
    ];
    await Promise.all([alices.until("talking"), carols.until("talking")]);
    expect(await record("alice", true)).toBe("request.forbidden");
    expect(await record("carol", true)).toBe("done");
    await expect.poll(() => room("alice", "800")).toMatchObject({ recording: true });
    expect(await record("carol", false)).toBe("done");
    await expect.poll(() => room("alice", "800")).toMatchObject({ recording: false });
    for (const call of [alices, carols]) call.hangUp();
    const calls = async (who: string) => {
      const { body } = await server.get("/api/v1/cdrs/friendly_calls_by_date?limit=100", who);
      return endpoints.listCalls.response.parse(body).data;
    };
    await expect.poll(async () => (await calls("carol")).map(({ recording }) => recording)).toContain(true);
    const others = (await calls("alice")).map(({ recording }) => recording);
    expect([others.length > 0, others.includes(true)]).toEqual([true, false]);
  });

  it("CONF-35 if the person who started a recording and the leaders are not there, the members have it only if the room shares it", async () => {
    const recorded = async (who: string) => {
      const { body } = await server.get("/api/v1/cdrs/friendly_calls_by_date?limit=100&search=800", who);
      return endpoints.listCalls.response
        .parse(body)
        .data.flatMap(({ from, to, recording }) => (to === "800" ? `${from} ${recording}` : []));
    };
    /** Carol records from the panel, and is not in the room. */
    const meet = async () => {
      const [bob, alice] = [await sockets.registered("bob"), await sockets.registered("alice")];
      const bobs = bob.call("800");
      await bobs.until("talking");
      const alices = alice.call("800");
      await alices.until("talking");
      expect(await ask("carol", "ConfbridgeRecord", { confno: "800", recorded: true })).toBe("done");
      expect(await ask("carol", "ConfbridgeRecord", { confno: "800", recorded: false })).toBe("done");
      for (const call of [bobs, alices]) call.hangUp();
      await Promise.all([bobs.until("ended"), alices.until("ended")]);
    };
    await meet();
    // Carol may read all calls.
    await expect.poll(() => recorded("carol")).toContain("102 true");
    expect(await recorded("bob")).toEqual(["102 false"]);
    expect(await recorded("alice")).not.toContain("101 true");
    const shared = "realm: demo\nrooms: [{ number: 800, name: Open room, share_recordings: true }]";
    await applyCompany(server.stores.company, parseCompanyFile(shared));
    await server.clock.advance(1_000);
    await meet();
    await expect.poll(async () => (await recorded("bob")).toSorted()).toEqual(["102 false", "102 true"]);
    await expect.poll(() => recorded("alice")).toContain("101 true");
  });

  it("CONF-4 rooms are listed by page to people who may read them, with PINs only for those who lead them", async () => {
    const hidden = { has_pin: true, has_admin: true, pin: null, admin_pin: null, may_control: false };
    expect(await room("alice", "801")).toMatchObject(hidden);
    expect((await list("alice", "?start=1&limit=1")).data).toHaveLength(1);
    expect((await server.get(PATH, "erin")).status).toBe(403);
    const group = `groups: [{ name: leads, permissions: ["conferences:read", "conferences:write_for:801"] }]`;
    await applyCompany(
      server.stores.company,
      parseCompanyFile(`realm: demo\n${group}\nusers: [{ username: dave, extension: 104, groups: [staff, leads] }]`),
    );
    await expect.poll(() => room("dave", "801")).toMatchObject({ pin: "1234", admin_pin: "4321", may_control: true });
    expect(await room("dave", "800")).toMatchObject({ may_control: false });
  });

  it("CONF-4 rooms are found by name and number, and those that one watches", async () => {
    const found = async (query: string) => (await list("alice", query)).data.map(({ number }) => number);
    expect(await found("?search=ROOM%20board")).toEqual(["801"]);
    expect(await found("?search=803")).toEqual(["803"]);
    expect(await found("?search=%25")).toEqual([]);
    expect(await found("?watch=true")).toEqual([]);
    await server.send("PATCH", `${PATH}/803/watch`, "alice", { watch: true });
    expect(await found("?watch=true")).toEqual(["803"]);
    expect((await list("alice", "?watch=true&search=board")).total).toBe(0);
    await server.send("PATCH", `${PATH}/803/watch`, "alice", { watch: false });
  });

  it("CONF-4 each person watches rooms of their own, and only rooms that they see", async () => {
    const watch = (who: string, id: string, body: object) => server.send("PATCH", `${PATH}/${id}/watch`, who, body);
    expect((await watch("alice", "801", { watch: true })).body).toEqual({ id: "801", watch: true });
    expect([(await room("alice", "801"))?.watch, (await room("bob", "801"))?.watch]).toEqual([true, false]);
    expect((await watch("alice", "899", { watch: true })).status).toBe(404);
    expect((await watch("alice", "101", { watch: true })).status).toBe(404);
    expect((await watch("erin", "801", { watch: true })).status).toBe(403);
    await watch("alice", "801", { watch: false });
    expect((await room("alice", "801"))?.watch).toBe(false);
  });

  it("CONF-22 CONF-25 an admin by name leads; a room that is disabled by the command line hangs up its members", async () => {
    await applyCompany(
      server.stores.company,
      parseCompanyFile("realm: demo\nrooms: [{ number: 800, name: Open room, admins: [bob] }]"),
    );
    await server.clock.advance(1_000);
    await expect.poll(() => room("alice", "800")).toMatchObject({ has_admin: true, may_control: false });
    expect(await room("bob", "800")).toMatchObject({ may_control: true });
    const call = (await sockets.registered("bob")).call("800");
    await call.until("talking");
    await expect.poll(() => room("alice", "800")).toMatchObject({ members: [{ admin: true, marked: true }] });
    await applyCompany(
      server.stores.company,
      parseCompanyFile("realm: demo\nrooms: [{ number: 800, name: Open room, disabled: true }]"),
    );
    await server.clock.advance(1_000);
    await call.until("ended");
    const refused = (await sockets.registered("alice")).call("800");
    await refused.until("ended");
    expect(refused.statuses.at(-1)).toBe(480);
    expect(await room("alice", "800")).toMatchObject({ disabled: true, members: [] });
  });

  const PERSONAL = "/api/v1/personal_conferences";
  const SETTINGS = {
    activate: true,
    user_pin: "2468",
    max_participants: 3,
    announce_count: false,
    music_on_hold: true,
    wait_for_admin: true,
    announce_join_leave: false,
    options_menu: false,
    listen_only: false,
  };
  const save = (changes: object, who = "alice") => server.send("POST", PERSONAL, who, { ...SETTINGS, ...changes });

  it("CONF-44 a personal conference is off at first; its settings are checked and kept", async () => {
    expect((await server.get(PERSONAL, "alice")).body).toMatchObject({
      activate: false,
      user_pin: "",
      max_participants: 0,
      music_on_hold: true,
      wait_for_admin: false,
      number: "*99101",
    });
    for (const [changes, code] of [
      [{ user_pin: "" }, "conferences.pin"],
      [{ user_pin: "12" }, "conferences.pin"],
      [{ user_pin: "12a4" }, "conferences.pin"],
      [{ max_participants: -1 }, "conferences.participants"],
      [{ max_participants: 1.5 }, "conferences.participants"],
    ] as const)
      expect(await save(changes), JSON.stringify(changes)).toMatchObject({ status: 422, body: { code } });
    expect((await save({ activate: "yes" })).status).toBe(400);
    expect((await server.get(PERSONAL, "alice")).body).toMatchObject({ activate: false, user_pin: "" });
    expect(await save({})).toMatchObject({ status: 200, body: { ...SETTINGS, number: "*99101" } });
    expect((await server.get(PERSONAL, "alice")).body).toEqual({ ...SETTINGS, number: "*99101" });
    expect((await server.get(PERSONAL, "bob")).body).toMatchObject({ user_pin: "" });
    expect([(await server.get(PERSONAL, "erin")).status, (await save({}, "erin")).status]).toEqual([403, 403]);
  });

  it("CONF-43 the owner is the admin of their conference, without a PIN; nobody else sees it, and others are asked for the PIN", async () => {
    await save({});
    const own = () => room("alice", "101*99");
    await expect.poll(own).toMatchObject({
      confno: "101*99",
      number: "*99101",
      name: "Alice Archer",
      personal: true,
      has_pin: true,
      pin: "2468",
      max_users: 3,
      opts: { wait_for_admin: true },
    });
    const [alices, bobs] = [await sockets.panelOf("alice"), await sockets.panelOf("bob")];
    const events = ({ frames }: typeof alices) =>
      frames.flatMap((frame) =>
        frame.type === "event" && frame.event.action === "CONFBRIDGE"
          ? [`${frame.event.event} ${frame.event.confno} ${frame.event.member?.name}`]
          : [],
      );
    const guest = (await sockets.registered("bob")).call("*99101");
    await guest.until("talking");
    expect(await own()).toMatchObject({ members: [] });
    const call = (await sockets.registered("alice")).call("*99");
    await call.until("talking");
    await expect.poll(() => events(alices)).toEqual(["join 101*99 Alice Archer"]);
    expect(await own()).toMatchObject({ members: [{ number: "101", admin: true, waiting: false }] });
    const late = await sockets.panelOf("alice");
    await expect
      .poll(() => late.frames.find(({ type }) => type === "snapshot"))
      .toMatchObject({ conferences: [], ownConferences: [{ confno: "101*99", members: [{ number: "101" }] }] });
    expect(await room("bob", "101*99")).toBeUndefined();
    expect((await server.send("PATCH", `${PATH}/101*99/watch`, "bob", { watch: true })).status).toBe(404);
    expect((await server.send("PATCH", `${PATH}/101*99/watch`, "alice", { watch: true })).status).toBe(200);
    expect(await own()).toMatchObject({ watch: true });
    expect(events(bobs)).toEqual([]);
    await save({ activate: false });
    await call.until("ended");
    guest.hangUp();
    expect(await own()).toBeUndefined();
    const record = async () => (await server.get("/api/v1/cdrs/friendly_calls_by_date?limit=100", "alice")).body;
    await expect.poll(async () => JSON.stringify(await record())).toContain('"destination":"personal_conference"');
  });

  it("CONF-43 the owner leads their conference from the panel, and others cannot name it", async () => {
    await save({});
    await expect.poll(() => room("alice", "101*99")).toBeDefined();
    const call = (await sockets.registered("alice")).call("*99101");
    await call.until("talking");
    const confno = "101*99";
    expect(await ask("bob", "ConfbridgeLock", { confno, locked: true })).toBe("request.notFound");
    expect(await ask("bob", "Originate", { from: confno, to: "102" })).toBe("request.notFound");
    expect(await ask("carol", "ConfbridgeLock", { confno, locked: true })).toBe("request.notFound");
    expect(await ask("alice", "ConfbridgeLock", { confno, locked: true })).toBe("done");
    await expect.poll(() => room("alice", confno)).toMatchObject({ locked: true });
    const bob = await sockets.registered("bob");
    expect(await ask("alice", "Originate", { from: confno, to: "102" })).toBe("done");
    const incoming = await bob.incoming();
    await incoming.answer();
    await expect
      .poll(() => room("alice", confno))
      .toMatchObject({ members: [{ number: "101" }, { number: "102", invited: true, waiting: false }] });
    call.hangUp();
    incoming.hangUp();
    await expect.poll(() => room("alice", confno)).toMatchObject({ members: [], locked: false });
  });
});
