import { describe, expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase } from "../../../../test/test-databases.ts";
import { createApplicationStore, writeRealmItem } from "./realm-settings.store.ts";

const COMPANY = "realm: acme\n";

onEachDatabase((kind, create) => {
  describe(`items of a company on ${kind}`, () => {
    const on = openStoresForEach(create, COMPANY);

    it("AUTH-50 an application is found by its client id, among other items and other applications", async () => {
      const { id: realmId } = await on.db.selectFrom("realms").select("id").executeTakeFirstOrThrow();
      const crm = {
        kind: "application",
        name: "CRM",
        clientId: "c1",
        secretDigest: "d1",
        redirectUris: ["https://a/"],
      } as const;
      await writeRealmItem(on.db, realmId, { kind: "setting", name: "clientId", value: "c1" });
      await writeRealmItem(on.db, realmId, crm);
      await writeRealmItem(on.db, realmId, { ...crm, name: "Shop", clientId: "c2" });
      const { byClientId } = createApplicationStore(on.db);
      expect(await byClientId("c1")).toMatchObject({ ...crm, realmId });
      expect(await byClientId("c2")).toMatchObject({ name: "Shop" });
      for (const other of ["c", "C1", "", "'c1'", "clientId"]) expect(await byClientId(other)).toBeUndefined();
    });
  });
});
