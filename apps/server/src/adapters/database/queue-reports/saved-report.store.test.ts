import { describe, expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase } from "../../../../test/test-databases.ts";

const ACME = `
realm: acme
users:
  - { username: ann, first_name: Ann, last_name: Ames, extension: 101, password: a-good-password }
  - { username: ben, first_name: Ben, last_name: Bell, extension: 102, password: a-good-password }
`;
const DUE = Date.UTC(2026, 2, 8, 7);
const CONTENT = {
  name: "Morning",
  type: "queue_summary",
  queues: ["600"],
  agent: "",
  timezone: "America/Toronto",
  every: "day",
  weekday: 1,
  time: "07:30",
  locale: "en-US",
  recipients: [1, 2],
  nextAt: DUE,
} as const;
const content = { ...CONTENT, queues: [...CONTENT.queues] };
const job = (kind: string) => ({ kind, payload: "{}", runAt: DUE });

onEachDatabase((kind, create) => {
  describe(`reports by mail on ${kind}`, () => {
    const on = openStoresForEach(create, ACME);
    const idOf = async (username: string): Promise<number> =>
      (await on.stores.users.byUsername(username))?.id ?? Number.NaN;
    const add = async (most = 2) =>
      on.stores.savedReports.add(await idOf("ann"), content, { most, job: (id) => job(`due ${id}`) });

    it("QMAIL-1 a report is kept with its first job, up to the limit, and is its owner's alone", async () => {
      const { savedReports, jobs } = on.stores;
      const report = await add();
      const id = report?.id ?? Number.NaN;
      expect(report).toEqual({ ...content, id, ownerId: await idOf("ann"), lastSentAt: null });
      expect(await savedReports.byId(id)).toEqual(report);
      expect(await jobs.count(`due ${id}`)).toBe(1);
      expect(await add()).toBeDefined();
      expect(await add()).toBeUndefined();
      const foreign = { id, ownerId: await idOf("ben") };
      expect(await savedReports.change(foreign, { ...content, name: "Mine" }, job("stolen"))).toBeUndefined();
      expect(await savedReports.remove(foreign)).toBe(false);
      expect([await jobs.count("stolen"), (await savedReports.byId(id))?.name]).toEqual([0, "Morning"]);
      expect(await savedReports.remove({ id, ownerId: await idOf("ann") })).toBe(true);
      expect(await savedReports.ofOwner(await idOf("ann"))).toHaveLength(1);
    });

    it("QMAIL-6 of several servers that find a report due, one moves it and adds its mails", async () => {
      const { savedReports, jobs } = on.stores;
      const id = (await add())?.id ?? Number.NaN;
      const next = { id, dueAt: DUE, nextAt: DUE + 86_400_000, sentAt: DUE };
      const moved = await Promise.all(
        [1, 2, 3].map(async () => savedReports.advance(next, [job("mail"), job("mail")])),
      );
      expect(moved.filter(Boolean)).toHaveLength(1);
      expect(await jobs.count("mail")).toBe(2);
      expect(await savedReports.byId(id)).toMatchObject({ nextAt: next.nextAt, lastSentAt: DUE });
    });
  });
});
