/** Two server processes on one PostgreSQL database: what is changed at one of them is shown at the other. */
import { endpoints, type RealtimeEvent, type ServerFrame } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { openPostgresLink, openRabbitLink, type ServerLink } from "../../test/server-link.ts";
import { ask, grant, startServerPair, type ServerPair } from "../../test/server-pair.ts";
import { framesOf, opened } from "../../test/test-sockets.ts";
import { findRabbit } from "../../../../tools/rabbitmq.mjs";
import { DEMO_PASSWORD } from "../modules/users/index.ts";

const SERVER_URL = process.env["TEST_DATABASE_URL"];
const WAIT = { timeout: 120_000, interval: 20 };
const TEST_MS = 300_000;

const LINKS = [
  { kind: "PostgreSQL", open: openPostgresLink, isMissing: SERVER_URL === undefined },
  { kind: "RabbitMQ", open: openRabbitLink, isMissing: SERVER_URL === undefined || findRabbit() === undefined },
];

for (const { kind, open, isMissing } of LINKS)
  describe.skipIf(isMissing)(`notices between two servers on one PostgreSQL database: ${kind}`, () => {
    let link: ServerLink | undefined;
    let pair: ServerPair | undefined;
    let one: string;
    let other: string;
    const sockets: WebSocket[] = [];
    beforeAll(async () => {
      link = await open();
      pair = await startServerPair(SERVER_URL ?? "", link.env);
      ({ one, other } = pair);
    }, TEST_MS);
    afterAll(async () => {
      for (const socket of sockets) socket.terminate();
      await pair?.remove();
      await link?.remove();
    });

    /** A panel at one server, and a token of another session of the same person. */
    const openPanel = async (at: string, username: string) => {
      const [{ token: shown }, { token }] = [await grant(at, username), await grant(one, username)];
      const socket = new WebSocket(`${at.replace("http", "ws")}/events`);
      sockets.push(socket);
      await opened(socket);
      const frames: readonly ServerFrame[] = framesOf(socket);
      let closed: number | undefined;
      socket.on("close", (code) => {
        closed = code;
      });
      socket.send(JSON.stringify({ type: "signin", username, token: shown, realm: "demo" }));
      const snapshots = () => frames.filter(({ type }) => type === "snapshot").length;
      await expect.poll(snapshots, WAIT).toBe(1);
      const events = (action: RealtimeEvent["action"]) =>
        frames.flatMap((frame) => (frame.type === "event" && frame.event.action === action ? [frame.event] : []));
      const { id } = endpoints.getCurrentUser.response.parse((await ask(`${one}/api/v1/users/me`, token)).body);
      return { id, token, events, snapshots, closed: () => closed };
    };

    it(
      "BUS-7 RT-36 a contact, a watched colleague and a setting that were changed at one server are events at the other, once",
      { timeout: TEST_MS },
      async () => {
        const alice = await openPanel(other, "alice");
        const { data } = endpoints.listContacts.response.parse((await ask(`${one}/api/v1/contacts`, alice.token)).body);
        const ids = data
          .filter(({ is_personal }) => !is_personal)
          .map(({ id }) => id)
          .slice(0, 1);
        await ask(`${one}/api/v1/contact/bulk/delete`, alice.token, "POST", { ids });
        await expect.poll(() => alice.events("CONTACTS"), WAIT).toMatchObject([{ is_personal: false, ids }]);

        const watched = await ask(`${one}/api/v1/panel_buddies`, alice.token, "POST", { username: "grace" });
        expect(watched.status).toBe(200);
        await expect.poll(() => alice.events("BUDDYPREF"), WAIT).toMatchObject([{ watched: true }]);

        const at = `${one}/api/v1/users/${alice.id}/call_waiting`;
        const { status } = await ask(at, alice.token, "PUT", { enabled: 0 });
        expect(status).toBe(200);
        await expect.poll(() => alice.events("SETTING"), WAIT).toMatchObject([{ setting: "call_waiting" }]);
        const rows = await ask(`${other}/api/v1/users/${alice.id}/call_waiting/can_watch_users`, alice.token);
        expect(rows.body).toMatchObject({ data: [{ username: "alice", enabled: false }] });

        // Whatever came a second time is there before this.
        await ask(`${one}/api/v1/panel_notifications`, alice.token, "POST", { enabled: true, timeout: 4_000 });
        await expect.poll(() => alice.events("SETTING").length, WAIT).toBe(2);
        expect([alice.events("CONTACTS"), alice.events("BUDDYPREF")].map(({ length }) => length)).toEqual([1, 1]);
        expect(alice.snapshots()).toBe(1);
      },
    );

    it(
      "BUS-7 RT-60 a person who changes their name at one server has the new name at the other",
      { timeout: TEST_MS },
      async () => {
        const alice = await openPanel(other, "alice");
        const { token } = await grant(one, "carol");
        const { id } = endpoints.getCurrentUser.response.parse((await ask(`${one}/api/v1/users/me`, token)).body);
        const renamed = { first_name: "Carola", last_name: "Chen" };
        expect((await ask(`${one}/api/v1/users/${id}`, token, "PUT", renamed)).status).toBe(200);
        const names = () =>
          alice
            .events("PEOPLE")
            .flatMap((event) => (event.action === "PEOPLE" ? event.changed : []))
            .filter(({ userId }) => userId === id)
            .map(({ name }) => name);
        await expect.poll(names, WAIT).toEqual(["Carola Chen"]);
      },
    );

    it("BUS-7 VM-50 a message that was heard at one server is counted at the other", { timeout: TEST_MS }, async () => {
      const alice = await openPanel(other, "alice");
      const { body } = await ask(`${one}/api/v1/voicemails`, alice.token);
      const message = endpoints.listVoicemails.response.parse(body).data.find(({ isRead }) => !isRead);
      const read = `${one}/api/v1/voicemails/${message?.id}/mark_as_read`;
      expect((await ask(read, alice.token, "PUT", {})).status).toBe(200);
      await expect.poll(() => alice.events("MWI"), WAIT).toHaveLength(1);
    });

    it(
      "BUS-7 VM-3 a search at one server finds a message where the other has moved it",
      { timeout: TEST_MS },
      async () => {
        const { token } = await grant(other, "alice");
        const foundIn = async (folder: string) => {
          const { body } = await ask(`${other}/api/v1/voicemails?search=a&folder=${folder}`, token);
          return endpoints.listVoicemails.response.parse(body).data.map(({ id }) => id);
        };
        const [heard, [id = 0]] = [await foundIn("old"), await foundIn("inbox")];
        expect(heard).not.toContain(id);
        expect((await ask(`${one}/api/v1/voicemails/${id}/mark_as_read`, token, "PUT", {})).status).toBe(200);
        await expect.poll(() => foundIn("old"), WAIT).toContain(id);
      },
    );

    it(
      "BUS-7 ACCOUNT-24 a new password at one server closes the panels of ended sessions at the other",
      { timeout: TEST_MS },
      async () => {
        const grace = await openPanel(other, "grace");
        const fresh = "another-long-password";
        const changed = { new_password: fresh, confirm_password: fresh, current_password: DEMO_PASSWORD };
        expect((await ask(`${one}/api/v1/users/${grace.id}`, grace.token, "PUT", changed)).status).toBe(200);
        await expect.poll(grace.closed, WAIT).toBe(4401);
      },
    );

    it(
      "BUS-5 BUS-6 BUS-10 changes while the servers had no connection are sent afterwards, panels get a snapshot, and events again",
      { timeout: TEST_MS },
      async () => {
        const bob = await openPanel(other, "bob");
        const { body } = await ask(`${one}/api/v1/voicemails`, bob.token);
        const message = endpoints.listVoicemails.response.parse(body).data.find(({ isRead }) => !isRead);
        await link?.cut(pair?.databaseUrl ?? "");
        expect((await ask(`${one}/api/v1/voicemails/${message?.id}/mark_as_read`, bob.token, "PUT", {})).status).toBe(
          200,
        );
        await link?.mend();
        await expect.poll(bob.snapshots, WAIT).toBeGreaterThan(1);
        await expect.poll(() => bob.events("MWI").length, WAIT).toBeGreaterThan(0);
        await expect
          .poll(async () => {
            await ask(`${one}/api/v1/panel_notifications`, bob.token, "POST", { enabled: true, timeout: 4_000 });
            return bob.events("SETTING").length;
          }, WAIT)
          .toBeGreaterThan(0);
      },
    );
  });
