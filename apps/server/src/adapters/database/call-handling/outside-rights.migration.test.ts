import { describe, expect, it } from "vitest";
import { onEachDatabase } from "../../../../test/test-databases.ts";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { createOutsideRights } from "./outside-rights.migration.ts";

const COMPANY = `
realm: demo
groups:
  - { name: phones, permissions: [configs:read, softphone:read] }
  - { name: watchers, permissions: [panel_buddies:read] }
users:
  - { username: ann, first_name: Ann, last_name: Ames, extension: 101, password: a-good-password, groups: [phones, watchers] }
  - { username: ben, first_name: Ben, last_name: Bell, extension: 102, password: a-good-password, permissions: [softphone:read] }
  - { username: cat, first_name: Cat, last_name: Cole, extension: 103, password: a-good-password, groups: [watchers] }
`;

onEachDatabase((kind, create) => {
  describe(`an installation from before the rights to outside calls, on ${kind}`, () => {
    const on = openStoresForEach(create, COMPANY);

    it("TOLL-6 people who may use a softphone can still call domestic numbers; nothing else is allowed", async () => {
      const { db } = on;
      await db.deleteFrom("group_permissions").where("module", "=", "outside_calls").execute();
      await db.schema.alterTable("cdrs").dropColumn("sent_by").execute();
      await db.transaction().execute(createOutsideRights);
      const outside = async (username: string) => {
        const user = await on.stores.users.byUsername(username);
        const { group, user: own } = await on.stores.users.permissionsOf(user?.id ?? 0);
        return [...group, ...own].filter(({ module }) => module === "outside_calls").map(({ rule }) => rule);
      };
      expect([await outside("ann"), await outside("ben"), await outside("cat")]).toEqual([
        ["execute_inland"],
        ["execute_inland"],
        [],
      ]);
    });
  });
});
