import type { Generated } from "kysely";

/** Times are milliseconds since the epoch. */
export interface SignInTables {
  credentials: {
    user_id: number;
    password_hash: string;
    is_demo: 0 | 1;
  };
  /** SIP secret of a session, or of a phone (which has a label). */
  sip_credentials: {
    id: string;
    user_id: number;
    session_id: string | null;
    label: string;
    ha1_md5: string;
    ha1_sha256: string;
    created_at: number;
    last_used_at: number | null;
    /** User agent of the last use. */
    user_agent: string;
    address: string;
  };
  sessions: {
    id: string;
    user_id: number;
    client_id: string;
    scope: string;
    created_at: number;
    expires_at: number;
    revoked_at: number | null;
    /** The session that made the sign-in link with which this session was opened. */
    opened_by: string | null;
    network: string;
    user_agent: string;
  };
  /** The latest sign-ins of people, successful (`failed` 0) and not. */
  sign_ins: {
    id: Generated<number>;
    user_id: number;
    at: number;
    failed: number;
    outcome: string;
    network: string;
    user_agent: string;
  };
  tokens: {
    digest: string;
    kind: string;
    session_id: string;
    created_at: number;
    expires_at: number;
    used_at: number | null;
    parent: string | null;
  };
  authorization_codes: {
    digest: string;
    user_id: number;
    client_id: string;
    redirect_uri: string;
    challenge: string;
    expires_at: number;
    used_at: number | null;
    session_id: string | null;
  };
  /** Only the digest of a sign-in link's token is stored. */
  sign_in_links: {
    digest: string;
    user_id: number;
    /** The session that made the link. Null in links from earlier versions, which are not valid. */
    session_id: string | null;
    password_mark: string;
    created_at: number;
    expires_at: number;
  };
  /** Links with which people choose a password; only the digest of a token is stored. */
  invitations: { user_id: number; digest: string; created_at: number; expires_at: number };
  second_factors: {
    user_id: number;
    enabled: 0 | 1;
    method: string;
    /** Base32 */
    secret: string;
    phone: string;
    email: string;
    last_step: number;
  };
  /** Codes that are not used yet. */
  backup_codes: { user_id: number; digest: string };
  /** Places from which people have signed in successfully, as digests. */
  known_places: { place: string; holder: string; seen_at: number };
  /** Wrong PINs by telephone; `holder` is a box or an announcement, `mark` identifies the PIN that was valid then. */
  pin_tries: { kind: string; holder: string; mark: string; failures: number; failed_at: number; locked_until: number };
}
