import { endpoints, errorBodySchema, MOST_PHONES, newPhoneSchema, PEOPLE_AT_ONCE } from "@callpanel/contract";
import { generateSync } from "otplib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { announcementDraft } from "../../../../test/announcements.ts";
import { bearer, createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../../../test/test-sockets.ts";
import { type CallHandling, NOTHING_SET } from "../../call-handling/index.ts";
import { applyCompany, parseCompanyFile } from "../index.ts";
import type { Mail } from "../../mail/index.ts";

const PEOPLE = "/api/v1/administration/people";
const INVITATION = "/oauth/invitation";
const COMPANY = `
realm: demo
groups: [{ name: help-desk, permissions: [administration:manage_people] }]
users:
  - { username: grace, groups: [staff, administrators] }
  - { username: hiro, groups: [staff, help-desk] }
`;
const WEEK_MS = 7 * 86_400_000;

describe("how people sign in, for administration", () => {
  let server: TestServer;
  let sockets: TestSockets;
  let mails: Mail[];
  beforeEach(async () => {
    mails = [];
    const mailer = { send: async (mail: Mail) => void mails.push(mail) };
    server = await createTestServer({
      mailer,
      mail: { smtpUrl: "smtp://mail.example.com", from: "a@b.example" },
    });
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
    sockets = await openSockets(server);
  });
  afterEach(async () => {
    sockets.cut();
    await server.remove();
  });
  const idOf = async (username: string) => (await server.stores.users.byUsername(username))?.id ?? 0;
  const pathOf = async (username: string, rest: string) => `${PEOPLE}/${await idOf(username)}/${rest}`;
  const codeOf = ({ body }: { readonly body: unknown }) => errorBodySchema.safeParse(body).data?.code;
  const invite = async (username: string, who = "grace") =>
    endpoints.invitePerson.response.parse((await server.send("POST", await pathOf(username, "invite"), who)).body);
  const tokenIn = (url: string) => new URL(url).searchParams.get("token") ?? "";
  const open = (token: string) => server.app.inject({ url: `${INVITATION}?token=${token}` });
  const choose = (token: string, password: string, confirm = password) =>
    server.app.inject({
      method: "POST",
      url: INVITATION,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ token, password, confirm }).toString(),
    });
  const access = async (username: string) =>
    endpoints.getPersonAccess.response.parse((await server.get(await pathOf(username, "access"), "grace")).body);
  const acts = async () => {
    const { body } = await server.get("/api/v1/administration/audit?limit=200", "grace");
    return endpoints.listAuditLines.response.parse(body).data.map(({ act }) => act);
  };

  it("PEOPLE-4 an invited person chooses a password by the link in the mail, once, and signs in with it", async () => {
    const added = { username: "ada", first_name: "Ada", last_name: "Abel", extension: "155", department: "" };
    const person = { ...added, email: "ada@x.example", may_use_panel: true, groups: ["staff"] };
    await server.send("POST", PEOPLE, "grace", person);
    const { url, mailed_to: to, expires_at: until } = await invite("ada");
    expect([to, until - server.clock.now()]).toEqual(["ada@x.example", WEEK_MS]);
    const [mail] = mails;
    expect(mail?.to).toEqual({ name: "Ada Abel", address: "ada@x.example" });
    expect(mail?.parts).toContainEqual(expect.objectContaining({ kind: "link", url }));
    const token = tokenIn(url);
    expect((await access("ada")).invited_until).toBe(until);
    for (let times = 0; times < 2; times += 1) expect((await open(token)).body).toContain("Your username is ada.");
    // With `no-referrer` the browser would send the form with the origin `null`, which is refused.
    expect((await open(token)).headers["referrer-policy"]).toBe("same-origin");
    expect((await choose(token, "short")).statusCode).toBe(400);
    expect((await choose(token, "long enough", "and another")).body).toContain("not the same");
    expect((await choose(token, "Ada Abel")).body).toContain("your name");
    expect((await choose(token, "long enough")).statusCode).toBe(200);
    expect((await server.signIn("ada", "long enough")).access_token).not.toBe("");
    expect((await choose(token, "once again")).statusCode).toBe(404);
    expect((await open(token)).statusCode).toBe(404);
    expect(await acts()).toEqual(expect.arrayContaining(["people.added", "people.invited", "people.passwordChosen"]));
    expect(server.logText()).not.toContain(token);
  });

  it("PEOPLE-4 if two requests use one link, one of them succeeds; a link ends with time, a later one, a password, suspension", async () => {
    const first = tokenIn((await invite("bob")).url);
    const both = await Promise.all([choose(first, "long enough"), choose(first, "long enough too")]);
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 404]));
    const old = tokenIn((await invite("bob")).url);
    const late = tokenIn((await invite("bob")).url);
    expect((await open(old)).statusCode).toBe(404);
    expect((await open(late)).statusCode).toBe(200);
    const another = tokenIn((await invite("bob")).url);
    await server.send("PUT", await pathOf("bob", "password"), "grace", { password: "set by grace" });
    expect((await open(another)).statusCode).toBe(404);
    const last = tokenIn((await invite("bob")).url);
    await server.send("POST", `${PEOPLE}/suspend`, "grace", { ids: [await idOf("bob")], suspended: true });
    expect((await open(last)).statusCode).toBe(404);
    expect(codeOf(await server.send("POST", await pathOf("bob", "invite"), "grace"))).toBe("admin.suspended");
    await server.send("POST", `${PEOPLE}/suspend`, "grace", { ids: [await idOf("bob")], suspended: false });
    const unused = tokenIn((await invite("bob")).url);
    server.clock.leap(WEEK_MS - 1);
    expect((await open(unused)).statusCode).toBe(200);
    server.clock.leap(1);
    expect((await open(unused)).statusCode).toBe(404);
    for (const token of ["", "x", "'"]) expect((await open(encodeURIComponent(token))).statusCode).toBe(404);
  });

  it("PEOPLE-4 a link ends when the person has another address, group or right, or a group of theirs another right", async () => {
    const bob = (patch: string) =>
      applyCompany(server.stores.company, parseCompanyFile(`realm: demo\n${patch}`)).then(() => undefined);
    for (const patch of [
      "users: [{ username: bob, email: other@x.example }]",
      "users: [{ username: bob, groups: [staff, administrators] }]",
      "users: [{ username: bob, permissions: [active_calls:execute_callspy] }]",
      "groups: [{ name: staff, permissions: [panel_buddies:read] }]",
    ]) {
      const link = tokenIn((await invite("bob")).url);
      await bob("users: [{ username: bob, first_name: Robert }]");
      expect([patch, (await open(link)).statusCode]).toEqual([patch, 200]);
      await bob(patch);
      expect([patch, (await open(link)).statusCode]).toEqual([patch, 404]);
      await bob("users: [{ username: bob, first_name: Bob }]");
    }
  });

  it("PEOPLE-5 nobody resets their own password or second factor by administration", async () => {
    const set = await server.send("PUT", await pathOf("grace", "password"), "grace", { password: "set by grace" });
    expect([set.status, codeOf(set)]).toEqual([403, "admin.ownAccess"]);
    expect(codeOf(await server.send("DELETE", await pathOf("grace", "second_factor"), "grace"))).toBe(
      "admin.ownAccess",
    );
    // The link would be shown to anybody who finds the page open.
    expect(codeOf(await server.send("POST", await pathOf("grace", "invite"), "grace"))).toBe("admin.ownAccess");
  });

  it("PEOPLE-4 PEOPLE-5 a new password ends sessions, secrets and open connections", async () => {
    const session = await server.signIn("bob");
    const { sip } = await sockets.phone("bob");
    expect((await sip.register()).status).toBe(200);
    expect((await choose(tokenIn((await invite("bob")).url), "long enough")).statusCode).toBe(200);
    const me = () => server.app.inject({ url: "/api/v1/users/me", headers: bearer(session.access_token) });
    expect((await me()).statusCode).toBe(401);
    const again = await sockets.phone("bob", { password: await server.sipSecret("bob") });
    expect((await again.sip.register()).status).toBe(401);
    const set = await server.send("PUT", await pathOf("bob", "password"), "grace", { password: "set by grace" });
    expect(set.status).toBe(200);
    await server.signIn("bob", "set by grace");
  });

  it("PEOPLE-5 a person is signed out everywhere at once, and desk phones stay", async () => {
    const socket = await sockets.open("/events");
    const { access_token: token } = await server.signIn("bob");
    socket.send(JSON.stringify({ type: "signin", username: "bob", token, realm: "demo" }));
    const desk = await sockets.phone("bob");
    expect((await desk.sip.register()).status).toBe(200);
    await expect.poll(async () => (await access("bob")).signed_in.sessions.length).toBeGreaterThan(0);
    await server.send("DELETE", await pathOf("bob", "sessions"), "grace");
    await expect.poll(() => socket.readyState).toBe(socket.CLOSED);
    expect((await access("bob")).signed_in.sessions).toEqual([]);
    expect((await desk.sip.register()).status).toBe(200);
  });

  it("PEOPLE-5 a second factor is switched off, and the PIN of a mailbox removed", async () => {
    const { access_token: token } = await server.signIn("bob");
    const asked = await server.app.inject({ url: "/api/v1/otp_configuration", headers: bearer(token) });
    const { secret } = asked.json<{ secret: string }>();
    const code = generateSync({ secret, epoch: Math.floor(server.clock.now() / 1_000) });
    await server.app.inject({
      method: "PUT",
      url: "/api/v1/otp_configuration",
      headers: bearer(token),
      payload: { enabled: true, code },
    });
    await server.stores.voicemail.changeBox(await idOf("bob"), (box) => ({ ...box, pinHash: "a hash" }));
    expect(await access("bob")).toMatchObject({ second_factor: "app", mailbox_pin: true });
    await expect(server.signIn("bob")).rejects.toThrow("otp.required");
    expect((await server.send("DELETE", await pathOf("bob", "second_factor"), "grace")).status).toBe(200);
    expect((await server.send("DELETE", await pathOf("bob", "mailbox_pin"), "grace")).status).toBe(200);
    expect(await access("bob")).toMatchObject({ second_factor: null, mailbox_pin: false, signed_in: { sessions: [] } });
    await server.signIn("bob");
    expect((await server.send("DELETE", await pathOf("bob", "second_factor"), "grace")).status).toBe(404);
    expect(await acts()).toEqual(expect.arrayContaining(["people.secondFactorReset", "people.pinReset"]));
  });

  it("PEOPLE-5 a desk phone gets a secret, which is shown once, registers with it, and ends at once", async () => {
    const added = await server.send("POST", await pathOf("bob", "phones"), "grace", { label: "Desk" });
    const { phone, secret, username, server: address } = newPhoneSchema.parse(added.body);
    expect([username, address.startsWith("ws://")]).toEqual(["bob", true]);
    const desk = await sockets.phone("bob", { password: secret });
    expect((await desk.sip.register()).status).toBe(200);
    const [shown] = (await access("bob")).phones;
    expect([shown?.label, shown?.last_used_at]).toEqual(["Desk", server.clock.now()]);
    expect(JSON.stringify(await access("bob"))).not.toContain(secret);
    expect((await server.send("DELETE", await pathOf("bob", `phones/${phone.id}`), "grace")).status).toBe(200);
    expect((await (await sockets.phone("bob", { password: secret })).sip.register()).status).toBe(401);
    expect((await server.send("DELETE", await pathOf("bob", `phones/${phone.id}`), "grace")).status).toBe(404);
    const { body } = await server.get("/api/v1/administration/audit?act=people.phoneAdded", "grace");
    expect(JSON.stringify(body)).not.toContain(secret);
  });

  it("PEOPLE-5 a phone beyond the limit is refused, and neither it nor a line of the audit log is kept", async () => {
    const add = async () => server.send("POST", await pathOf("bob", "phones"), "grace", { label: "Desk" });
    for (let count = 0; count < MOST_PHONES; count += 1) expect((await add()).status).toBe(200);
    expect(codeOf(await add())).toBe("phones.tooMany");
    expect((await access("bob")).phones).toHaveLength(MOST_PHONES);
    expect((await acts()).filter((act) => act === "people.phoneAdded")).toHaveLength(MOST_PHONES);
  });

  it("PEOPLE-5 a person who is suspended while a phone is added has none afterwards", async () => {
    const ids = [await idOf("bob")];
    const path = await pathOf("bob", "phones");
    const [added, suspended] = await Promise.all([
      server.send("POST", path, "grace", { label: "Desk" }),
      server.send("POST", `${PEOPLE}/suspend`, "grace", { ids, suspended: true }),
    ]);
    expect([[200, "admin.suspended"].includes(codeOf(added) ?? added.status), suspended.status]).toEqual([true, 200]);
    expect((await access("bob")).phones).toEqual([]);
  });

  it("PAGES-4 a help desk reaches no administrator by any of these ways", async () => {
    const ways = [
      ["POST", "invite", undefined],
      ["PUT", "password", { password: "long enough" }],
      ["DELETE", "sessions", undefined],
      ["DELETE", "second_factor", undefined],
      ["DELETE", "mailbox_pin", undefined],
      ["POST", "phones", { label: "Desk" }],
    ] as const;
    for (const [method, rest, body] of ways) {
      expect(codeOf(await server.send(method, await pathOf("grace", rest), "hiro", body)), rest).toBe(
        "admin.mayNotTouch",
      );
      expect((await server.send(method, `${PEOPLE}/424242/${rest}`, "hiro", body)).status, rest).toBe(404);
    }
    const ids = [await idOf("bob"), await idOf("grace")];
    for (const [order, body] of [
      ["suspend", { ids, suspended: true }],
      ["remove", { ids, lead_to: "101" }],
      ["join", { ids, group: "staff", joins: false }],
    ] as const)
      expect(codeOf(await server.send("POST", `${PEOPLE}/${order}`, "hiro", body)), order).toBe("admin.mayNotTouch");
    expect((await server.stores.users.byUsername("bob"))?.suspended).toBe(false);
    expect(mails).toEqual([]);
  });

  it("PEOPLE-6 the preview names everything that leads to a person; after the removal it leads where the administrator chose", async () => {
    await applyCompany(
      server.stores.company,
      parseCompanyFile(`
realm: demo
numbers: [{ number: "+14165550199", name: Dave, target: "104" }]
toggles: [{ number: "650", name: Night, a: "104", b: "600" }]
queues: [{ number: "602", name: Billing, exit_key: "1", exit_to: "104" }]
`),
    );
    const realmId = (await server.stores.users.byUsername("alice"))?.realm.id ?? 0;
    const announcement = await server.stores.announcements.add(
      realmId,
      announcementDraft({ number: "669", postDestination: "104" }),
    );
    const ids = [await idOf("dave")];
    const sendTo = async (username: string, change: Partial<CallHandling>) =>
      server.stores.callHandling.change(await idOf(username), (before) => ({ ...before, ...change }));
    const toDave = { number: "104", timeout: 0 };
    await sendTo("alice", { forward: { enabled: true, number: "104" } });
    await sendTo("carol", { followMe: { ...NOTHING_SET.followMe, enabled: true, numbers: [toDave, toDave] } });
    await sendTo("erin", { forward: { enabled: false, number: "104" } });
    await sendTo("dave", { forward: { enabled: true, number: "104" } });
    const preview = await server.send("POST", `${PEOPLE}/removal`, "grace", { ids });
    const { effects, must_lead: must } = endpoints.previewRemoval.response.parse(preview.body);
    expect(must).toBe(true);
    expect(effects.map(({ kind, number }) => `${kind} ${number}`)).toEqual(
      expect.arrayContaining([
        "number +14165550199",
        "toggle 650",
        "queueExit 602",
        "announcement 669",
        "agent 600",
        "agent 601",
      ]),
    );
    expect(effects).toContainEqual(expect.objectContaining({ kind: "forwards", person: "Dave Diaz", count: 2 }));
    const two = await server.send("POST", `${PEOPLE}/removal`, "grace", { ids: [...ids, await idOf("bob")] });
    const names = endpoints.previewRemoval.response.parse(two.body).effects.map(({ person }) => person);
    expect(names).toEqual(names.toSorted());
    expect([...new Set(names)]).toEqual(["Bob Brandt", "Dave Diaz"]);
    const admin = await server.send("POST", `${PEOPLE}/removal`, "grace", { ids: [await idOf("carol")] });
    const rooms = endpoints.previewRemoval.response.parse(admin.body).effects.filter(({ kind }) => /room/.test(kind));
    expect(rooms.map(({ kind, number }) => `${kind} ${number}`)).toEqual(["roomAdmin 802", "roomPin 803"]);
    const remove = (lead_to: string | null) => server.send("POST", `${PEOPLE}/remove`, "grace", { ids, lead_to });
    expect(codeOf(await remove(null))).toBe("admin.stillLeads");
    expect(codeOf(await remove("104"))).toBe("admin.notFound");
    expect(codeOf(await remove("999"))).toBe("admin.notFound");
    expect((await server.get(`${PEOPLE}/${ids[0] ?? 0}`, "grace")).status).toBe(200);
    expect((await remove("101")).status).toBe(200);
    expect((await server.get(`${PEOPLE}/${ids[0] ?? 0}`, "grace")).status).toBe(404);
    expect(await server.stores.announcements.find(realmId, announcement?.id ?? 0)).toMatchObject({
      postDestination: "101",
    });
    const numbers = await server.stores.company.read((reader) => reader.numbers(realmId));
    expect(numbers).toContainEqual(expect.objectContaining({ number: "+14165550199", target: "101" }));
    expect(numbers).toContainEqual(expect.objectContaining({ number: "650", optionA: "101", optionB: "600" }));
    expect(await acts()).toEqual(
      expect.arrayContaining(["people.removed", "numbers.changed", "toggles.changed", "queues.changed"]),
    );
  });

  it("PEOPLE-7 several people are suspended, grouped and removed, all or none", async () => {
    const ids = await Promise.all(["bob", "ines", "jamal"].map(idOf));
    const order = (name: string, body: object) => server.send("POST", `${PEOPLE}/${name}`, "grace", body);
    expect((await order("suspend", { ids: [...ids, 424_242], suspended: true })).status).toBe(404);
    // As many as a company may have: the body is longer than those of other requests.
    const everybody = Array.from({ length: PEOPLE_AT_ONCE }, (_, at) => 9_000_000 + at);
    expect((await order("join", { ids: everybody, group: "staff", joins: true })).status).toBe(404);
    expect((await order("join", { ids: [...everybody, 1], group: "staff", joins: true })).status).toBe(400);
    expect((await server.stores.users.byUsername("bob"))?.suspended).toBe(false);
    expect((await order("suspend", { ids, suspended: true })).status).toBe(200);
    expect((await server.stores.users.byUsername("jamal"))?.suspended).toBe(true);
    expect((await order("suspend", { ids, suspended: false })).status).toBe(200);
    expect((await order("join", { ids, group: "agent", joins: true })).status).toBe(200);
    const inGroup = await server.get(`${PEOPLE}?group=agent`, "grace");
    expect(endpoints.listCompanyPeople.response.parse(inGroup.body).data.map(({ username }) => username)).toEqual(
      expect.arrayContaining(["bob", "ines", "jamal"]),
    );
    const all = [...ids, await idOf("grace")];
    expect(codeOf(await order("remove", { ids: all, lead_to: "101" }))).toBe("admin.yourself");
    expect((await order("remove", { ids, lead_to: "101" })).status).toBe(200);
  });
});
