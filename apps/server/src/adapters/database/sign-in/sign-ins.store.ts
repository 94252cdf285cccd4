import { SIGN_IN_OUTCOMES, SIGN_INS_KEPT, type SignInOutcome } from "@callpanel/contract";
import type { Kysely } from "kysely";
import * as z from "zod/mini";
import { PANEL_CLIENT_ID, type Device, type SignedInPerson, type SignInsStore } from "../../../modules/auth/index.ts";
import type { Tables } from "../schema.ts";
import { endSignInLinks, revokeFamily, revokeSessions } from "./session-ends.ts";

export function createSignInsStore(db: Kysely<Tables>): SignInsStore {
  return {
    of: (userId, now) => signedIn(db, userId, now),

    addFailed: (failed) => db.transaction().execute((trx) => addFailed(trx, failed)),

    end: ({ userId, sessionId, at }) => db.transaction().execute((trx) => endSession(trx, { userId, sessionId, at })),

    endOthers: ({ userId, keep, at }) => db.transaction().execute((trx) => endOthers(trx, { userId, keep, at })),
  };
}

async function endOthers(
  db: Kysely<Tables>,
  { userId, keep, at }: Parameters<SignInsStore["endOthers"]>[0],
): Promise<void> {
  await revokeSessions(db, { userId, except: keep }, at);
  // Otherwise unused links and codes would open new sessions.
  await endSignInLinks(db, userId);
  await db.deleteFrom("authorization_codes").where("user_id", "=", userId).execute();
}

/** @returns whether the person had such a session */
export async function endSession(
  db: Kysely<Tables>,
  { userId, sessionId, at }: Parameters<SignInsStore["end"]>[0],
): Promise<boolean> {
  const own = await db
    .selectFrom("sessions")
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .select("id")
    .executeTakeFirst();
  if (own === undefined) return false;
  await revokeFamily(db, sessionId, at);
  return true;
}

/** Adds a line, and removes those of its kind that are beyond the limit. */
export async function addSignIn(
  db: Kysely<Tables>,
  line: Device & { readonly userId: number; readonly at: number; readonly outcome: SignInOutcome },
): Promise<void> {
  const { userId, at, outcome, network, userAgent } = line;
  const failed = outcome === "signedIn" ? 0 : 1;
  await db
    .insertInto("sign_ins")
    .values({ user_id: userId, at, outcome, failed, network, user_agent: userAgent })
    .execute();
  await removeOlder(db, userId, failed);
}

/**
 * SESSIONS-4: a try of a name that no person has runs the same statements and writes as much: its line is stored under the
 * first person and removed in the same transaction. So the time that the database needs does not show whether the name exists.
 */
async function addFailed(
  db: Kysely<Tables>,
  { who, at, outcome, network, userAgent }: Parameters<SignInsStore["addFailed"]>[0],
): Promise<void> {
  const { meant, anybody } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom("users")
        .where(typeof who === "number" ? "id" : "username", "=", who)
        .select("id")
        .as("meant"),
      eb
        .selectFrom("users")
        .select((users) => users.fn.min<number>("id").as("id"))
        .as("anybody"),
    ])
    .executeTakeFirstOrThrow();
  const holder = meant ?? anybody;
  if (holder === null) return;
  const { id } = await db
    .insertInto("sign_ins")
    .values({ user_id: holder, at, outcome, failed: 1, network, user_agent: userAgent })
    .returning("id")
    .executeTakeFirstOrThrow();
  // Before the limit is applied, so that the line of a stranger removes no line of the person it was stored under.
  await db
    .deleteFrom("sign_ins")
    .where("id", "=", meant === null ? id : UNUSED_ID)
    .execute();
  await removeOlder(db, holder, 1);
}

/** No line has it. */
const UNUSED_ID = 0;

const removeOlder = (db: Kysely<Tables>, userId: number, failed: number) =>
  db
    .deleteFrom("sign_ins")
    .where("user_id", "=", userId)
    .where("failed", "=", failed)
    .where("id", "not in", latest(db, userId, failed).select("id"))
    .execute();

const latest = (db: Kysely<Tables>, userId: number, failed: number) =>
  db
    .selectFrom("sign_ins")
    .where("user_id", "=", userId)
    .where("failed", "=", failed)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(SIGN_INS_KEPT);

export async function signedIn(db: Kysely<Tables>, userId: number, now: number): Promise<SignedInPerson> {
  const sessions = await db
    .selectFrom("sessions")
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .select(["id", "client_id", "created_at", "network", "user_agent"])
    .select((eb) =>
      eb
        .selectFrom("tokens")
        .whereRef("tokens.session_id", "=", "sessions.id")
        .select((token) => token.fn.max<number>("tokens.created_at").as("at"))
        .as("token_at"),
    )
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  const names = await applicationNames(db, new Set(sessions.map((row) => row.client_id)));
  const tries = async (failed: number) =>
    (await latest(db, userId, failed).select(["at", "outcome", "network", "user_agent"]).execute()).flatMap((row) => {
      const outcome = SIGN_IN_OUTCOMES.find((one) => one === row.outcome);
      return outcome === undefined ? [] : [{ at: row.at, outcome, network: row.network, userAgent: row.user_agent }];
    });
  return {
    sessions: sessions.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      seenAt: row.token_at ?? row.created_at,
      network: row.network,
      userAgent: row.user_agent,
      application: names.get(row.client_id) ?? null,
    })),
    signIns: await tries(0),
    failed: await tries(1),
  };
}

const applicationSchema = z.object({ clientId: z.string() });

/** Of the applications among these clients, by client id. */
async function applicationNames(
  db: Kysely<Tables>,
  clients: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  if ([...clients].every((id) => id === PANEL_CLIENT_ID)) return new Map();
  const rows = await db
    .selectFrom("realm_items")
    .where("kind", "=", "application")
    .select(["name", "details"])
    .execute();
  return new Map(rows.map(({ name, details }) => [z.parse(applicationSchema, JSON.parse(details)).clientId, name]));
}
