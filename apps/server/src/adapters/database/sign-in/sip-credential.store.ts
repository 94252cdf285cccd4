import { sql, type Kysely, type Selectable, type Transaction } from "kysely";
import type {
  HeldSecret,
  NewPhoneCredential,
  SipCredentialStore,
  SipHa1,
} from "../../../modules/sip-credentials/index.ts";
import { holdUser } from "../rows.ts";
import type { Tables } from "../schema.ts";
import { endSecrets } from "./session-ends.ts";

/** A little fewer than the parameters that SQLite allows in a statement. */
const IDS_AT_ONCE = 500;

export function createSipCredentialStore(db: Kysely<Tables>): SipCredentialStore {
  /** Asked for each request that a phone signs, so it is put together once; its parameters are a person and a time. */
  const held = sql`
    select sip_credentials.id, ha1_md5, ha1_sha256 from sip_credentials
    left join sessions on sessions.id = sip_credentials.session_id
    where sip_credentials.user_id = ${0} and (sip_credentials.session_id is null
      or (sessions.revoked_at is null and sessions.expires_at > ${0}))`.compile(db);
  return {
    ofSession: async (wanted) => {
      const known = await ofSession(db, wanted.sessionId, wanted.at);
      if (known !== undefined) return known;
      return db.transaction().execute((trx) => addOfSession(trx, wanted));
    },

    addPhone: (phone) => db.transaction().execute((trx) => addPhone(trx, phone)),

    phonesOf: async (userId) => {
      const rows = await db
        .selectFrom("sip_credentials")
        .where("user_id", "=", userId)
        .where("session_id", "is", null)
        .select(["id", "label", "created_at", "last_used_at", "user_agent", "address"])
        .orderBy("created_at", "desc")
        .orderBy("id")
        .execute();
      return rows.map((row) => ({
        id: row.id,
        label: row.label,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
        userAgent: row.user_agent,
        address: row.address,
      }));
    },

    removePhone: (userId, id) =>
      db.transaction().execute(async (trx) => {
        const own = await trx
          .selectFrom("sip_credentials")
          .select("id")
          .where("id", "=", id)
          .where("user_id", "=", userId)
          .where("session_id", "is", null)
          .executeTakeFirst();
        return own !== undefined && (await endSecrets(trx, { ids: [own.id] })) > 0;
      }),

    endOfSessions: async (userId) => {
      await db.transaction().execute((trx) => endSecrets(trx, { userId, of: "sessions" }));
    },

    holding: async (userId, now) => {
      const { rows } = await db.executeQuery<Pick<Row, "id" | "ha1_md5" | "ha1_sha256">>({
        ...held,
        parameters: [userId, now],
      });
      return rows.map(({ id, ...row }) => ({ id, ha1: readHa1(row) }));
    },

    stillHolding: async (ids, now) => {
      const still = new Map<string, HeldSecret>();
      for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
        const some = ids.slice(start, start + IDS_AT_ONCE);
        const rows = await holding(db, now)
          .where("sip_credentials.id", "in", some)
          .select(["sip_credentials.id", "sip_credentials.user_id", "ha1_md5", "ha1_sha256", "sessions.expires_at"])
          .execute();
        for (const { id, user_id: userId, expires_at, ...row } of rows)
          still.set(id, { userId, ha1: readHa1(row), expiresAt: expires_at ?? undefined });
      }
      return still;
    },

    sessionsOf: async (ids) => {
      if (ids.length === 0) return new Set();
      const rows = await db
        .selectFrom("sip_credentials")
        .where("id", "in", ids.slice(0, IDS_AT_ONCE))
        .where("session_id", "is not", null)
        .select("session_id")
        .execute();
      return new Set(rows.flatMap(({ session_id }) => session_id ?? []));
    },

    used: async (id, { at, userAgent, address }) => {
      await db
        .updateTable("sip_credentials")
        .set({ last_used_at: at, user_agent: userAgent, address })
        .where("id", "=", id)
        .execute();
    },
  };
}

/** The least used secret of another session makes room. */
async function addOfSession(
  trx: Transaction<Tables>,
  { sessionId, userId, id, ha1, at, most }: Parameters<SipCredentialStore["ofSession"]>[0],
): Promise<SipHa1 | undefined> {
  await holdUser(trx, userId);
  const meanwhile = await ofSession(trx, sessionId, at);
  if (meanwhile !== undefined) return meanwhile;
  const session = await trx
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  if (session === undefined) return undefined;
  const surplus = await trx
    .selectFrom("sip_credentials")
    .select("id")
    .where("user_id", "=", userId)
    .where("session_id", "is not", null)
    .orderBy((eb) => eb.fn.coalesce("last_used_at", "created_at"), "desc")
    .offset(most - 1)
    .limit(most)
    .execute();
  if (surplus.length > 0) await endSecrets(trx, { ids: surplus.map((one) => one.id) });
  const row = { id, user_id: userId, session_id: sessionId, label: "" };
  await trx
    .insertInto("sip_credentials")
    .values(newRow(row, ha1, at))
    .execute();
  return ha1;
}

/** Secrets of phones, and of open sessions. */
function holding(db: Kysely<Tables>, now: number) {
  return db
    .selectFrom("sip_credentials")
    .leftJoin("sessions", "sessions.id", "sip_credentials.session_id")
    .where((eb) =>
      eb.or([
        eb("sip_credentials.session_id", "is", null),
        eb.and([eb("sessions.revoked_at", "is", null), eb("sessions.expires_at", ">", now)]),
      ]),
    );
}

/** In a transaction of the caller. @returns false when the person already has `most` */
export async function addPhone(
  trx: Kysely<Tables>,
  { userId, id, label, ha1, at, most }: NewPhoneCredential,
): Promise<boolean> {
  await holdUser(trx, userId);
  const { total } = await trx
    .selectFrom("sip_credentials")
    .where("user_id", "=", userId)
    .where("session_id", "is", null)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  if (total >= most) return false;
  const row = { id, user_id: userId, session_id: null, label };
  await trx
    .insertInto("sip_credentials")
    .values(newRow(row, ha1, at))
    .execute();
  return true;
}

async function ofSession(db: Kysely<Tables>, sessionId: string, now: number): Promise<SipHa1 | undefined> {
  const row = await holding(db, now)
    .where("sip_credentials.session_id", "=", sessionId)
    .select(["ha1_md5", "ha1_sha256"])
    .executeTakeFirst();
  return row === undefined ? undefined : readHa1(row);
}

type Row = Selectable<Tables["sip_credentials"]>;

const newRow = (
  row: Pick<Row, "id" | "user_id" | "session_id" | "label">,
  { md5, sha256 }: SipHa1,
  created_at: number,
): Row => ({ ...row, ha1_md5: md5, ha1_sha256: sha256, user_agent: "", address: "", created_at, last_used_at: null });

const readHa1 = ({ ha1_md5: md5, ha1_sha256: sha256 }: Pick<Row, "ha1_md5" | "ha1_sha256">): SipHa1 => ({
  md5,
  sha256,
});
