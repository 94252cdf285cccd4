import { randomBytes } from "node:crypto";
import { errorBodySchema, firstRunSchema, endpoints, type FirstRun } from "@callpanel/contract";
import { afterEach, describe, expect, it } from "vitest";
import { commandLine } from "../../../test/command-line.ts";
import { bearer, createTestServer, type TestServer } from "../../../test/test-server.ts";
import { COMMAND_LINE } from "../administration/index.ts";
import type { Mail } from "../mail/index.ts";
import { createFirstRun } from "./first-run.service.ts";

const ADDRESS = "http://127.0.0.1:8080";
const ADA = {
  first_name: "Ada",
  last_name: "Able",
  username: "Ada",
  email: "ada@example.com",
  extension: "101",
  password: "a-password-of-ada",
};
const COMPANY = { name: "Acme", country: "AU", language: "fr-CA" };
const HOUR_MS = 3_600_000;

describe("the first run", () => {
  let server: TestServer;
  afterEach(() => server.remove());

  const start = async (options: Parameters<typeof createTestServer>[0] = {}) => {
    server = await createTestServer({ demo: false, ...options });
  };
  const announced = async (): Promise<string> => (await server.announceSetup(ADDRESS)) ?? "";
  const secretOf = (line: string): string => /\/setup#([0-9a-f]{32})\b/.exec(line)?.[1] ?? "";
  const send = async (method: "GET" | "PUT" | "POST", path: string, token?: string, payload?: object) => {
    const headers = token === undefined ? {} : bearer(token);
    const response = await server.app.inject({ method, url: `/api/v1/${path}`, headers, ...(payload && { payload }) });
    const body: unknown = response.json();
    return { status: response.statusCode, body };
  };
  const codeOf = ({ body }: { readonly body: unknown }) => errorBodySchema.parse(body).code;
  const open = (secret: string) => send("POST", "first_run/visits", undefined, { secret });
  const begin = async (): Promise<string> =>
    endpoints.openFirstRun.response.parse((await open(secretOf(await announced()))).body).token;
  const stateAfter = async (request: ReturnType<typeof send>): Promise<FirstRun> => {
    const { status, body } = await request;
    expect({ status, body }).toMatchObject({ status: 200 });
    return firstRunSchema.parse(body);
  };
  const videoConfig = async (token: string) =>
    endpoints.getVideoConfig.response.parse((await send("GET", "video_conference_configs", token)).body);
  /** @returns the access token of the first administrator */
  const beginAsAda = async (): Promise<string> => {
    const token = await begin();
    await stateAfter(send("PUT", "first_run/company", token, COMPANY));
    await stateAfter(send("PUT", "first_run/administrator", token, ADA));
    return (await server.signIn("ada", ADA.password)).access_token;
  };

  it("FIRST-1 FIRST-2 a link of an empty company opens the guide once; a used, an expired, a replaced and a foreign one say so", async () => {
    await start();
    const line = await announced();
    expect(line).toMatch(/^set up callpanel: http:\/\/127\.0\.0\.1:8080\/setup#[0-9a-f]{32} /);
    const secret = secretOf(line);
    expect(JSON.stringify(await server.stores.firstRun.read())).not.toContain(secret);
    expect((await open(secret)).status).toBe(200);
    expect(codeOf(await open(secret))).toBe("firstRun.used");

    const second = secretOf(await announced());
    expect(codeOf(await open(secret))).toBe("firstRun.old");
    server.clock.leap(HOUR_MS);
    const late = await open(second);
    expect([late.status, codeOf(late)]).toEqual([403, "firstRun.old"]);
    expect(codeOf(await open("0".repeat(32)))).toBe("firstRun.foreign");

    const asked = await commandLine(server.stores, "callpanel")("setup link");
    expect(asked).toMatchObject({ code: 0, error: "" });
    expect(asked.out).toMatch(/^http:\/\/127\.0\.0\.1:8080\/setup#[0-9a-f]{32}$/);
    expect(server.logText()).not.toContain(second);
  });

  it("FIRST-3 every request without the token of the link is refused, also with the token of an earlier visit", async () => {
    await start();
    const earlier = await begin();
    const token = await begin();
    const requests = [
      ["GET", "first_run"],
      ["PUT", "first_run/company", COMPANY],
      ["PUT", "first_run/administrator", ADA],
      ["POST", "first_run/people/preview", { text: "Ann Able" }],
      ["PUT", "first_run/people", { people: [{ ...ADA, department: "", administrator: true }], invite: false }],
      ["PUT", "first_run/services", { queue: null, room: null, lot: null, hours: null, video: false }],
      ["PUT", "first_run/line", { name: "gate", password: "a-password-of-it", number: "", target: "", address: "" }],
      ["POST", "first_run/skips", { step: "people", done: false }],
      ["POST", "first_run/finish"],
    ] as const;
    for (const [method, path, body] of requests)
      for (const bad of [undefined, "none", earlier]) {
        const refused = await send(method, path, bad, body);
        expect([path, refused.status, codeOf(refused)]).toEqual([path, 401, "firstRun.noLink"]);
      }
    expect(await server.stores.users.countUsers()).toBe(0);
    await stateAfter(send("GET", "first_run", token));
    server.clock.leap(24 * HOUR_MS);
    expect(codeOf(await send("GET", "first_run", token))).toBe("firstRun.noLink");
  });

  it("FIRST-4 a company whose people came otherwise, and a finished guide, have no link and no guide", async () => {
    await start();
    const token = await begin();
    const callpanel = commandLine(server.stores, "callpanel");
    await callpanel("users add ann --first-name Ann --last-name Ames --extension 101 --password a-good-password");
    expect(await server.announceSetup(ADDRESS)).toBeUndefined();
    expect(codeOf(await send("GET", "first_run", token))).toBe("firstRun.finished");
    expect(codeOf(await open("0".repeat(32)))).toBe("firstRun.finished");
    expect(await callpanel("setup link")).toMatchObject({ code: 1, error: expect.stringContaining("set up already") });
  });

  it("FIRST-4 with the demo company there is nothing to set up", async () => {
    await start({ demo: true });
    expect(await server.announceSetup(ADDRESS)).toBeUndefined();
  });

  it("FIRST-5 FIRST-12 FIRST-17 company and administrator come first; finished steps stay over a restart, and Finish closes the guide", async () => {
    await start();
    const token = await begin();
    expect(codeOf(await send("POST", "first_run/finish", token))).toBe("firstRun.needed");
    // Otherwise people without an administrator would close the guide for good.
    const early = await send("PUT", "first_run/people", token, {
      people: [{ ...ADA, department: "", administrator: true }],
      invite: true,
    });
    expect(codeOf(early)).toBe("firstRun.needed");
    expect((await stateAfter(send("GET", "first_run", token))).company).toBe("");
    await stateAfter(send("PUT", "first_run/company", token, COMPANY));
    await stateAfter(send("PUT", "first_run/administrator", token, ADA));
    expect(await server.announceSetup(ADDRESS)).toMatch(
      /sign in as ada and go on at http:\/\/127\.0\.0\.1:8080\/setup$/,
    );

    const { dataDir } = server;
    await server.stop();
    server = await createTestServer({ demo: false, dataDir });
    const signedIn = await server.signIn("ada", ADA.password);
    const session = signedIn.access_token;
    const again = await send("PUT", "first_run/administrator", session, { ...ADA, username: "eve", extension: "102" });
    expect(codeOf(again)).toBe("firstRun.administratorExists");
    const state = await stateAfter(send("GET", "first_run", session));
    expect(state).toMatchObject({
      company: "Acme",
      country: "AU",
      language: "fr-CA",
      administrator: { username: "ada", extension: "101" },
      people: 1,
      done: ["company", "administrator"],
      missing: expect.arrayContaining(["people", "secondFactor", "call", "line", "publicAddress", "mail"]),
    });
    const config = await server.app.inject({ url: "/config.json" });
    expect(config.json()).toMatchObject({ locale: "fr-CA" });
    const missing = await server.app.inject({
      url: "/api/v1/administration/missing",
      headers: bearer(session),
    });
    expect(missing.json()).toEqual({ data: state.missing });
    expect(await send("POST", "first_run/finish", session)).toMatchObject({ status: 200 });
    expect(codeOf(await send("GET", "first_run", session))).toBe("firstRun.finished");
    expect(await server.announceSetup(ADDRESS)).toBeUndefined();
  });

  it("FIRST-10 FIRST-11 FIRST-14 FIRST-15 steps are applied completely or not at all, with the errors of the company file", async () => {
    await start();
    const token = await beginAsAda();
    const services = {
      queue: { number: "600", name: "Reception" },
      room: { number: "800", name: "Meeting" },
      lot: { number: "700", name: "Parking", first_slot: "701", last_slot: "720" },
      hours: { time_zone: "Australia/Sydney", days: [5, 1, 2, 3, 4], from_minute: 540, to_minute: 1_020 },
      video: true,
    };
    const put = (change: Partial<Record<keyof typeof services, object | boolean | null>>) =>
      send("PUT", "first_run/services", token, { ...services, ...change });
    expect(codeOf(await put({ room: { number: "101", name: "Meeting" } }))).toBe("admin.exists");
    expect(codeOf(await put({ lot: { ...services.lot, last_slot: "801" } }))).toBe("admin.exists");
    expect(codeOf(await put({ lot: { ...services.lot, last_slot: "700" } }))).toBe("request.invalid");
    expect(codeOf(await put({ room: { number: "000", name: "Meeting" } }))).toBe("admin.exists");
    expect(codeOf(await put({ hours: { ...services.hours, time_zone: "Mars/Base" } }))).toBe("request.invalid");
    expect(await stateAfter(send("GET", "first_run", token))).toMatchObject({ queues: [], rooms: [], hasHours: false });
    await stateAfter(put({ room: null, lot: null, hours: null, video: false }));
    expect(await videoConfig(token)).toMatchObject({ enabled: false });
    const done = await stateAfter(put({}));
    expect(await videoConfig(token)).toMatchObject({ enabled: true, enable_screen_sharing: true });
    expect(done).toMatchObject({ queues: ["600"], rooms: ["800"], lots: ["700"], hasHours: true });
    expect(await stateAfter(put({ queue: null, lot: null }))).toMatchObject({ queues: ["600"], lots: ["700"] });

    const line = {
      name: "Gate",
      password: "a-password-of-it",
      number: "+61255501234",
      target: "600",
      address: "1 High St",
    };
    expect(codeOf(await send("PUT", "first_run/line", token, { ...line, target: "999" }))).toBe("admin.notFound");
    expect(codeOf(await send("PUT", "first_run/line", token, { ...line, name: "ada" }))).toBe("admin.exists");
    const withLine = await stateAfter(send("PUT", "first_run/line", token, line));
    expect(withLine.line).toEqual({ name: "gate", registered: false });
    expect(withLine.sip_url).toBe("ws://localhost:80/sip");
    expect(withLine.missing).toContain("lineRegistered");
    for (const gone of ["line", "directNumber", "emergencyLocation"]) expect(withLine.missing).not.toContain(gone);
    const skipped = await stateAfter(send("POST", "first_run/skips", token, { step: "people", done: false }));
    expect(skipped).toMatchObject({ skipped: ["people"], done: ["company", "administrator", "services", "line"] });
    expect(await stateAfter(send("POST", "first_run/skips", token, { step: "line", done: false }))).toMatchObject({
      done: skipped.done,
    });
  });

  it("FIRST-13 FIRST-40 people get passwords that are shown once; a marked person is an administrator too", async () => {
    await start();
    const token = await beginAsAda();
    const preview = await send("POST", "first_run/people/preview", token, {
      text: "Bea Best <bea@example.com>\nCy Cole, Sales\nAda Able",
    });
    const { people } = endpoints.readPeopleList.response.parse(preview.body);
    expect(people.map(({ username, extension, fault }) => [username, extension, fault])).toEqual([
      ["bea.best", "102", null],
      ["cy.cole", "103", null],
      ["ada.able", "104", "exists"],
    ]);
    const wanted = people.slice(0, 2).map((one) => ({ ...one, administrator: one.username === "bea.best" }));
    const added = await send("PUT", "first_run/people", token, { people: wanted, invite: false });
    const { accounts, state } = endpoints.setUpPeople.response.parse(added.body);
    expect(state.people).toBe(3);
    expect(state.missing).not.toContain("people");
    const [bea, cy] = accounts;
    expect(bea).toMatchObject({
      name: "Bea Best",
      extension: "102",
      password: expect.stringMatching(/^[a-z2-9_]{20}$/),
    });
    await server.signIn("cy.cole", cy?.password ?? "");
    expect(codeOf(await send("PUT", "first_run/people", token, { people: wanted, invite: false }))).toBe(
      "admin.exists",
    );
    const groups = await server.stores.company.read(async (reader) =>
      (await reader.users(1)).map(({ username, groups: of }) => [username, of.includes("administrators")]),
    );
    expect(groups).toEqual([
      ["ada", true],
      ["bea.best", true],
      ["cy.cole", false],
    ]);
    const double = wanted.map((one) => ({
      ...one,
      username: "dee",
      extension: one.extension === "102" ? "111" : "112",
    }));
    expect(codeOf(await send("PUT", "first_run/people", token, { people: double, invite: false }))).toBe(
      "admin.exists",
    );
    expect(await server.stores.users.countUsers()).toBe(3);
  });

  it("FIRST-13 PEOPLE-4 a second administrator and people are invited: by mail with an address, and each by a link that is shown", async () => {
    const mails: Mail[] = [];
    await start({
      mailer: { send: async (mail) => void mails.push(mail) },
      mail: { smtpUrl: "smtp://mail.example.com", from: "a@b.example" },
    });
    const token = await beginAsAda();
    const person = { department: "", administrator: false };
    const people = [
      {
        ...person,
        first_name: "Bea",
        last_name: "Best",
        username: "bea",
        email: "bea@x.example",
        extension: "102",
        administrator: true,
      },
      { ...person, first_name: "Cy", last_name: "Cole", username: "cy", email: "", extension: "103" },
    ];
    const refused = await send("PUT", "first_run/people", token, {
      people: [people[0], { ...people[1], extension: "000" }],
      invite: true,
    });
    expect(codeOf(refused)).toMatch(/^admin\./);
    expect([mails, await server.stores.users.countUsers()]).toEqual([[], 1]);

    const added = await send("PUT", "first_run/people", token, { people, invite: true });
    const { accounts, state } = endpoints.setUpPeople.response.parse(added.body);
    const [bea, cy] = accounts;
    expect(accounts.map(({ password, invitation }) => [password, invitation?.mailed_to])).toEqual([
      [null, "bea@x.example"],
      [null, null],
    ]);
    expect(mails).toEqual([
      expect.objectContaining({
        to: { name: "Bea Best", address: "bea@x.example" },
        parts: expect.arrayContaining([expect.objectContaining({ url: bea?.invitation?.url })]),
      }),
    ]);
    // Somebody who cannot sign in yet is no second administrator.
    expect(state.missing).toContain("secondAdministrator");
    for (const one of [bea, cy]) {
      const link = new URL(one?.invitation?.url ?? "");
      const chosen = await server.app.inject({
        method: "POST",
        url: link.pathname,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams({
          token: link.searchParams.get("token") ?? "",
          password: "a-password-of-mine",
          confirm: "a-password-of-mine",
        }).toString(),
      });
      expect(chosen.statusCode).toBe(200);
      await server.signIn(one?.username ?? "", "a-password-of-mine");
    }
    expect((await stateAfter(send("GET", "first_run", token))).missing).not.toContain("secondAdministrator");
    const lines = await send("GET", "administration/audit?act=people.invited", token);
    expect(endpoints.listAuditLines.response.parse(lines.body).data.map(({ details }) => details)).toEqual(
      expect.arrayContaining([{ to: "bea@x.example" }, { to: null }]),
    );
  });

  it("FIRST-13 without a mail server nothing is sent, and the links are shown", async () => {
    const mails: Mail[] = [];
    await start({ mailer: { send: async (mail) => void mails.push(mail) } });
    const token = await beginAsAda();
    const people = [{ ...ADA, username: "bea", extension: "102", department: "", administrator: false }];
    const added = await send("PUT", "first_run/people", token, { people, invite: true });
    const [bea] = endpoints.setUpPeople.response.parse(added.body).accounts;
    expect([bea?.invitation?.mailed_to, mails]).toEqual([null, []]);
    expect(bea?.invitation?.url).toContain("/oauth/invitation?token=");
  });

  it("FIRST-6 once there is an administrator the link's token ends, and only sessions with all rights of administration go on", async () => {
    await start();
    const token = await begin();
    await stateAfter(send("PUT", "first_run/company", token, COMPANY));
    await stateAfter(send("PUT", "first_run/administrator", token, ADA));
    const people = [{ ...ADA, username: "eve", extension: "102", department: "", administrator: true }];
    for (const bad of [undefined, token]) {
      for (const refused of [
        await send("GET", "first_run", bad),
        await send("PUT", "first_run/people", bad, { people, invite: false }),
        await send("PUT", "first_run/company", bad, COMPANY),
        await send("POST", "first_run/finish", bad),
      ])
        expect([refused.status, codeOf(refused)]).toEqual([401, "firstRun.signIn"]);
    }
    expect(codeOf(await open("0".repeat(32)))).toBe("firstRun.signIn");
    const renewed = await commandLine(server.stores, "callpanel")("setup link");
    expect(renewed).toMatchObject({ code: 1, error: expect.stringContaining("Sign in as an administrator") });

    const ada = (await server.signIn("ada", ADA.password)).access_token;
    const added = await send("PUT", "first_run/people", ada, {
      people: [{ ...people[0], administrator: false }],
      invite: false,
    });
    const [eve] = endpoints.setUpPeople.response.parse(added.body).accounts;
    const session = (await server.signIn("eve", eve?.password ?? "")).access_token;
    const tried = await send("PUT", "first_run/line", session, {
      name: "gate",
      password: "a-password-of-it",
      number: "",
      target: "",
      address: "",
    });
    expect([tried.status, codeOf(tried)]).toEqual([403, "request.forbidden"]);
    const lines = await send("GET", "administration/audit", ada);
    const { data } = endpoints.listAuditLines.response.parse(lines.body);
    expect(data.find(({ act }) => act === "people.added")).toMatchObject({ way: "panel", by: { name: "Ada Able" } });
  });

  it("FIRST-40 a registered gateway is no longer missing", async () => {
    await start({
      publicUrl: "https://phone.example.com",
      mail: { smtpUrl: "smtp://mail.example.com", from: "a@b.example" },
      backup: undefined,
      databaseUrl: undefined,
    });
    const { stores } = server;
    const firstRun = createFirstRun({
      ...stores,
      store: stores.firstRun,
      clock: server.clock,
      random: randomBytes,
      realm: "callpanel",
      companyChanged: () => undefined,
      mailer: { send: async () => undefined },
      platformName: () => "callpanel",
      publicUrl: "https://phone.example.com",
      mail: { smtpUrl: "smtp://mail.example.com" },
      backup: undefined,
      databaseUrl: undefined,
      phone: {
        snapshot: () => ({
          calls: [],
          parked: [],
          rooms: [],
          counts: { connections: 0, registrations: 1, calls: 0, legs: 0, dialogs: 0, transactions: 0, mediaPorts: 0 },
          registrations: [
            {
              realm: "callpanel",
              userId: -1,
              sipUsername: "gate",
              extension: "gate",
              trunk: true,
              contact: "sip:gate@example.com",
              userAgent: "",
              key: "gateway",
              credentialId: "",
              remoteAddress: "",
              registeredAt: 0,
              expiresAt: 1,
            },
          ],
        }),
      },
    });
    await firstRun.setLine(COMMAND_LINE, {
      name: "gate",
      password: "a-password-of-it",
      number: "",
      target: "",
      address: "",
    });
    const { line, missing } = await firstRun.state();
    expect(line).toEqual({ name: "gate", registered: true });
    expect(missing).toEqual(["people", "secondAdministrator", "call", "directNumber", "emergencyLocation", "backup"]);
  });
});
