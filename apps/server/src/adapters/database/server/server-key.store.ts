import type { Kysely } from "kysely";
import type { Tables } from "../schema.ts";

/** Keys that all servers of a database share. */
export interface ServerKeyStore {
  /**
   * Returns the stored value of a name; stores the given value if there is none. If two servers start at the same time, the
   * first one's value wins.
   */
  settle(name: string, value: string): Promise<string>;
  find(name: string): Promise<string | undefined>;
}

export function createServerKeyStore(db: Kysely<Tables>): ServerKeyStore {
  const find = async (name: string): Promise<string | undefined> =>
    (await db.selectFrom("server_keys").where("name", "=", name).select("value").executeTakeFirst())?.value;
  return {
    find,
    settle: async (name, value) => {
      await db
        .insertInto("server_keys")
        .values({ name, value })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
      return (await find(name)) ?? value;
    },
  };
}
