import { SIGN_INS_KEPT } from "@callpanel/contract";
import type { KyselyPlugin } from "kysely";
import { describe, expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase } from "../../../../test/test-databases.ts";
import { createSignInsStore } from "./sign-ins.store.ts";

const COMPANY = `
realm: acme
users:
  - { username: ann, first_name: Ann, last_name: Able, extension: 101, password: a-good-password }
  - { username: ben, first_name: Ben, last_name: Bell, extension: 102, password: a-good-password }
`;
const DEVICE = { network: "203.0.113.0/24", userAgent: "test" };

onEachDatabase((kind, create) => {
  describe(`failed sign-ins on ${kind}`, () => {
    const on = openStoresForEach(create, COMPANY);

    /** The statements that are run for a try. */
    const statementsOf = async (who: string): Promise<readonly string[]> => {
      const seen: string[] = [];
      const recorder: KyselyPlugin = {
        transformQuery: ({ node, queryId }) => {
          seen.push(on.db.getExecutor().compileQuery(node, queryId).sql);
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      };
      const store = createSignInsStore(on.db.withPlugin(recorder));
      await store.addFailed({ who, at: 1_000, outcome: "password", ...DEVICE });
      return seen;
    };
    const lines = () => on.db.selectFrom("sign_ins").innerJoin("users", "users.id", "user_id").select("username");

    it("SESSIONS-4 a try of a name that no person has runs the same statements as one of a person, and leaves nothing", async () => {
      const known = await statementsOf("ben");
      const unknown = await statementsOf("nobody-at-all");
      expect(unknown).toEqual(known);
      expect(known.filter((sql) => sql.startsWith("insert"))).toHaveLength(1);
      expect(await lines().execute()).toEqual([{ username: "ben" }]);
    });

    it("SESSIONS-3 SESSIONS-4 tries of unknown names push out no line of a person", async () => {
      for (let at = 1; at <= SIGN_INS_KEPT; at += 1)
        await on.stores.signIns.addFailed({ who: "ann", at, outcome: "password", ...DEVICE });
      await on.stores.signIns.addFailed({ who: "nobody-at-all", at: 500, outcome: "password", ...DEVICE });
      const { failed } = await on.stores.signIns.of(1, 1_000);
      expect(failed.map(({ at }) => at)).toEqual(Array.from({ length: SIGN_INS_KEPT }, (_, at) => SIGN_INS_KEPT - at));
    });
  });
});
