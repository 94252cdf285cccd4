import type { Kysely, Selectable } from "kysely";
import {
  SESSION_SECONDS,
  type AuthorizationCode,
  type AuthStore,
  type Session,
  type StoredToken,
} from "../../../modules/auth/index.ts";
import type { Tables } from "../schema.ts";
import { addSignIn } from "./sign-ins.store.ts";
import { revokeFamily, revokeSessions, notifySecretsEnded } from "./session-ends.ts";

export function createAuthStore(db: Kysely<Tables>): AuthStore {
  return {
    open: (session, tokens) => db.transaction().execute((trx) => open(trx, session, tokens)),

    session: async (sessionId) => {
      const row = await db.selectFrom("sessions").selectAll().where("id", "=", sessionId).executeTakeFirst();
      return row === undefined ? undefined : readSession(row);
    },

    find: async (digest) => {
      const row = await db
        .selectFrom("tokens")
        .innerJoin("sessions", "sessions.id", "tokens.session_id")
        .where("tokens.digest", "=", digest)
        .selectAll("tokens")
        .select([
          "sessions.user_id",
          "sessions.client_id",
          "sessions.scope",
          "sessions.created_at as opened_at",
          "sessions.expires_at as ends_at",
          "sessions.revoked_at",
          "sessions.network",
          "sessions.user_agent",
        ])
        .executeTakeFirst();
      if (row === undefined) return undefined;
      return {
        token: readToken(row),
        session: readSession({ ...row, id: row.session_id, created_at: row.opened_at, expires_at: row.ends_at }),
      };
    },

    rotate: ({ digest, usedAt, supersededAt, successors }) =>
      db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("tokens")
          .set({ used_at: usedAt })
          .where("digest", "=", digest)
          .where("used_at", "is", null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await trx
          .updateTable("tokens")
          .set({ used_at: supersededAt })
          .where("kind", "=", "refresh")
          .where("used_at", "is", null)
          .where("parent", "in", trx.selectFrom("tokens").where("digest", "=", digest).select("parent"))
          .execute();
        await trx.insertInto("tokens").values(successors.map(writeToken)).execute();
        return true;
      }),

    add: async (tokens) => {
      await db.insertInto("tokens").values(tokens.map(writeToken)).execute();
    },

    successorUsed: async (digest) => {
      const row = await db
        .selectFrom("tokens")
        .where("parent", "=", digest)
        .where("kind", "=", "refresh")
        .where("used_at", "is not", null)
        .select("digest")
        .executeTakeFirst();
      return row !== undefined;
    },

    revoke: (sessionId, at) => db.transaction().execute((trx) => revokeSessions(trx, { id: sessionId }, at)),
    revokeStolen: (sessionId, at) => db.transaction().execute((trx) => revokeFamily(trx, sessionId, at)),

    saveCode: async (code) => {
      await db
        .insertInto("authorization_codes")
        .values({
          digest: code.digest,
          user_id: code.userId,
          client_id: code.clientId,
          redirect_uri: code.redirectUri,
          challenge: code.challenge,
          expires_at: code.expiresAt,
          used_at: code.usedAt,
          session_id: code.sessionId,
        })
        .execute();
    },

    tradeCode: (digest, at, judge) =>
      db.transaction().execute(async (trx) => {
        // Write first: a parallel request with the same code waits here until the session is bound (AUTH-19).
        const code = await trx
          .updateTable("authorization_codes")
          .set({ used_at: at })
          .where("digest", "=", digest)
          .where("used_at", "is", null)
          .returningAll()
          .executeTakeFirst();
        if (code === undefined) {
          const used = await trx
            .selectFrom("authorization_codes")
            .where("digest", "=", digest)
            .select("session_id")
            .executeTakeFirst();
          const sessionId = used?.session_id ?? undefined;
          return sessionId === undefined ? { trade: "refused" } : { trade: "reused", sessionId };
        }
        const opened = judge(readCode(code));
        if (opened === undefined) return { trade: "refused" };
        await open(trx, opened.session, opened.tokens);
        await trx
          .updateTable("authorization_codes")
          .set({ session_id: opened.session.id })
          .where("digest", "=", digest)
          .execute();
        return { trade: "opened" };
      }),

    prune: (now) => prune(db, now),
  };
}

async function prune(db: Kysely<Tables>, now: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where((eb) => eb.or([eb("expires_at", "<=", now), eb("revoked_at", "<=", now)]))
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) await notifySecretsEnded(db); // SIP secrets of expired sessions
  // A refresh token that was exchanged is kept until it would have expired: presenting it again must end the session.
  await db.deleteFrom("tokens").where("expires_at", "<=", now).execute();
  await db.deleteFrom("authorization_codes").where("expires_at", "<=", now).execute();
  await db
    .deleteFrom("sign_ins")
    .where("at", "<=", now - SESSION_SECONDS * 1_000)
    .execute();
}

async function open(db: Kysely<Tables>, session: Session, tokens: readonly StoredToken[]): Promise<void> {
  await db
    .insertInto("sessions")
    .values({
      id: session.id,
      user_id: session.userId,
      client_id: session.clientId,
      scope: session.scope,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      revoked_at: session.revokedAt,
      opened_by: session.openedBy ?? null,
      network: session.device.network,
      user_agent: session.device.userAgent,
    })
    .execute();
  const { userId, createdAt, device } = session;
  await addSignIn(db, { userId, at: createdAt, outcome: "signedIn", ...device });
  await db.insertInto("tokens").values(tokens.map(writeToken)).execute();
}

type TokenRow = Selectable<Tables["tokens"]>;

function writeToken(token: StoredToken): TokenRow {
  return {
    digest: token.digest,
    kind: token.kind,
    session_id: token.sessionId,
    created_at: token.createdAt,
    expires_at: token.expiresAt,
    used_at: token.usedAt,
    parent: token.parent,
  };
}

function readToken(row: TokenRow): StoredToken {
  return {
    digest: row.digest,
    kind: row.kind === "access" ? "access" : "refresh",
    sessionId: row.session_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    parent: row.parent,
  };
}

function readSession(row: Omit<Selectable<Tables["sessions"]>, "opened_by">): Session {
  return {
    id: row.id,
    userId: row.user_id,
    clientId: row.client_id,
    scope: row.scope,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    device: { network: row.network, userAgent: row.user_agent },
  };
}

function readCode(row: Selectable<Tables["authorization_codes"]>): AuthorizationCode {
  return {
    digest: row.digest,
    userId: row.user_id,
    clientId: row.client_id,
    redirectUri: row.redirect_uri,
    challenge: row.challenge,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    sessionId: row.session_id,
  };
}
