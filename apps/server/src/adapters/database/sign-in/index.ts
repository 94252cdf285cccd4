import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { createAuthStore } from "./auth.store.ts";
import { createInvitations } from "./invitation.migration.ts";
import { createInvitationStore } from "./invitation.store.ts";
import { createKnownPlaceTable, indexKnownPlaces } from "./known-place.migration.ts";
import { createKnownPlaceStore } from "./known-place.store.ts";
import { createPinTries } from "./pin-try.migration.ts";
import { createPinTryStore } from "./pin-try.store.ts";
import { createSecondFactors } from "./second-factor.migration.ts";
import { createSecondFactorStore } from "./second-factor.store.ts";
import { createSessions } from "./session.migration.ts";
import { createSignInLinks, bindSignInLinks } from "./sign-in-link.migration.ts";
import { createSignInLinkStore } from "./sign-in-link.store.ts";
import { createSignIns } from "./sign-in.migration.ts";
import { createSignInsStore } from "./sign-ins.store.ts";
import { createSipCredentials, forgetPasswordHa1 } from "./sip-credential.migration.ts";
import { createSipCredentialStore } from "./sip-credential.store.ts";

/** Sessions, secrets, and protection against guessing. */
export const signInDatabase = {
  migrations: {
    "0003_sessions": createSessions,
    "0020_sign_in_links": createSignInLinks,
    "0061_second_factors": createSecondFactors,
    "0087_pin_tries": createPinTries,
    "0103_known_places": createKnownPlaceTable,
    "0120_sip_credentials": createSipCredentials,
    "0121_password_ha1": forgetPasswordHa1,
    "0150_sign_in_link_sessions": bindSignInLinks,
    "0191_known_place_holders": indexKnownPlaces,
    "0351_invitations": createInvitations,
    "0370_sign_ins": createSignIns,
  },
  stores: (db: Kysely<Tables>) => ({
    sessions: createAuthStore(db),
    secondFactors: createSecondFactorStore(db),
    signInLinks: createSignInLinkStore(db),
    sipCredentials: createSipCredentialStore(db),
    pinTries: createPinTryStore(db),
    invitations: createInvitationStore(db),
    signIns: createSignInsStore(db),
    knownPlaces: createKnownPlaceStore(db),
  }),
} satisfies DatabaseArea;
