import { hash } from "node:crypto";
import { sql } from "kysely";
import { openDatabase } from "../src/app/services/storage.ts";
import { silentLog } from "./temporary-storage.ts";

export interface PhoneSecretsWritten {
  readonly dataDir: string;
  readonly realm: string;
  readonly phones: readonly { readonly username: string; readonly password: string }[];
}

/** SIP secrets of people, chosen by a test and written to SQLite as those of added phones: the command line chooses its own, one at a time. */
export async function writePhoneSecrets({ dataDir, realm, phones }: PhoneSecretsWritten): Promise<void> {
  const db = await openDatabase({ dataDir, databaseUrl: undefined, realm }, silentLog);
  for (const { username, password } of phones) {
    const known = `${username}:${realm}:${password}`;
    await sql`insert into sip_credentials (id, user_id, session_id, label, ha1_md5, ha1_sha256, user_agent, address, created_at, last_used_at)
      select ${`bench-${username}`}, id, null, 'bench', ${hash("md5", known)}, ${hash("sha256", known)}, '', '', ${Date.now()}, null
      from users where username = ${username}`.execute(db);
  }
  await db.destroy();
}
