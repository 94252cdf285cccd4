import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { sipHa1 } from "../../../modules/sip-credentials/index.ts";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";
import type { DatabaseKind } from "../schema-builder.ts";
import { forgetPasswordHa1 } from "./sip-credential.migration.ts";

const ACME = `
realm: acme
users:
  - { username: ann, first_name: Ann, last_name: Ames, extension: 101, password: a-good-password }
  - { username: ben, first_name: Ben, last_name: Bell, extension: 102, password: a-good-password }
`;
const ha1 = (secret: string) => sipHa1({ username: "ann", realm: "acme", secret });

function suite(kind: string, create: () => Promise<TestDatabase>): void {
  describe(`SIP secrets on ${kind}`, () => {
    const on = openStoresForEach(create, ACME);
    let userId: number;
    let otherId: number;
    beforeEach(async () => {
      userId = (await on.stores.users.byUsername("ann"))?.id ?? 0;
      otherId = (await on.stores.users.byUsername("ben"))?.id ?? 0;
    });
    const openSession = (id: string, scope = "callpanel") =>
      on.stores.sessions.open(
        {
          id,
          userId,
          clientId: "callpanel",
          scope,
          createdAt: 0,
          expiresAt: 1_000,
          revokedAt: null,
          device: { network: "", userAgent: "" },
        },
        [
          {
            digest: id,
            kind: "refresh",
            sessionId: id,
            createdAt: 0,
            expiresAt: 1_000,
            usedAt: null,
            parent: null,
          },
        ],
      );
    const give = (sessionId: string, secret = sessionId, most = 30) =>
      on.stores.sipCredentials.ofSession({ sessionId, userId, id: secret, ha1: ha1(secret), at: 1, most });
    const addPhone = (id: string, most = 20) =>
      on.stores.sipCredentials.addPhone({ userId, id, label: id, ha1: ha1(id), at: 1, most });
    const held = async (now = 2) =>
      (await on.stores.sipCredentials.holding(userId, now)).map(({ id }) => id).toSorted();

    it("SECRET-3 SERVER-41 a session has one secret, however many parallel requests ask for it, and only while the session is open", async () => {
      await openSession("s1");
      const given = await Promise.all(["a", "b", "c"].map((secret) => give("s1", secret)));
      expect(new Set(given.map((one) => one?.md5)).size).toBe(1);
      expect(await held()).toHaveLength(1);
      expect(await held(1_000)).toEqual([]);
      await on.stores.sessions.revoke("s1", 2);
      expect(await held()).toEqual([]);
      expect(await give("s1")).toBeUndefined();
      expect(await give("unknown")).toBeUndefined();
    });

    it("SECRET-4 SECRET-11 every way to end a session ends its secret, and increments the revision", async () => {
      const { sipCredentials, sessions, signInLinks, account, secondFactors, company } = on.stores;
      await addPhone("desk");
      const keep = { keep: "kept", at: 2 };
      const factor = { method: "app", phone: "", email: "", backupDigests: [] } as const;
      const ends: ReadonlyArray<readonly [string, () => Promise<unknown>, readonly string[]]> = [
        ["revoked", () => sessions.revoke("s", 2), ["desk", "kept"]],
        ["links", () => signInLinks.revoke({ userId, scope: "links", at: 2 }), ["desk", "kept"]],
        ["expired", () => sessions.prune(1_000), ["desk"]],
        ["second factor on", () => secondFactors.enable(userId, factor, keep), ["desk"]],
        ["second factor off", () => secondFactors.remove(userId, keep), ["desk"]],
        ["own password", () => account.changePassword(userId, { passwordHash: "x", isDemo: false }, keep), []],
        ["password of an administrator", () => company.atomically((writer) => writer.endSessions(userId)), []],
      ];
      for (const [what, end, left] of ends) {
        await on.db.deleteFrom("sessions").execute();
        await openSession("s", "links");
        await openSession("kept");
        for (const id of ["s", "kept"]) await give(id);
        const before = (await on.stores.revisions.all()).sipCredentials;
        await end();
        expect(await held(), what).toEqual(left);
        expect((await on.stores.revisions.all()).sipCredentials, what).toBeGreaterThan(before);
        const still = await sipCredentials.stillHolding(["s", "kept", "desk", "unknown"], 2);
        expect([...still.keys()].toSorted(), what).toEqual(left);
      }
    });

    it("REG-56 a valid secret is returned with its user and the expiry of its session", async () => {
      const { sipCredentials } = on.stores;
      await openSession("s");
      await give("s");
      await addPhone("desk");
      expect(await sipCredentials.stillHolding(["s", "desk", "unknown"], 2)).toEqual(
        new Map([
          ["s", { userId, ha1: ha1("s"), expiresAt: 1_000 }],
          ["desk", { userId, ha1: ha1("desk"), expiresAt: undefined }],
        ]),
      );
    });

    it("PUSH-28 the sessions of secrets are those of panels, not of phones that were added", async () => {
      for (const id of ["s1", "s2"]) {
        await openSession(id);
        await give(id);
      }
      await addPhone("desk");
      const { sipCredentials } = on.stores;
      expect(await sipCredentials.sessionsOf(["s1", "desk", "unknown"])).toEqual(new Set(["s1"]));
      expect(await sipCredentials.sessionsOf([])).toEqual(new Set());
    });

    it("SECRET-6 a new session secret replaces the least recently used one", async () => {
      for (const id of ["s1", "s2", "s3"]) await openSession(id);
      await give("s1");
      await give("s2");
      await on.stores.sipCredentials.used("s1", { at: 5, userAgent: "phone/1", address: "192.0.2.1" });
      await addPhone("desk");
      const before = (await on.stores.revisions.all()).sipCredentials;
      await give("s3", "s3", 2);
      expect(await held()).toEqual(["desk", "s1", "s3"]);
      expect((await on.stores.revisions.all()).sipCredentials).toBeGreaterThan(before);
    });

    it("SECRET-7 SECRET-9 phones belong to their user, and their number is limited", async () => {
      const { sipCredentials } = on.stores;
      const added = await Promise.all(["p1", "p2", "p3", "p4"].map((id) => addPhone(id, 3)));
      expect(added.filter(Boolean)).toHaveLength(3);
      const [first] = await sipCredentials.phonesOf(userId);
      const id = first?.id ?? "";
      expect(await sipCredentials.removePhone(otherId, id)).toBe(false);
      expect(await sipCredentials.phonesOf(otherId)).toEqual([]);
      await sipCredentials.used(id, { at: 5, userAgent: "phone/1", address: "192.0.2.1" });
      expect((await sipCredentials.phonesOf(userId)).find((one) => one.id === id)).toEqual({
        id,
        label: id,
        createdAt: 1,
        lastUsedAt: 5,
        userAgent: "phone/1",
        address: "192.0.2.1",
      });
      await openSession("s1");
      await give("s1");
      expect(await sipCredentials.removePhone(userId, "s1")).toBe(false);
      expect(await sipCredentials.removePhone(userId, id)).toBe(true);
      expect(await sipCredentials.removePhone(userId, id)).toBe(false);
    });

    it("SECRET-1 secrets derived from passwords are removed from the store, and from the file", async () => {
      const { md5, sha256 } = sipHa1({ username: "ann", realm: "acme", secret: "a-good-password" });
      const { db } = on;
      for (const column of ["ha1_md5", "ha1_sha256"])
        await db.schema.alterTable("credentials").addColumn(column, "text").execute();
      await sql`update credentials set ha1_md5 = ${md5}, ha1_sha256 = ${sha256}`.execute(db);
      const databaseKind: DatabaseKind = kind === "SQLite" ? "sqlite" : "postgres";
      if (databaseKind === "sqlite") {
        await sql`pragma wal_checkpoint(truncate)`.execute(db);
        expect(fileText(on.settings.dataDir)).toContain(md5);
      }
      await db.transaction().execute((trx) => forgetPasswordHa1(trx, databaseKind));
      const rows = await db.selectFrom("credentials").selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(md5);
      if (databaseKind !== "sqlite") return;
      await sql`pragma wal_checkpoint(truncate)`.execute(db);
      for (const secret of [md5, sha256]) expect(fileText(on.settings.dataDir)).not.toContain(secret);
    });
  });
}

const fileText = (dataDir: string): string => readFileSync(join(dataDir, "callpanel.db")).toString("latin1");

onEachDatabase(suite);
