import { expect, it } from "vitest";
import { openDatabase } from "../../../app/services/storage.ts";
import { silentLog, temporaryStorage } from "../../../../test/temporary-storage.ts";
import { grantCallRights } from "./call-rights.migration.ts";

it("RT-19 people of an older company who could read active calls can still move and take calls, and other people cannot", async () => {
  const storage = temporaryStorage();
  const db = await openDatabase(storage.fresh(), silentLog);
  try {
    await db.insertInto("realms").values({ id: 1, name: "acme", company: "Acme" }).execute();
    await db
      .insertInto("groups")
      .values([
        { id: 1, realm_id: 1, name: "staff" },
        { id: 2, realm_id: 1, name: "others" },
      ])
      .execute();
    const of = (group_id: number, module: string, rule: string) => ({ group_id, module, rule, target: "" });
    await db
      .insertInto("group_permissions")
      .values([of(1, "active_calls", "read"), of(1, "active_calls", "execute_pickup"), of(2, "softphone", "read")])
      .execute();
    await grantCallRights(db);
    await grantCallRights(db);
    const rows = await db.selectFrom("group_permissions").selectAll().orderBy("group_id").orderBy("rule").execute();
    expect(rows.map(({ group_id, module, rule }) => `${group_id} ${module}:${rule}`)).toEqual([
      "1 active_calls:execute_pickup",
      "1 active_calls:execute_redirect",
      "1 active_calls:read",
      "2 softphone:read",
    ]);
  } finally {
    await db.destroy();
    storage.remove();
  }
});
