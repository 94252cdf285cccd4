import { sql, type Kysely } from "kysely";
import { REVISION_OF, type Tables } from "../schema.ts";

/** Ends a session that an attacker may hold, and all sessions opened by its sign-in links, recursively. */
export async function revokeFamily(db: Kysely<Tables>, sessionId: string, at: number): Promise<void> {
  await revokeSessions(db, { id: sessionId }, at);
  const opened = await db
    .selectFrom("sessions")
    .where("opened_by", "=", sessionId)
    .where("revoked_at", "is", null)
    .select("id")
    .execute();
  for (const { id } of opened) await revokeFamily(db, id, at);
}

/** Which sessions: all of a person (optionally except one, or of one scope only), those of an application, or a single one. */
export type WhichSessions =
  | { readonly id: string }
  | { readonly clientId: string }
  | { readonly userId: number; readonly except?: string | undefined; readonly scope?: string | undefined };

/** Ends open sessions, together with their SIP secrets. */
export async function revokeSessions(db: Kysely<Tables>, which: WhichSessions, at: number): Promise<void> {
  const rows = await db
    .updateTable("sessions")
    .set({ revoked_at: at })
    .where("revoked_at", "is", null)
    .where((eb) => {
      if ("id" in which) return eb("id", "=", which.id);
      if ("clientId" in which) return eb("client_id", "=", which.clientId);
      return eb.and([
        eb("user_id", "=", which.userId),
        ...(which.except === undefined ? [] : [eb("id", "!=", which.except)]),
        ...(which.scope === undefined ? [] : [eb("scope", "=", which.scope)]),
      ]);
    })
    .returning("id")
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await endSecrets(db, { sessionIds: ids });
}

/** Deletes unused sign-in links of a person: they were made with an earlier proof of identity. */
export async function endSignInLinks(db: Kysely<Tables>, userId: number): Promise<void> {
  await db.deleteFrom("sign_in_links").where("user_id", "=", userId).execute();
}

/** Ends the link with which a person may choose a password. */
export async function endInvitation(db: Kysely<Tables>, userId: number): Promise<void> {
  await db.deleteFrom("invitations").where("user_id", "=", userId).execute();
}

/** Which SIP secrets: all of a person, those of a person's sessions, those of some sessions, or single ones. */
export type WhichSecrets =
  | { readonly userId: number; readonly of: "everything" | "sessions" }
  | { readonly sessionIds: readonly string[] }
  | { readonly ids: readonly string[] };

/** Ends SIP secrets; the phone system checks again which are valid. @returns how many have ended */
export async function endSecrets(db: Kysely<Tables>, which: WhichSecrets): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("sip_credentials")
    .where((eb) => {
      if ("ids" in which) return eb("id", "in", which.ids);
      if ("sessionIds" in which) return eb("session_id", "in", which.sessionIds);
      const own = eb("user_id", "=", which.userId);
      return which.of === "everything" ? own : eb.and([own, eb("session_id", "is not", null)]);
    })
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) await notifySecretsEnded(db);
  return Number(numDeletedRows);
}

export async function notifySecretsEnded(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable("revisions")
    .set({ revision: sql<number>`revision + 1` })
    .where("id", "=", REVISION_OF.sipCredentials)
    .execute();
}
