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

  it("CONF-2 CONF-4 who dials a room is a member in the list and in the events, with names, until they leave", async () => {
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

  it("CONF-4 rooms are listed by page to those who may read them, without PINs for others than those who lead them", async () => {
    expect(await room("alice", "801")).toMatchObject({ has_pin: true, has_admin: true, pin: null, admin_pin: null });
    expect((await list("alice", "?start=1&limit=1")).data).toHaveLength(1);
    expect((await server.get(PATH, "erin")).status).toBe(403);
    const group = `groups: [{ name: leads, permissions: ["conferences:read", "conferences:write_for:801"] }]`;
    await applyCompany(
      server.stores.company,
      parseCompanyFile(`realm: demo\n${group}\nusers: [{ username: dave, extension: 104, groups: [staff, leads] }]`),
    );
    await expect.poll(() => room("dave", "801")).toMatchObject({ pin: "1234", admin_pin: "4321" });
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
});
