/** Two server processes on one PostgreSQL database: the steps of an import of contacts go to either server. */
import { endpoints, errorBodySchema, type ContactImport } from "@callpanel/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, grant, startServerPair, type ServerPair } from "../../test/server-pair.ts";

const SERVER_URL = process.env["TEST_DATABASE_URL"];
/** A lease of 30 s, and what a busy machine adds. */
const WAIT = { timeout: 120_000, interval: 50 };
const TEST_MS = 300_000;
const IMPORT = "/api/v1/contact/import";
const HEADER = "First name,Last name,Company,Phone\n";

describe.skipIf(SERVER_URL === undefined)("an import of contacts at two servers", () => {
  let pair: ServerPair | undefined;
  let one: string;
  let other: string;
  beforeAll(async () => {
    pair = await startServerPair(SERVER_URL ?? "");
    ({ one, other } = pair);
  }, TEST_MS);
  afterAll(() => pair?.remove());

  const personAt = async (username: string) => {
    const { token } = await grant(one, username);
    const send = async (at: string, method: string, path = "", body?: object) => {
      const answer = await ask(`${at}${IMPORT}${path}`, token, method, body);
      return answer;
    };
    const done = async (...args: Parameters<typeof send>): Promise<ContactImport> =>
      endpoints.getContactImport.response.parse((await send(...args)).body);
    const refusal = async (...args: Parameters<typeof send>) => {
      const { status, body } = await send(...args);
      return [status, errorBodySchema.parse(body).code];
    };
    const open = (at: string, lines: string): Promise<ContactImport> => {
      const form = new FormData();
      form.append("csv_file", new Blob([HEADER + lines]), "contacts.csv");
      return done(at, "POST", "", form);
    };
    return { send, done, refusal, open };
  };
  /** Lets no contact be written until it is called. */
  const holdContacts = async (): Promise<() => Promise<void>> => {
    const client = new pg.Client({ connectionString: pair?.databaseUrl });
    await client.connect();
    await client.query("begin");
    await client.query("lock table contacts in exclusive mode");
    return () => client.end();
  };
  const lines = (count: number, name: string): string =>
    Array.from({ length: count }, (_, at) => `Ann,${name}${at},,416555${String(1_000 + at)}\n`).join("");

  it(
    "OWN-14 IMPORT-1 a file that was read at one server is checked, confirmed and written at the other",
    { timeout: TEST_MS },
    async () => {
      const alice = await personAt("alice");
      const opened = await alice.open(one, "Ann,Archer,Acme,416 555 0111\nB,Bell,,12\nAnn,Archer,Acme,416 555 0111\n");
      const path = `/${opened.id}`;
      expect(await alice.done(other, "GET", path)).toEqual(opened);
      const checked = await alice.done(other, "PUT", path, {});
      expect(checked).toMatchObject({ phase: "ready", counts: { new: 1, duplicate: 1, error: 1 } });
      expect((await alice.done(one, "GET", path)).counts).toEqual(checked.counts);
      const rows = await Promise.all([one, other].map((at) => alice.send(at, "GET", `${path}/rows?start=0`)));
      expect(rows[0]?.body).toEqual(rows[1]?.body);

      const bob = await personAt("bob");
      for (const at of [one, other])
        expect(await bob.refusal(at, "POST", `${path}/start`)).toEqual([404, "contacts.import.gone"]);

      const started = await Promise.all([one, other].map((at) => alice.send(at, "POST", `${path}/start`)));
      expect(started.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
      await expect.poll(async () => (await alice.done(one, "GET", path)).phase, WAIT).toBe("done");
      for (const at of [one, other])
        expect((await alice.done(at, "GET", path)).progress).toMatchObject({ created: 1, skipped: 1, refused: 1 });
      const files = await Promise.all([one, other].map((at) => alice.send(at, "GET", `${path}/refused`)));
      expect(files[0]?.body).toContain("B,Bell");
      expect(files[1]?.body).toEqual(files[0]?.body);
    },
  );

  it("OWN-14 IMPORT-8 an import that one server writes is cancelled at the other", { timeout: TEST_MS }, async () => {
    const alice = await personAt("alice");
    const opened = await alice.open(one, lines(20_000, "Baker"));
    const path = `/${opened.id}`;
    await alice.done(other, "PUT", path, {});
    const goOn = await holdContacts();
    await alice.done(one, "POST", `${path}/start`);
    expect(await alice.refusal(other, "POST", "", new FormData())).toEqual([409, "contacts.import.running"]);
    const cancelling = alice.done(other, "DELETE", path);
    // The other server has the cancellation before this, and one has all rows still to write.
    await alice.done(other, "GET", path);
    await goOn();
    const cancelled = await cancelling;
    expect(cancelled.phase).toBe("cancelled");
    expect(cancelled.progress?.created).toBeLessThan(20_000);
    expect(await alice.done(one, "GET", path)).toEqual(cancelled);
  });

  it(
    "OWN-14 an import whose server was killed has failed, and another one may begin",
    { timeout: TEST_MS },
    async () => {
      const alice = await personAt("alice");
      const { id } = await alice.open(other, lines(20_000, "Cooper"));
      await alice.done(one, "PUT", `/${id}`, {});
      const goOn = await holdContacts();
      expect((await alice.done(one, "POST", `/${id}/start`)).phase).toBe("running");
      await pair?.killOne();
      await goOn();
      await expect.poll(async () => (await alice.done(other, "GET", `/${id}`)).phase, WAIT).toBe("failed");
      expect((await alice.send(other, "GET", `/${id}/refused`)).body).toContain("Cooper19999");
      expect((await alice.open(other, "Dan,Dyer,,416 555 0199\n")).phase).toBe("mapping");
    },
  );
});
