import type { Kysely } from "kysely";
import type { CompanyWriter } from "../../../modules/administration/index.ts";
import { addPicture, removeShownPicture } from "../account/picture.store.ts";
import type { Tables } from "../schema.ts";
import { addPhone } from "../sign-in/sip-credential.store.ts";
import { endAdminLinksOf } from "../video/admin-links.ts";
import { endSession } from "../sign-in/sign-ins.store.ts";
import type { Changes } from "./people.writer.ts";
import { endInvitation, endSecrets, endSignInLinks, revokeSessions } from "../sign-in/session-ends.ts";

type AccessWriter = Pick<
  CompanyWriter,
  | "endSessions"
  | "endVideoLinks"
  | "signOut"
  | "endSessionsOf"
  | "endSession"
  | "resetSecondFactor"
  | "resetMailboxPin"
  | "invite"
  | "endInvitation"
  | "addPhone"
  | "removePhone"
  | "addPicture"
  | "removeShownPicture"
>;

/** Changes of how people sign in and register. */
export function createAccessWriter(db: Kysely<Tables>, changes: Pick<Changes, "person">): AccessWriter {
  return {
    endSessions: async (userId) => {
      await endSecrets(db, { userId, of: "everything" });
      await endSignInLinks(db, userId);
      await endInvitation(db, userId);
      await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
      await db.deleteFrom("authorization_codes").where("user_id", "=", userId).execute();
    },

    endVideoLinks: (userId) => endAdminLinksOf(db, userId),

    signOut: async (userId, at) => {
      await revokeSessions(db, { userId }, at);
      await endSignInLinks(db, userId);
      // Otherwise unused authorization codes would open new sessions.
      await db.deleteFrom("authorization_codes").where("user_id", "=", userId).execute();
    },

    endSessionsOf: async (clientId, at) => {
      await revokeSessions(db, { clientId }, at);
      await db.deleteFrom("authorization_codes").where("client_id", "=", clientId).execute();
    },

    endSession: (session) => endSession(db, session),

    resetSecondFactor: async (userId) => {
      const { numDeletedRows } = await db
        .deleteFrom("second_factors")
        .where("user_id", "=", userId)
        .where("enabled", "=", 1)
        .executeTakeFirstOrThrow();
      await db.deleteFrom("backup_codes").where("user_id", "=", userId).execute();
      return numDeletedRows > 0n;
    },

    resetMailboxPin: async (userId) => {
      await db.updateTable("voicemail_boxes").set({ pin_hash: null }).where("user_id", "=", userId).execute();
    },

    invite: async (userId, { digest, createdAt, expiresAt }) => {
      await endInvitation(db, userId);
      const row = { user_id: userId, digest, created_at: createdAt, expires_at: expiresAt };
      await db.insertInto("invitations").values(row).execute();
    },

    endInvitation: (userId) => endInvitation(db, userId),

    addPhone: (phone) => addPhone(db, phone),

    addPicture: (picture) => {
      changes.person(picture.userId);
      return addPicture(db, picture);
    },
    removeShownPicture: (userId) => {
      changes.person(userId);
      return removeShownPicture(db, userId);
    },

    removePhone: async (userId, id) => {
      const row = await db
        .selectFrom("sip_credentials")
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .where("session_id", "is", null)
        .select("label")
        .executeTakeFirst();
      if (row !== undefined) await endSecrets(db, { ids: [id] });
      return row?.label;
    },
  };
}
