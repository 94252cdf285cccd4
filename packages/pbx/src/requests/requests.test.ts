import { header } from "@callpanel/sip";
import { expect, test } from "vitest";
import { createTestPbx } from "../../test/test-pbx.ts";

test("REG-55 a registration says that the media learns candidates from checks", async () => {
  const pbx = createTestPbx();
  const registered = await pbx.phone("alice").register();
  expect([registered.status, header(registered, "Feature-Caps")]).toEqual([200, "*;+g.callpanel.ice-lite"]);
});

test("REG-30 OPTIONS returns what the system supports", async () => {
  const pbx = createTestPbx();
  const answer = await pbx.phone("alice").request("OPTIONS", { uri: "sip:demo" });
  expect(answer.status).toBe(200);
  expect(header(answer, "Allow")).toBe(
    "INVITE, ACK, CANCEL, BYE, OPTIONS, REGISTER, PRACK, UPDATE, INFO, PUBLISH, REFER, SUBSCRIBE, NOTIFY, MESSAGE",
  );
  expect(header(answer, "Accept")).toBe("application/sdp, application/dtmf-relay, application/dtmf, text/plain");
  expect(header(answer, "Supported")).toBe("replaces, outbound, 100rel");
  expect(header(answer, "Allow-Events")).toBe("presence, dialog, message-summary");
});

const PIDF = "application/pidf+xml";

test("REG-31 PUBLISH of presence and dialog is accepted and passed on", async () => {
  const pbx = createTestPbx();
  const alice = pbx.phone("alice");
  const answer = await alice.request("PUBLISH", {
    headers: [
      ["Event", "presence"],
      ["Expires", "2592000"],
      ["Content-Type", PIDF],
    ],
    body: "<presence/>",
  });
  expect([answer.status, header(answer, "Expires")]).toEqual([200, "2592000"]);
  expect(header(answer, "SIP-ETag")).toMatch(/^[a-z2-7]{12}$/);
  expect(pbx.eventsOf("published")).toMatchObject([
    { userId: 1, eventPackage: "presence", contentType: PIDF, body: "<presence/>", expiresSeconds: 2_592_000 },
  ]);
});

const LIGHT = `<?xml version="1.0"?>
<dialog-info xmlns="urn:ietf:params:xml:ns:dialog-info" version="0" state="full" entity="sip:*76101@demo">
  <dialog id="dnd"><state>confirmed</state></dialog>
</dialog-info>`;

test("REG-43 PUBLISH of dialog-info, the lights of do not disturb, forward and follow-me, is reported as it came", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const answer = await alice.request("PUBLISH", {
    headers: [
      ["Event", "dialog"],
      ["Expires", "2592000"],
      ["Content-Type", "application/dialog-info+xml"],
    ],
    body: LIGHT,
  });
  expect(answer.status).toBe(200);
  const told = { userId: 1, realm: "demo", eventPackage: "dialog", contentType: "application/dialog-info+xml" };
  expect(pbx.eventsOf("published")).toMatchObject([{ ...told, body: LIGHT, expiresSeconds: 2_592_000 }]);
});

test("REG-44 a publication is stored before the response; if that fails it is 500 and not reported", async () => {
  const pbx = createTestPbx();
  const kept: string[] = [];
  let fail = false;
  pbx.directory.published = async ({ body, expiresSeconds }) => {
    if (fail) throw new Error("the store is away");
    kept.push(`${body} ${expiresSeconds}`);
    return "taken" as const;
  };
  const alice = pbx.phone("alice");
  const publish = (body: string, more: ReadonlyArray<readonly [string, string]> = []) =>
    alice.request("PUBLISH", { headers: [["Event", "presence"], ["Expires", "60"], ...more], body });
  const first = await publish("<a/>");
  expect([first.status, kept]).toEqual([200, ["<a/> 60"]]);
  fail = true;
  const tag = header(first, "SIP-ETag") ?? "";
  expect((await publish("<b/>", [["SIP-If-Match", tag]])).status).toBe(500);
  expect(pbx.eventsOf("published").map(({ body }) => body)).toEqual(["<a/>"]);
  fail = false;
  expect((await publish("<c/>", [["SIP-If-Match", tag]])).status).toBe(200);
  expect(kept).toEqual(["<a/> 60", "<c/> 60"]);
});

test("REG-31 PUBLISH of another event is 489, of nothing 400", async () => {
  const pbx = createTestPbx();
  const alice = pbx.phone("alice");
  const foreign = await alice.request("PUBLISH", { headers: [["Event", "weather"]], body: "x" });
  const none = await alice.request("PUBLISH", { body: "x" });
  const empty = await alice.request("PUBLISH", { headers: [["Event", "dialog"]] });
  expect([foreign.status, none.status, empty.status]).toEqual([489, 489, 400]);
  expect(header(foreign, "Allow-Events")).toBe("presence, dialog");
  expect(pbx.eventsOf("published")).toEqual([]);
});

