import type { Kysely } from "kysely";
import { foldText } from "../../../kernel/text/search-text.ts";
import type { AccountStore } from "../../../modules/account/index.ts";
import { displayName } from "../../../modules/users/index.ts";
import { growCompanyRevision } from "../company/company-revision.ts";
import { writeNumber } from "../company/number-rows.ts";
import { holdUser } from "../rows.ts";
import { toFlag, type Tables } from "../schema.ts";
import { endInvitation, endSecrets, endSignInLinks, revokeSessions } from "../sign-in/session-ends.ts";

export function createAccountStore(db: Kysely<Tables>): AccountStore {
  return {
    changeProfile: (userId, profile) =>
      db.transaction().execute(async (trx) => {
        await holdUser(trx, userId);
        const name = displayName(profile);
        // FORGOT-2: a link that was sent to the old address.
        const before = await trx.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirstOrThrow();
        if (before.email !== profile.email) await endInvitation(trx, userId);
        const { username } = await trx
          .updateTable("users")
          .set({
            first_name: profile.firstName,
            last_name: profile.lastName,
            sort_name: foldText(name),
            email: profile.email,
          })
          .where("id", "=", userId)
          .returning("username")
          .executeTakeFirstOrThrow();
        const { number } = await trx
          .selectFrom("numbers")
          .where("user_id", "=", userId)
          .select("number")
          .executeTakeFirstOrThrow();
        const row = writeNumber({ kind: "user", number, name, userId }, username);
        await trx.updateTable("numbers").set(row).where("user_id", "=", userId).execute();
        await growCompanyRevision(trx, { people: [userId], more: false });
      }),

    changePassword: (userId, credential, { keep, at }) =>
      db.transaction().execute(async (trx) => {
        await holdUser(trx, userId);
        await trx
          .updateTable("credentials")
          .set({ password_hash: credential.passwordHash, is_demo: toFlag(credential.isDemo) })
          .where("user_id", "=", userId)
          .execute();
        await revokeSessions(trx, { userId, except: keep }, at);
        await endSecrets(trx, { userId, of: "everything" });
        await endSignInLinks(trx, userId);
        await endInvitation(trx, userId);
        // Otherwise unused authorization codes would open new sessions.
        await trx.deleteFrom("authorization_codes").where("user_id", "=", userId).execute();
      }),
  };
}
