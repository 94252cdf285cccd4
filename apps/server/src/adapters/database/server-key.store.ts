import type { Kysely } from "kysely";
import type { Tables } from "./schema.ts";

/** What all servers of a database have in common. */
export interface ServerKeyStore {
  /** The value of a name; the one given where there is none yet. Of two servers that start at once the first one's counts. */
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
