import type { SignedIn, SignInTry } from "@callpanel/contract";
import type { SignedInPerson, SignInTryLine } from "./sign-ins.store.ts";

/** As a person, or who administers them, sees it; `current` is the session that asks. */
export const presentSignedIn = ({ sessions, signIns, failed }: SignedInPerson, current: string): SignedIn => ({
  sessions: sessions.map(({ id, createdAt, seenAt, userAgent, network, application }) => ({
    id,
    current: id === current,
    created_at: createdAt,
    seen_at: seenAt,
    user_agent: userAgent,
    network,
    application,
  })),
  sign_ins: signIns.map(presentTry),
  failed: failed.map(presentTry),
});

const presentTry = ({ at, outcome, userAgent, network }: SignInTryLine): SignInTry => ({
  at,
  outcome,
  user_agent: userAgent,
  network,
});
