import { endpoints } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { applyCompany, parseCompanyFile } from "../administration/index.ts";

const COMPANY = `
realm: demo
groups: [{ name: narrow, permissions: [configs:read, "forward:read_for:2", "forward:write_for:2", forward:read] }]
users:
  - { username: zoe, first_name: Zoe, last_name: Zell, extension: 130, password: callpanel-demo, groups: [narrow] }
  - { username: yan, first_name: Yan, last_name: Yu, extension: 131, password: callpanel-demo, groups: [staff, supervisor], permissions: [do_not_disturb:write_for, follow_me:write_for] }
`;
const OTHER = `
realm: other
users:
  - { username: olga, first_name: Olga, last_name: Other, extension: 101, password: callpanel-demo, groups: [staff] }
`;

describe("call-handling settings", () => {
  let server: TestServer;
  const ids = new Map<string, number>();
  beforeAll(async () => {
    server = await createTestServer();
    for (const file of [COMPANY, OTHER]) await applyCompany(server.stores.company, parseCompanyFile(file));
    for (const name of ["alice", "bob", "carol", "dave", "zoe", "yan", "olga"])
      ids.set(name, (await server.stores.users.byUsername(name))?.id ?? 0);
  });
  afterAll(() => server.remove());

  const path = (setting: string, whose: string): string => `/api/v1/users/${ids.get(whose)}/${setting}`;
  const put = (setting: string, who: string, body: object, whose = who) =>
    server.send("PUT", path(setting, whose), who, body);
  const rows = async (setting: string, who: string, whose = who) =>
    server.get(`${path(setting, whose)}/can_watch_users`, who);
  const codeOf = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    return [status, body !== null && typeof body === "object" && "code" in body ? body.code : undefined];
  };

  it("HANDLE-1 without any setting a person has the defaults, each in its own format", async () => {
    const own = { user_id: ids.get("alice"), subscriber_id: ids.get("alice"), username: "alice", exten: "101" };
    const person = { ...own, first_name: "Alice", last_name: "Archer", may_write: true };
    const alone = (fields: object) => ({ status: 200, body: { total: 1, data: [{ ...person, ...fields }] } });
    expect(await rows("do_not_disturb", "alice")).toEqual(alone({ enabled: false }));
    expect(await rows("call_waiting", "alice")).toEqual(alone({ enabled: true }));
    expect(await rows("intercom", "alice")).toEqual(
      alone({ deskPhoneEnabled: true, callPanelEnabled: true, clearlyAnywhereEnabled: true }),
    );
    expect(await rows("forward", "alice")).toEqual(alone({ enabled: false, number: "" }));
    expect((await rows("follow_me", "alice")).body).toMatchObject({
      data: [{ enabled: false, strategy: "ringall", toutfirst: 15, toutall: 60, numbers: [], timeConditionID: null }],
    });
    expect((await rows("dids", "alice")).body).toMatchObject({
      data: [{ dids: [{ number: "+14165550101", destinationType: "extension", smsCapable: true }] }],
    });
  });

  it("HANDLE-1 a supervisor sees everybody, with themselves first; another person's id in the path is 403", async () => {
    const { data } = endpoints.watchForward.response.parse((await rows("forward", "carol")).body);
    expect(data.length).toBe(26);
    expect(data.slice(0, 3).map(({ username, may_write }) => [username, may_write])).toEqual([
      ["carol", true],
      ["alice", false],
      ["bob", false],
    ]);
    expect(await codeOf(rows("forward", "carol", "alice"))).toEqual([403, "request.forbidden"]);
    const narrow = endpoints.watchForward.response.parse((await rows("forward", "zoe")).body);
    expect(narrow.data.map(({ user_id, may_write }) => [user_id, may_write])).toEqual([
      [ids.get("zoe"), false],
      [2, true],
    ]);
    expect(await codeOf(rows("do_not_disturb", "zoe"))).toEqual([403, "request.forbidden"]);
  });

  it("HANDLE-2 every setting can be changed, and the response has the new state", async () => {
    expect(await put("do_not_disturb", "bob", { enabled: 1 })).toEqual({ status: 200, body: { enabled: true } });
    expect(await put("call_waiting", "bob", { enabled: 0 })).toEqual({ status: 200, body: { enabled: false } });
    const intercom = { deskPhoneEnabled: false, callPanelEnabled: true, clearlyAnywhereEnabled: false };
    expect(await put("intercom", "bob", intercom)).toEqual({ status: 200, body: intercom });
    expect(await put("forward", "bob", { to: "103" })).toEqual({ status: 200, body: { enabled: true, number: "103" } });
    expect(
      (await put("follow_me", "bob", { enabled: true, numbers: [{ number: "104", timeout: 20 }] })).body,
    ).toMatchObject({
      enabled: true,
      toutall: 60,
      numbers: [{ number: "104", timeout: 20 }],
    });
    expect((await put("follow_me", "bob", { prefix: "Home " })).body).toMatchObject({
      enabled: true,
      prefix: "Home ",
      numbers: [{ number: "104", timeout: 20 }],
    });
    expect((await rows("forward", "bob")).body).toMatchObject({ data: [{ enabled: true, number: "103" }] });
    expect((await rows("intercom", "bob")).body).toMatchObject({ data: [intercom] });
  });

  it("HANDLE-4 a forward keeps its number while it is off", async () => {
    await put("forward", "dave", { to: "102" });
    const removed = await server.send("DELETE", path("forward", "dave"), "dave");
    expect(removed).toEqual({ status: 200, body: { enabled: false, number: "102" } });
  });

  it("HANDLE-2 another person's settings need write_for on that id, in the same realm", async () => {
    const refused = [403, "request.forbidden"];
    expect(await codeOf(put("do_not_disturb", "alice", { enabled: 1 }, "bob"))).toEqual(refused);
    expect(await codeOf(put("do_not_disturb", "carol", { enabled: 1 }, "bob"))).toEqual(refused);
    expect(await codeOf(put("forward", "zoe", { to: "103" }))).toEqual(refused);
    expect(await codeOf(put("forward", "zoe", { to: "103" }, "carol"))).toEqual(refused);
    expect((await put("forward", "zoe", { to: "104" }, "bob")).status).toBe(200);
    expect((await put("do_not_disturb", "yan", { enabled: 1 }, "dave")).status).toBe(200);
    expect(await codeOf(put("do_not_disturb", "yan", { enabled: 1 }, "olga"))).toEqual(refused);
    expect(await codeOf(server.send("PUT", "/api/v1/users/99999/do_not_disturb", "yan", { enabled: 1 }))).toEqual(
      refused,
    );
    expect((await rows("do_not_disturb", "dave")).body).toMatchObject({ data: [{ enabled: true }] });
  });

  it("HANDLE-5 a forward number is required, has only digits, * and #, and leads to a place that can be called", async () => {
    const to = (number: unknown) => codeOf(put("forward", "alice", { to: number }));
    expect(await to("")).toEqual([400, "settings.forward.required"]);
    for (const wrong of [
      "abc",
      "10 3",
      "+14165550199",
      "103;drop",
      "\u0661\u0660\u0663",
      "<b>1</b>",
      "1".repeat(60) + "x",
    ])
      expect(await to(wrong), wrong).toEqual([400, "settings.forward.invalid"]);
    for (const code of ["*43", "*86", "*98103", "*98101"]) expect(await to(code), code).toEqual([200, undefined]);
    expect(await to("*98199")).toEqual([400, "settings.destination.unknown"]);
    for (const code of [
      "*76",
      "*80103",
      "*81103",
      "**103",
      "***103",
      "*97",
      "*98",
      "*67103",
      "*44*650",
      "##103",
      "#1",
      "*123",
    ])
      expect(await to(code), code).toEqual([400, "settings.destination.feature"]);
    for (const nowhere of ["199", "5#5"])
      expect(await to(nowhere), nowhere).toEqual([400, "settings.destination.unknown"]);
    for (const parking of ["700", "701"])
      expect(await to(parking), parking).toEqual([400, "settings.destination.parking"]);
    for (const emergency of ["911", "933"])
      expect(await to(emergency), emergency).toEqual([400, "settings.destination.emergency"]);
    for (const good of ["103", "600", "800", "4165550199", "14165550160"])
      expect(await to(good), good).toEqual([200, undefined]);
    for (const type of [null, 103, ["103"], { number: "103" }, "1".repeat(65)])
      expect(await to(type)).toEqual([400, "request.invalid"]);
  });

  it("TOLL-5 calls can be sent only to classes of numbers that their owner may call, no matter who changes the setting", async () => {
    const to = (who: string, number: string, whose = who) => codeOf(put("forward", who, { to: number }, whose));
    const refused = (name: string) => [400, `settings.destination.outside.${name}`];
    expect(await to("bob", "19005551234")).toEqual(refused("premium"));
    expect(await to("bob", "01119005551234")).toEqual(refused("premium"));
    expect(await to("bob", "011442079460000")).toEqual(refused("abroad"));
    expect(await to("bob", "5551234")).toEqual(refused("unknown"));
    expect(await to("carol", "011442079460000")).toEqual([200, undefined]);
    expect(await to("carol", "19005551234")).toEqual(refused("premium"));
    // Yan may change Bob's settings, and call abroad, which Bob may not.
    const follow = (who: string, number: string, whose = who) =>
      codeOf(put("follow_me", who, { numbers: [{ number, timeout: 10 }] }, whose));
    expect(await follow("yan", "+442079460000", "bob")).toEqual(refused("abroad"));
    // The phone system sees people that another process has added within 500 ms.
    await server.clock.advance(500);
    await expect.poll(() => follow("yan", "+442079460000")).toEqual([200, undefined]);
    expect(await follow("bob", "+19005551234")).toEqual(refused("premium"));
    expect(await follow("bob", "+16045550199")).toEqual([200, undefined]);
  });

  it("HANDLE-6 users cannot forward to themselves, or along forwards that lead back", async () => {
    const to = (who: string, number: string) => codeOf(put("forward", who, { to: number }));
    expect(await to("alice", "101")).toEqual([400, "settings.destination.self"]);
    expect(await to("alice", "14165550101")).toEqual([400, "settings.destination.self"]);
    expect(await to("carol", "104")).toEqual([200, undefined]);
    expect(await to("dave", "101")).toEqual([200, undefined]);
    expect(await to("alice", "103")).toEqual([400, "settings.destination.loop"]);
    expect(await to("alice", "104")).toEqual([400, "settings.destination.loop"]);
    await server.send("DELETE", path("forward", "dave"), "dave");
    expect(await to("alice", "103")).toEqual([200, undefined]);
    const own = await codeOf(put("follow_me", "alice", { numbers: [{ number: "101", timeout: 10 }] }));
    expect(own).toEqual([400, "settings.destination.self"]);
  });

  it("HANDLE-7 HANDLE-8 each field of follow-me has its rules, with separate error codes", async () => {
    const set = (body: object) => codeOf(put("follow_me", "alice", body));
    const numbers = (...list: readonly string[]) => ({ numbers: list.map((number) => ({ number, timeout: 10 })) });
    const fault = (name: string) => [400, `settings.followMe.${name}`];
    expect(await set(numbers("102", "103", "104", "106", "107", "108"))).toEqual(fault("tooMany"));
    for (const wrong of ["", "abc", "*76", "1;2", "<script>", "+"])
      expect(await set(numbers(wrong)), wrong).toEqual(fault("number"));
    expect(await set(numbers("102", "102"))).toEqual(fault("duplicate"));
    expect(await set(numbers("4165550160", "+1 (416) 555-0160"))).toEqual(fault("duplicate"));
    expect(await set(numbers("199"))).toEqual([400, "settings.destination.unknown"]);
    for (const timeout of [-1, 101, 1.5]) {
      expect(await set({ numbers: [{ number: "102", timeout }] }), String(timeout)).toEqual(fault("timeout"));
      expect(await set({ toutall: timeout })).toEqual(fault("timeout"));
      expect(await set({ toutfirst: timeout })).toEqual(fault("timeout"));
    }
    expect(await set({ prefix: "12345678901" })).toEqual(fault("prefix"));
    expect(await set({ externCIDNum: "me" })).toEqual(fault("callerId"));
    expect(await set({ timeConditionID: 77 })).toEqual(fault("timeCondition"));
    for (const body of [
      { strategy: "loudest" },
      { enabled: 1 },
      { numbers: "102" },
      numbers("1".repeat(65)),
      numbers(...Array.from({ length: 101 }, () => "102")),
    ])
      expect(await set(body)).toEqual([400, "request.invalid"]);
    expect(await set({ ...numbers("102", "+14165550177"), prefix: "1234567890", toutall: 100, toutfirst: 0 })).toEqual([
      200,
      undefined,
    ]);
  });

  it("TOLL-11 a caller id must be the person's or the company's, also when another person sets it", async () => {
    const show = (externCIDNum: string, who = "alice", whose = who) =>
      codeOf(put("follow_me", who, { externCID: true, externCIDName: "Your Bank", externCIDNum }, whose));
    const refused = [400, "settings.followMe.notOwnNumber"];
    expect(await show("+18005551111")).toEqual(refused);
    expect(await show("+14165550101", "bob")).toEqual(refused);
    expect(await show("+14165550101", "yan", "bob")).toEqual(refused);
    for (const own of ["+14165550101", "4165550101", ""]) expect(await show(own), own).toEqual([200, undefined]);
    await applyCompany(server.stores.company, parseCompanyFile('realm: demo\noutgoing_number: "+14165550100"\n'));
    await server.clock.advance(500);
    await expect.poll(() => show("+14165550100", "bob")).toEqual([200, undefined]);
  });

  it("HANDLE-1 strategies and extensions can be listed to choose from", async () => {
    expect((await server.get("/api/v1/ring_strategies", "alice")).body).toMatchObject({
      total: 3,
      data: [{ strategy: "ringall" }, { strategy: "hunt" }, { strategy: "memoryhunt" }],
    });
    const { body } = await server.get("/api/v1/users/available_extensions", "alice");
    expect(endpoints.listAvailableExtensions.response.parse(body).data[0]).toEqual({
      exten: "101",
      name: "Alice Archer",
      username: "alice",
      user_id: ids.get("alice"),
    });
  });
});
