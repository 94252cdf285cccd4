import { createFakeClock } from "@callpanel/testkit";
import { describe, expect, it } from "vitest";
import { openOutsideCallBook } from "../../../modules/outside-calls/index.ts";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";

const ACME = `
realm: acme
users: [{ username: ann, first_name: Ann, last_name: Ames, extension: 101, password: a-good-password }]
`;
const MINUTE = 60_000;

function suite(kind: string, create: () => Promise<TestDatabase>): void {
  describe(`outside calls on ${kind}`, () => {
    const on = openStoresForEach(create, ACME);

    it("TOLL-7 SERVER-41 calls of the last hour survive a restart; older ones are removed", async () => {
      const clock = createFakeClock();
      const open = () => openOutsideCallBook({ store: on.stores.outsideCalls, clock, log: silentLog });
      const book = await open();
      expect(book.begun).toEqual([]);
      for (const userId of [1, 1, 0]) {
        book.begin({ userId, at: clock.now() });
        await clock.advance(20 * MINUTE);
      }
      const start = clock.now() - 60 * MINUTE;
      const counted = async () => (await open()).begun.map(({ userId, at }) => [userId, (at - start) / MINUTE]);
      // A call that began exactly an hour ago no longer counts.
      await expect.poll(counted).toEqual([
        [1, 20],
        [0, 40],
      ]);
      await clock.advance(50 * MINUTE);
      book.begin({ userId: 7, at: clock.now() });
      await expect.poll(() => on.stores.outsideCalls.since(0)).toEqual([{ userId: 7, at: clock.now() }]);
    });
  });
}

onEachDatabase(suite);