test("REG-32 a publication is refreshed, changed and withdrawn by its entity tag, and another tag is 412", async () => {
  const pbx = createTestPbx();
  const alice = pbx.phone("alice");
  const publish = (tag: string, expires: string, body: string): ReturnType<typeof alice.request> =>
    alice.request("PUBLISH", {
      headers: [
        ["Event", "presence"],
        ["Expires", expires],
        ["SIP-If-Match", tag],
      ],
      body,
    });
  const first = await alice.request("PUBLISH", {
    headers: [
      ["Event", "presence"],
      ["Expires", "60"],
    ],
    body: "<a/>",
  });
  const refreshed = await publish(header(first, "SIP-ETag") ?? "", "60", "");
  expect(refreshed.status).toBe(200);
  expect((await publish(header(first, "SIP-ETag") ?? "", "60", "")).status).toBe(412);
  const changed = await publish(header(refreshed, "SIP-ETag") ?? "", "60", "<b/>");
  const withdrawn = await publish(header(changed, "SIP-ETag") ?? "", "0", "");
  expect([changed.status, withdrawn.status, header(withdrawn, "Expires")]).toEqual([200, 200, "0"]);
  expect((await publish(header(withdrawn, "SIP-ETag") ?? "", "60", "<c/>")).status).toBe(412);
  const [told] = pbx.eventsOf("published");
  expect(
    pbx.eventsOf("published").map(({ body, expiresSeconds, publication }) => [body, expiresSeconds, publication]),
  ).toEqual([
    ["<a/>", 60, told?.publication],
    ["", 60, told?.publication],
    ["<b/>", 60, told?.publication],
    ["", 0, told?.publication],
  ]);
});

test("REG-32 of too many publications of a user the oldest ends", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  for (let at = 0; at <= 64; at += 1)
    await alice.request("PUBLISH", { headers: [["Event", "presence"]], body: `<a${at}/>` });
  const told = pbx.eventsOf("published");
  expect(new Set(told.map(({ publication }) => publication)).size).toBe(65);
  const ends = told.filter(({ expiresSeconds }) => expiresSeconds === 0);
  expect(ends.map(({ publication }) => publication)).toEqual([told[0]?.publication]);
});

test("REG-32 an expired publication is removed", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const first = await alice.request("PUBLISH", {
    headers: [
      ["Event", "presence"],
      ["Expires", "60"],
    ],
    body: "<a/>",
  });
  await pbx.clock.advance(60_000);
  const late = await alice.request("PUBLISH", {
    headers: [
      ["Event", "presence"],
      ["SIP-If-Match", header(first, "SIP-ETag") ?? ""],
    ],
  });
  expect(late.status).toBe(412);
});

test("REG-52 a publication that the directory already knows is accepted and not reported, and its end is not either", async () => {
  const pbx = createTestPbx();
  const kept: string[] = [];
  pbx.directory.published = ({ body }) => {
    kept.push(body);
    return body === "<known/>" ? "known" : "taken";
  };
  const alice = pbx.phone("alice");
  const publish = (body: string, more: ReadonlyArray<readonly [string, string]> = []) =>
    alice.request("PUBLISH", { headers: [["Event", "presence"], ...more], body });
  const first = await publish("<known/>");
  const tag = header(first, "SIP-ETag") ?? "";
  const withdrawn = await publish("", [
    ["SIP-If-Match", tag],
    ["Expires", "0"],
  ]);
  expect([first.status, withdrawn.status]).toEqual([200, 200]);
  expect(pbx.eventsOf("published")).toEqual([]);
  expect(kept).toEqual(["<known/>"]);
});

test("REG-53 a publication about another user is refused, and the earlier state remains", async () => {
  const pbx = createTestPbx();
  const alice = pbx.phone("alice");
  const publish = (body: string, more: ReadonlyArray<readonly [string, string]> = []) =>
    alice.request("PUBLISH", { headers: [["Event", "presence"], ...more], body });
  const tag = header(await publish("<a/>"), "SIP-ETag") ?? "";
  pbx.directory.published = () => "foreign";
  expect((await publish("<b/>", [["SIP-If-Match", tag]])).status).toBe(403);
  expect((await publish("", [["SIP-If-Match", tag]])).status).toBe(200);
});

test("REG-33 no one can publish for another user, by To or by Request-URI", async () => {
  const pbx = createTestPbx();
  const alice = pbx.phone("alice");
  const elsewhere = await alice.request("PUBLISH", { uri: "bob", headers: [["Event", "presence"]], body: "<a/>" });
  expect(elsewhere.status).toBe(403);
  const answer = await alice.request("PUBLISH", { to: "bob", headers: [["Event", "presence"]], body: "<a/>" });
  expect(answer.status).toBe(403);
});

test.each([
  { method: "SUBSCRIBE", fields: [["Event", "presence"]] as const, to: "alice", status: 489 },
  { method: "SUBSCRIBE", fields: [["Event", "message-summary"]] as const, status: 403 },
  { method: "NOTIFY", fields: [["Event", "presence"]] as const, status: 481 },
  { method: "REFER", fields: [["Refer-To", "<sip:103@demo>"]] as const, status: 603 },
  { method: "REFER", fields: [] as const, status: 400 },
  { method: "MESSAGE", fields: [] as const, status: 480 },
  { method: "FOO", fields: [] as const, status: 405 },
  { method: "BYE", fields: [] as const, status: 481 },
  { method: "UPDATE", fields: [] as const, status: 481 },
  { method: "INFO", fields: [] as const, status: 481 },
])("REG-34 $method outside a dialog is $status", async ({ method, fields, to = "102", status }) => {
  const pbx = createTestPbx();
  expect((await pbx.phone("alice").request(method, { to, headers: fields })).status).toBe(status);
});

test("REG-35 required extensions that this system lacks are named", async () => {
  const pbx = createTestPbx();
  const alice = pbx.phone("alice");
  const option = await alice.request("OPTIONS", { headers: [["Require", "replaces, timer"]] });
  expect([option.status, header(option, "Unsupported")]).toEqual([420, "timer"]);
  const scheme = await alice.request("OPTIONS", { uri: "http://demo" });
  expect(scheme.status).toBe(416);
});
