import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { endpoints, errorBodySchema, JOB_KINDS, type LiveCall } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";
import { openSockets, type TestSockets } from "../../../../test/test-sockets.ts";
import { applyCompany, parseCompanyFile } from "../index.ts";
import { mergeServers } from "./activity.service.ts";

const BASE = "/api/v1/administration/activity";
const COMPANY = `
realm: demo
groups:
  - { name: lookers, permissions: [administration:show_activity] }
  - { name: deskers, permissions: [administration:show_activity, administration:manage_people] }
  - { name: callers, permissions: ["panel_buddies:read_for", "panel_buddies:show_call_state"] }
users:
  - { username: grace, groups: [staff, administrators] }
  - { username: viktor, groups: [staff, administrators] }
  - { username: hiro, groups: [lookers] }
  - { username: ines, groups: [lookers, callers] }
  - { username: jamal, groups: [deskers] }
  - { username: liam, groups: [staff] }
  - { username: rania, groups: [staff, lookers] }
`;
const codeOf = ({ body }: { readonly body: unknown }) => errorBodySchema.safeParse(body).data?.code;
const NOTHING_SENT = { mail: { sent: 0, failed: 0 }, push: { sent: 0, failed: 0 }, sms: { sent: 0, failed: 0 } };

onEachDatabase((kind, create) =>
  describe(`activity, for administration, on ${kind}`, () => {
    let server: TestServer;
    let sockets: TestSockets;
    let database: TestDatabase | undefined;
    beforeEach(async () => {
      database = kind === "SQLite" ? undefined : await create();
      const { databaseUrl } = database?.settings ?? {};
      server = await createTestServer({
        takesMessages: false,
        ...(databaseUrl === undefined ? {} : { databaseUrl, demo: true }),
      });
      await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
      sockets = await openSockets(server);
    });
    afterEach(async () => {
      sockets.cut();
      await server.remove();
      await database?.remove();
    });
    const phone = async (username: string) => (await sockets.phone(username, {})).sip;
    const show = async (who: string) => endpoints.getActivity.response.parse((await server.get(BASE, who)).body);
    const calls = async (who: string): Promise<readonly LiveCall[]> =>
      endpoints.listLiveCalls.response.parse((await server.get(`${BASE}/calls`, who)).body).data;
    const locks = async (who: string) =>
      endpoints.listLocks.response.parse((await server.get(`${BASE}/locks`, who)).body).data;

    it("ACTIVITY-1 registered phones are listed with device, address and times, and are searched; others are refused", async () => {
      await (await phone("alice")).register({ headers: [["User-Agent", "Desk 9"]] });
      await (await phone("bob")).register();
      const list = async (query = "") =>
        endpoints.listRegistrations.response.parse((await server.get(`${BASE}/registrations${query}`, "hiro")).body);
      const { total, data } = await list();
      expect([total, data.map(({ name, extension }) => [name, extension])]).toEqual([
        2,
        [
          ["Alice Archer", "101"],
          ["Bob Brandt", "102"],
        ],
      ]);
      expect(data[0]).toMatchObject({
        address: "127.0.0.1",
        since: server.clock.now(),
        device: "Desk 9",
      });
      expect(data[0]?.expires_at).toBeGreaterThan(server.clock.now());
      expect((await list("?search=BRANDT")).data.map(({ extension }) => extension)).toEqual(["102"]);
      expect((await list("?start=1&limit=1")).data.map(({ extension }) => extension)).toEqual(["102"]);
      for (const path of ["", "/registrations", "/calls", "/locks"])
        expect((await server.get(BASE + path, "liam")).status).toBe(403);
    });

    it("ACTIVITY-2 the parties of a call are shown as far as the reader's rights on people go", async () => {
      const [alice, bob] = [await phone("alice"), await phone("bob")];
      await alice.register();
      await bob.register();
      const call = alice.call("102");
      await (await bob.incoming()).answer();
      await expect.poll(async () => (await calls("hiro"))[0]?.state).toBe("answered");
      const both = { from: { name: "Alice Archer", number: "101" }, to: { name: "Bob Brandt", number: "102" } };
      expect(await calls("hiro")).toMatchObject([{ from: null, to: null, direction: "internal", trouble: null }]);
      expect(await calls("ines")).toMatchObject([both]);
      const { id } = (await server.stores.users.byUsername("alice")) ?? {};
      await applyCompany(
        server.stores.company,
        parseCompanyFile(
          `realm: demo\ngroups:\n  - { name: callers, permissions: ["panel_buddies:read_for:${id}", "panel_buddies:show_call_state:${id}"] }`,
        ),
      );
      expect(await calls("ines")).toMatchObject([{ from: both.from, to: null }]);
      await applyCompany(
        server.stores.company,
        parseCompanyFile(
          `realm: demo\ngroups:\n  - { name: callers, permissions: ["panel_buddies:read_for:${id}", "panel_buddies:show_call_state:${id}", "panel_buddies:show_caller_id_info:${id}"] }`,
        ),
      );
      expect(await calls("ines")).toMatchObject([both]);
      call.hangUp();
      await expect.poll(() => calls("hiro")).toEqual([]);
    });

    it("ACTIVITY-3 panels that show the page are notified of registrations, once a second, but not of a repeated registration", async () => {
      const [seer, other] = [await sockets.panel("rania"), await sockets.panel("liam")];
      const told = (frames: typeof seer) =>
        frames.filter((frame) => frame.type === "event" && frame.event.action === "ACTIVITY").length;
      const alice = await phone("alice");
      await alice.register();
      await (await phone("bob")).register();
      expect(told(seer)).toBe(0);
      await server.clock.advance(1_000);
      await expect.poll(() => told(seer)).toBe(1);
      expect((await alice.register()).status).toBe(200);
      await server.clock.advance(5_000);
      expect((await alice.unregister()).status).toBe(200);
      await server.clock.advance(1_000);
      await expect.poll(() => told(seer)).toBe(2);
      expect(told(other)).toBe(0);
    });

    it("ACTIVITY-4 the figures of each five minutes are kept for a day, also after they were stored by another server", async () => {
      await (await phone("alice")).register();
      expect((await show("hiro")).samples.map(({ registrations }) => registrations)).toEqual([1]);
      await server.clock.advance(300_000);
      await expect.poll(async () => (await show("hiro")).samples.length).toBe(1);
      await server.clock.advance(300_000);
      await expect.poll(async () => (await show("hiro")).samples.length).toBe(2);
      const [first, last] = (await show("hiro")).samples;
      expect((last?.at ?? 0) - (first?.at ?? 0)).toBe(300_000);
      expect(first?.memory_bytes).toBeGreaterThan(10_000_000);
      server.clock.leap(90_000_000);
      expect(await server.stores.activity.removeBefore(server.clock.now() - 86_400_000)).toBe(2);
      expect(await server.stores.activity.since("demo", 0)).toEqual([]);
    });

    it("ACTIVITY-4 with two servers a point has the larger values, and the sum of sent messages", () => {
      const sample = { registrations: 1, calls: 4, waiting: 0, memoryBytes: 10, freeBytes: 7, sent: NOTHING_SENT };
      const mailed = { ...NOTHING_SENT, mail: { sent: 2, failed: 1 } };
      expect(
        mergeServers([
          { ...sample, at: 1_000, sent: mailed },
          { ...sample, at: 2_000, registrations: 3, calls: 0, freeBytes: 5, sent: mailed },
          { ...sample, at: 301_000 },
        ]),
      ).toEqual([
        {
          ...sample,
          at: 1_000,
          registrations: 3,
          freeBytes: 5,
          sent: { ...NOTHING_SENT, mail: { sent: 4, failed: 2 } },
        },
        { ...sample, at: 301_000 },
      ]);
    });

    it("ACTIVITY-1 jobs are shown by kind: how many wait, how many were given up, and the next run", async () => {
      const { jobs } = server.stores;
      const later = server.clock.now() + 60_000;
      for (const runAt of [later + 5, later]) await jobs.add({ kind: "test.later", payload: "{}", runAt });
      await jobs.add({ kind: "test.dead", payload: "{}", runAt: 0 });
      const [job] = await jobs.take({ kind: "test.dead", most: 1, now: 1, until: 2, holder: "x" });
      if (job === undefined) throw new Error("it was added");
      await jobs.bury(job, { at: server.clock.now(), error: "no" });
      const shown = (await show("hiro")).machine?.jobs.filter(({ kind }) => kind.startsWith("test."));
      expect(shown).toEqual([
        { kind: "test.dead", waiting: 0, failed: 1, next_at: null },
        { kind: "test.later", waiting: 2, failed: 0, next_at: later },
      ]);
      expect((await show("hiro")).machine?.sent).toEqual(NOTHING_SENT);
    });

    it("ACTIVITY-1 every kind of job that the server works on has a name on the page", () => {
      const sources = fileURLToPath(new URL("../../..", import.meta.url));
      const names = readdirSync(sources, { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.includes("kernel/jobs"))
        .flatMap((path) => {
          const text = readFileSync(join(sources, path), "utf8");
          return [...text.matchAll(/name: "([a-zA-Z]+\.[a-zA-Z]+)",\s*payload\b/g)].map(([, name]) => name);
        });
      expect(names).toHaveLength(JOB_KINDS.length);
      expect(new Set(names)).toEqual(new Set(JOB_KINDS));
    });

    it("ACTIVITY-5 ACTIVITY-6 a lock is listed with its person and network, and lifted by users who may change the person", async () => {
      const wrong = (username: string) =>
        server.app.inject({
          method: "POST",
          url: "/api/oauth/token",
          payload: { grant_type: "password", username, password: "not the password" },
        });
      for (let time = 0; time < 5; time += 1) {
        await wrong("liam");
        await wrong("viktor");
        await wrong("stranger");
      }
      const found = await locks("hiro");
      expect(found.map(({ kind, name, address }) => [kind, name, address])).toEqual([
        ["person", expect.stringMatching(/^Liam/), "127.0.0.1"],
        ["person", expect.stringMatching(/^Viktor/), "127.0.0.1"],
      ]);
      const [ofLiam, ofViktor] = found;
      const lift = (id: string | undefined, who: string) =>
        server.send("POST", `${BASE}/locks/${encodeURIComponent(id ?? "")}/lift`, who);
      expect((await lift(ofLiam?.id, "hiro")).status).toBe(403);
      // Jamal may not change an administrator.
      expect((await lift(ofViktor?.id, "jamal")).status).toBe(403);
      expect((await lift("pair none", "jamal")).status).toBe(404);
      expect((await wrong("liam")).statusCode).toBe(429);
      expect((await lift(ofLiam?.id, "jamal")).status).toBe(200);
      await expect(server.signIn("liam")).resolves.toBeDefined();
      expect((await locks("hiro")).map(({ name }) => name)).toEqual([ofViktor?.name]);
      const lines = JSON.stringify((await server.get("/api/v1/administration/audit?area=activity", "grace")).body);
      expect(lines).toContain("activity.lockLifted");
      expect(lines).toContain(ofLiam?.name);
      expect(lines).not.toContain(ofViktor?.name ?? "Viktor");
      server.clock.leap(60_000);
      expect(await locks("hiro")).toEqual([]);
    });

    it("ACTIVITY-5 a locked PIN of a mailbox or room is listed once, and lifted with the tries of all callers", async () => {
      const { pinTries, users } = server.stores;
      const liam = await users.byUsername("liam");
      const tries = { mark: "m", failures: 9, failedAt: server.clock.now(), lockedUntil: server.clock.now() + 60_000 };
      const box = { kind: "voicemail", holder: String(liam?.id) } as const;
      for (const place of [
        box,
        { ...box, holder: `${box.holder} from 101` },
        { kind: "conference", holder: "demo 800" },
        { kind: "conference", holder: "other 800" },
      ] as const)
        await pinTries.change(place, () => tries);
      const found = await locks("hiro");
      expect(found.map(({ kind, name }) => [kind, name])).toEqual([
        ["conference", expect.stringMatching(/^800 /)],
        ["mailbox", expect.stringMatching(/^Liam/)],
      ]);
      for (const { id } of found)
        expect((await server.send("POST", `${BASE}/locks/${encodeURIComponent(id)}/lift`, "jamal")).status).toBe(200);
      expect(await locks("hiro")).toEqual([]);
      expect((await pinTries.locked(server.clock.now())).map(({ holder }) => holder)).toEqual(["other 800"]);
      expect(codeOf(await server.send("POST", `${BASE}/locks/x/lift`, "jamal"))).toBe("request.notFound");
    });

    it("ACTIVITY-3 ACTIVITY-7 rows of calls with their sound, of queues and of rooms come and go while the page is open", async () => {
      const seer = await sockets.panel("rania");
      const told = () => seer.filter((frame) => frame.type === "event" && frame.event.action === "ACTIVITY").length;
      /** Does something, and waits until the panel is notified. */
      const doing = async (act: () => Promise<void>) => {
        const before = told();
        await act();
        await server.clock.advance(1_000);
        await expect.poll(told).toBeGreaterThan(before);
      };
      const [alice, bob, liam] = [await phone("alice"), await phone("bob"), await phone("liam")];
      await doing(async () => {
        for (const one of [alice, bob, liam]) await one.register();
      });

      let call: ReturnType<typeof alice.call> | undefined;
      await doing(async () => {
        call = alice.call("102");
        await expect.poll(async () => (await calls("hiro"))[0]?.state).toBe("ringing");
      });
      expect((await calls("hiro"))[0]?.sound).toBeNull();
      await doing(async () => {
        await (await bob.incoming()).answer();
        await expect.poll(async () => (await calls("hiro"))[0]?.state).toBe("answered");
      });
      await expect
        .poll(async () => (await calls("hiro"))[0]?.sound)
        .toEqual({ lost_percent: 0, jitter_ms: 1, mos: null });
      await doing(async () => {
        call?.hangUp();
        await expect.poll(() => calls("hiro")).toEqual([]);
      });

      const waiting = async () => (await show("hiro")).queues.find(({ number }) => number === "600");
      expect(await waiting()).toMatchObject({ waiting: 0, longest_since: null });
      let waits: ReturnType<typeof liam.call> | undefined;
      await doing(async () => {
        waits = liam.call("600");
        await expect.poll(async () => (await waiting())?.waiting).toBe(1);
      });
      expect((await waiting())?.longest_since).toBeGreaterThan(0);
      await doing(async () => {
        waits?.hangUp();
        await expect.poll(async () => (await waiting())?.waiting).toBe(0);
      });

      const rooms = async () => (await show("hiro")).rooms;
      let member: ReturnType<typeof liam.call> | undefined;
      await doing(async () => {
        member = liam.call("800");
        await expect.poll(rooms).toMatchObject([{ number: "800", members: 1 }]);
      });
      await doing(async () => {
        member?.hangUp();
        await expect.poll(rooms).toEqual([]);
      });
    });
  }),
);
