import Database from "libsql";

/** Tables whose rows let somebody in once, of earlier versions too. */
const ONCE = ["authorization_codes", "invitations", "sign_in_links", "short_lived"] as const;

/**
 * BACKUP-11: ends every session in a restored database, and what lets somebody in once. Some of them were ended after
 * the back-up was taken, and which ones it cannot know.
 */
export function endSignIns(path: string, now: number): void {
  const database = new Database(path);
  try {
    const has = (table: string): boolean =>
      database.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get([table]) !== undefined;
    if (has("sessions")) database.prepare("update sessions set revoked_at = ? where revoked_at is null").run([now]);
    for (const table of ONCE) if (has(table)) database.prepare(`delete from ${table}`).run();
    // BACKUP-24: the back-up was taken while this run was under way.
    if (has("server_settings")) database.prepare("delete from server_settings where name = 'backup.running'").run();
  } finally {
    database.close();
  }
}
