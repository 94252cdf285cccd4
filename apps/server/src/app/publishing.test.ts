import { DEFAULT_FEATURE_CODES, lightUser, statementId, type Light } from "@callpanel/contract";
import { header } from "@callpanel/sip";
import type { SipPhone } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../test/test-sockets.ts";

const PRESENCE = [
  ["Event", "presence"],
  ["Content-Type", "application/pidf+xml"],
] as const;
const DIALOG = [
  ["Event", "dialog"],
  ["Content-Type", "application/dialog-info+xml"],
] as const;

const presence = (basic: string, { entity = "sip:alice@demo", id = "1", note = "" } = {}) =>
  `<presence entity="${entity}"><tuple id="${id}"><status><basic>${basic}</basic></status></tuple><note>${note}</note></presence>`;
const light = (user: string, state: string, id = "1") =>
  `<dialog-info entity="sip:${user}@demo"><dialog id="${id}"><state>${state}</state></dialog></dialog-info>`;
/** In the form that the panel's phone sends. */
const stated = (name: Light, state: string) =>
  light(lightUser(name, "101", DEFAULT_FEATURE_CODES) ?? "", state, statementId(name));

describe("publications of phones", () => {
  let server: TestServer;
  let sockets: TestSockets;
  let alice: SipPhone;
  beforeEach(async () => {
    server = await createTestServer({ takesMessages: false });
    sockets = await openSockets(server);
    alice = await sockets.registered("alice");
  });
  afterEach(async () => {
    sockets.cut();
    await server.remove();
  });

  const publish = (headers: typeof PRESENCE | typeof DIALOG, body: string, more: object = {}) =>
    alice.request("PUBLISH", { to: "alice", headers, body, ...more });
  const shown = async (username = "alice") =>
    (await server.get(`/api/v1/panel_buddies?search=${username}`, "carol")).body;

  it("PUBLISH-6 a phone that states a setting changes nothing, and another phone's publication stays", async () => {
    await publish(PRESENCE, presence("open", { note: "away" }));
    const untouched = { presence: "away", dnd: false, forward: { enabled: false }, followme: false };
    const statement = await publish(PRESENCE, presence("closed", { id: statementId("presence") }));
    expect(statement.status).toBe(200);
    for (const name of ["dnd", "forward", "followme"] as const)
      expect((await publish(DIALOG, stated(name, "confirmed"))).status).toBe(200);
    expect(await shown()).toMatchObject({ data: [untouched] });

    const tag = header(statement, "SIP-ETag") ?? "";
    const withdrawn = await alice.request("PUBLISH", {
      to: "alice",
      headers: [
        ["Event", "presence"],
        ["Expires", "0"],
        ["SIP-If-Match", tag],
      ],
    });
    expect(withdrawn.status).toBe(200);
    expect(await shown()).toMatchObject({ data: [untouched] });

    const { body } = await server.send("PUT", "/api/v1/users/1/do_not_disturb", "alice", { enabled: 1 });
    expect(body).toMatchObject({ enabled: true });
    await publish(PRESENCE, presence("open", { id: statementId("presence") }));
    await publish(DIALOG, stated("dnd", "terminated"));
    expect(await shown()).toMatchObject({ data: [{ presence: "busy", dnd: true }] });
  });

  it("PUBLISH-7 a person cannot publish for another one: by To, by Request-URI, by the document", async () => {
    const closed = (user: string) => presence("closed", { entity: `sip:${user}@demo` });
    const answers = await Promise.all([
      publish(PRESENCE, closed("bob")),
      publish(PRESENCE, closed("102")),
      publish(PRESENCE, closed("bob"), { to: "bob" }),
      publish(PRESENCE, closed("alice"), { uri: "sip:bob@demo" }),
      publish(DIALOG, light("*96102", "confirmed")),
      publish(DIALOG, light("*96102", "confirmed", statementId("forward"))),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect(await shown("bob")).toMatchObject({ data: [{ dnd: false, forward: { enabled: false } }] });
    expect((await publish(PRESENCE, closed("101"))).status).toBe(200);
    expect(await shown()).toMatchObject({ data: [{ dnd: true }] });
  });
});
