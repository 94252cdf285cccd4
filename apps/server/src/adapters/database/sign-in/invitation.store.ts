import type { Kysely } from "kysely";
import type { InvitationStore } from "../../../modules/administration/index.ts";
import { addAuditLine } from "../audit/index.ts";
import { growCompanyRevision } from "../company/company-revision.ts";
import { holdUser } from "../rows.ts";
import { toFlag, type Tables } from "../schema.ts";
import { endInvitation, endSecrets, endSignInLinks, revokeSessions } from "./session-ends.ts";

export function createInvitationStore(db: Kysely<Tables>): InvitationStore {
  return {
    find: (digest, now) => find(db, digest, now),
    addForgotten: (username, { digest, createdAt, expiresAt }, { madeSince, lastingLongerThan }) =>
      db.transaction().execute(async (trx) => {
        const asked = await recipientNamed(trx, username);
        if (asked === undefined) return undefined;
        await holdUser(trx, asked.id);
        // Of two requests at the same time, one waits for the other, and finds its link.
        const person = await recipientNamed(trx, username);
        if (person === undefined) return undefined;
        const link = await trx
          .selectFrom("invitations")
          .where("user_id", "=", person.id)
          .where("expires_at", ">", createdAt)
          .where((eb) => eb.or([eb("created_at", ">", madeSince), eb("expires_at", ">", lastingLongerThan)]))
          .select("user_id")
          .executeTakeFirst();
        if (link !== undefined) return undefined;
        const { id: user_id, realmId } = person;
        await endInvitation(trx, user_id);
        const row = { user_id, digest, created_at: createdAt, expires_at: expiresAt };
        await trx.insertInto("invitations").values(row).execute();
        await addAuditLine(trx, {
          realmId,
          at: createdAt,
          act: "people.passwordForgotten",
          way: "panel",
          by: null,
          person: user_id,
          object: null,
          details: {},
        });
        return person;
      }),
    accept: (digest, credential, now) =>
      db.transaction().execute(async (trx) => {
        const asked = await find(trx, digest, now);
        if (asked === undefined) return undefined;
        await holdUser(trx, asked.userId);
        // Of two requests with one link, one waits for the other, and finds no invitation.
        const invited = await find(trx, digest, now);
        if (invited === undefined) return undefined;
        const { userId: user_id, realmId } = invited;
        const row = { password_hash: credential.passwordHash, is_demo: toFlag(credential.isDemo) };
        await trx
          .insertInto("credentials")
          .values({ user_id, ...row })
          .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
          .execute();
        await endInvitation(trx, user_id);
        await revokeSessions(trx, { userId: user_id }, now);
        await endSecrets(trx, { userId: user_id, of: "everything" });
        await endSignInLinks(trx, user_id);
        await trx.deleteFrom("authorization_codes").where("user_id", "=", user_id).execute();
        await addAuditLine(trx, {
          realmId,
          at: now,
          act: "people.passwordChosen",
          way: "panel",
          by: user_id,
          person: user_id,
          object: null,
          details: {},
        });
        await growCompanyRevision(trx, { people: [user_id], more: false });
        return invited;
      }),
  };
}

/** The person with this username who can sign in and has an e-mail address. */
async function recipientNamed(db: Kysely<Tables>, username: string) {
  const row = await db
    .selectFrom("users")
    .innerJoin("credentials", "credentials.user_id", "users.id")
    .where("users.username", "=", username)
    .where("users.suspended", "=", 0)
    .where("users.email", "!=", "")
    .select(["users.id", "users.realm_id", "users.username", "users.first_name", "users.last_name", "users.email"])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, realm_id: realmId, username: name, first_name: firstName, last_name: lastName, email } = row;
  return { id, realmId, username: name, firstName, lastName, email };
}

async function find(db: Kysely<Tables>, digest: string, now: number): ReturnType<InvitationStore["find"]> {
  const row = await db
    .selectFrom("invitations")
    .innerJoin("users", "users.id", "invitations.user_id")
    .where("digest", "=", digest)
    .where("expires_at", ">", now)
    .where("users.suspended", "=", 0)
    .select(["users.id", "users.realm_id", "users.username", "users.first_name", "users.last_name"])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id: userId, realm_id: realmId, username, first_name: firstName, last_name: lastName } = row;
  return { userId, realmId, username, firstName, lastName };
}
