import {
  changeScreenPop,
  DEFAULT_CLICK_TO_DIAL,
  DEFAULT_NOTIFICATIONS,
  DEFAULT_PREFERENCES,
  DEFAULT_SCREEN_POP,
  listClickToDial,
  listScreenPops,
  type RealtimeEvent,
} from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { applyCompany, parseCompanyFile } from "../administration/index.ts";
import { ownEvent } from "../realtime/index.ts";
import { CLICK_TO_DIAL, PREFERENCES, readSetting } from "./personal-settings.model.ts";

let server: TestServer;
let ids: Readonly<Record<string, number>>;
beforeAll(async () => {
  server = await createTestServer();
  const names = ["alice", "bob", "carol", "erin"];
  ids = Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, (await server.stores.users.byUsername(name))?.id ?? 0] as const),
    ),
  );
});
afterAll(() => server.remove());

const at = (whose: string, setting: string): string => `/api/v1/users/${ids[whose]}/${setting}`;

describe("personal settings", () => {
  it("ACCOUNT-1 lists only the user, or first the user and then everybody they supervise", async () => {
    const own = listClickToDial.response.parse(
      (await server.get(at("bob", "click_to_dial/can_watch_users"), "bob")).body,
    );
    expect(own).toEqual({
      total: 1,
      data: [
        {
          user_id: ids["bob"],
          subscriber_id: ids["bob"],
          username: "bob",
          first_name: "Bob",
          last_name: "Brandt",
          exten: "102",
          may_write: true,
          ...DEFAULT_CLICK_TO_DIAL,
        },
      ],
    });
    const watched = listScreenPops.response.parse(
      (await server.get(at("carol", "screen_pop/can_watch_users"), "carol")).body,
    );
    expect([watched.total, watched.data.length]).toEqual([24, 24]);
    expect(watched.data.slice(0, 3).map(({ username, may_write }) => [username, may_write])).toEqual([
      ["carol", true],
      ["alice", false],
      ["bob", false],
    ]);
    for (const [setting, who] of [
      ["click_to_dial", "bob"],
      ["screen_pop", "carol"],
      ["click_to_dial", "erin"],
    ] as const)
      expect((await server.get(at("alice", `${setting}/can_watch_users`), who)).status).toBe(403);
  });

  it("ACCOUNT-2 a user's own settings need write, another person's need write_for on that person", async () => {
    const dial = { destination: "callPanelDial" };
    expect(await server.send("PUT", at("bob", "click_to_dial"), "bob", dial)).toEqual({ status: 200, body: dial });
    for (const [whose, who] of [
      ["alice", "bob"],
      ["alice", "carol"],
      ["erin", "erin"],
    ] as const)
      for (const [setting, body] of [
        ["click_to_dial", dial],
        ["screen_pop", DEFAULT_SCREEN_POP],
        ["preferences", { show_missed_calls: false }],
      ] as const)
        expect((await server.send("PUT", at(whose, setting), who, body)).status, `${who} ${setting}`).toBe(403);
    expect((await server.send("PUT", "/api/v1/users/999999/click_to_dial", "alice", dial)).status).toBe(403);
  });

  it("ACCOUNT-3 the event names the setting and is sent to its owner", async () => {
    const told: Array<readonly [number, RealtimeEvent]> = [];
    const tell = (userId: number, event: RealtimeEvent) => void told.push([userId, event]);
    const stop = server.bus.subscribe(ownEvent, ({ userId, event }) => tell(userId, event));
    await server.send("POST", "/api/v1/panel_notifications", "alice", { enabled: true, timeout: 4_000 });
    stop();
    expect(told).toEqual([
      [ids["alice"], { action: "SETTING", realm: "demo", exten: "101", setting: "notifications" }],
    ]);
  });

  it("ACCOUNT-4 a missing or unreadable field has its default, the others stay", () => {
    for (const stored of [undefined, "", "{", "7", "null", '{"destination":"elsewhere"}'])
      expect(readSetting(CLICK_TO_DIAL, stored), String(stored)).toEqual(DEFAULT_CLICK_TO_DIAL);
    expect(readSetting(PREFERENCES, '{"show_missed_calls":false}')).toEqual({
      ...DEFAULT_PREFERENCES,
      show_missed_calls: false,
    });
  });

  it("ACCOUNT-5 each preference can be changed alone, and read with the right", async () => {
    expect(await server.get(at("alice", "preferences"), "alice")).toEqual({ status: 200, body: DEFAULT_PREFERENCES });
    await server.send("PUT", at("alice", "preferences"), "alice", { show_missed_calls: false });
    const both = { show_missed_calls: false, clearly_anywhere_landing_page: "/queues" };
    const change = { clearly_anywhere_landing_page: "/queues" };
    expect(await server.send("PUT", at("alice", "preferences"), "alice", change)).toEqual({ status: 200, body: both });
    expect(await server.get(at("alice", "preferences"), "carol")).toEqual({ status: 200, body: both });
    for (const who of ["bob", "erin"]) expect((await server.get(at("alice", "preferences"), who)).status).toBe(403);
    expect((await server.send("PUT", at("alice", "preferences"), "alice", {})).status).toBe(400);
  });

  it("ACCOUNT-6 a landing page must be a page of the panel", async () => {
    for (const page of ["/nowhere", "//evil.example", "https://evil.example", "javascript:alert(1)", "/403", ""]) {
      const change = { clearly_anywhere_landing_page: page };
      expect((await server.send("PUT", at("bob", "preferences"), "bob", change)).status, page).toBe(400);
    }
  });

  it("ACCOUNT-7 click-to-dial has three valid values", async () => {
    for (const destination of ["softphoneShow", "callPanelDial", "dialAfterOriginate"])
      expect((await server.send("PUT", at("bob", "click_to_dial"), "bob", { destination })).status).toBe(200);
    expect((await server.send("PUT", at("bob", "click_to_dial"), "bob", { destination: "sip" })).status).toBe(400);
  });

  it("ACCOUNT-8 a screen pop with a URL is stored, without one it is refused", async () => {
    const pop = {
      type: "url",
      trigger: "answered",
      url: "https://crm.example.com/find?n={number}",
      allow_override: true,
    };
    expect(await server.send("PUT", at("bob", "screen_pop"), "bob", pop)).toEqual({ status: 200, body: pop });
    expect((await server.get(at("bob", "screen_pop/can_watch_users"), "bob")).body).toMatchObject({ data: [pop] });
    expect((await server.send("PUT", at("bob", "screen_pop"), "bob", { ...pop, url: "" })).status).toBe(400);
    expect((await server.send("PUT", at("bob", "screen_pop"), "bob", { ...pop, trigger: "ended" })).status).toBe(400);
    expect((await server.send("PUT", at("bob", "screen_pop"), "bob", DEFAULT_SCREEN_POP)).status).toBe(200);
  });

  it("POP-7 a page from an origin that the company does not allow is refused", async () => {
    await applyCompany(
      server.stores.company,
      parseCompanyFile("realm: demo\nsettings: { screen_pop_origins: https://crm.example.com }"),
    );
    await server.clock.advance(500);
    const set = async (url: string) =>
      (await server.send("PUT", at("bob", "screen_pop"), "bob", { ...DEFAULT_SCREEN_POP, type: "url", url })).body;
    await expect.poll(() => set("https://evil.example/{number}")).toMatchObject({ code: "screenpop.origin" });
    const own = "https://crm.example.com/{number}";
    expect(await set(own)).toMatchObject({ url: own });
    expect((await server.send("PUT", at("bob", "screen_pop"), "bob", DEFAULT_SCREEN_POP)).status).toBe(200);
    const config = await server.get("/api/v1/config/sipua", "bob");
    expect(config.body).toMatchObject({ screen_pop_origins: ["https://crm.example.com"] });
  });

  it("ACCOUNT-9 only http and https URLs with a fixed host", () => {
    const taken = (url: string): boolean =>
      changeScreenPop.body?.safeParse({ ...DEFAULT_SCREEN_POP, type: "url", url }).success ?? false;
    for (const url of [
      "https://crm.example.com",
      "http://127.0.0.1:8000/x?y={number}#z",
      "https://[::1]:8443/",
      "HTTPS://Büro.example/ä?name={name}",
    ])
      expect(taken(url), url).toBe(true);
    for (const url of [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      " javascript:alert(1)",
      "data:text/html,x",
      "file:///etc/passwd",
      "//evil.example",
      "https:evil.example",
      "https://",
      "https://user:secret@crm.example.com",
      "https://crm.example.com@evil.example",
      "https://{host}/x",
      "https://crm.example.com\\@evil.example",
      "https://crm.example.com/a b",
      "https://crm.example.com/\u0000",
      "https://crm.example.com/\r\nx",
      `https://crm.example.com/${"x".repeat(2_000)}`,
    ])
      expect(taken(url), url).toBe(false);
  });

  it("ACCOUNT-10 each person has separate notification settings", async () => {
    expect(await server.get("/api/v1/panel_notifications", "erin")).toEqual({
      status: 200,
      body: DEFAULT_NOTIFICATIONS,
    });
    const off = { enabled: false, timeout: 60_000 };
    expect(await server.send("POST", "/api/v1/panel_notifications", "erin", off)).toEqual({ status: 200, body: off });
    expect((await server.get("/api/v1/panel_notifications", "bob")).body).toEqual(DEFAULT_NOTIFICATIONS);
    for (const timeout of [999, 60_001, 1_500.5])
      expect((await server.send("POST", "/api/v1/panel_notifications", "erin", { ...off, timeout })).status).toBe(400);
  });
});
