import type { Generated } from "kysely";

/** Flags are 0 or 1 and times are milliseconds since the epoch, on every database alike. */
type Flag = 0 | 1;
type Ms = number;

export interface Tables {
  realms: { id: Generated<number>; name: string; company: string };
  users: {
    id: Generated<number>;
    realm_id: number;
    /** Folded; unique over all realms, since one signs in by it alone. */
    username: string;
    first_name: string;
    last_name: string;
    /** The name folded: accents and case do not change the order. */
    sort_name: string;
    email: string;
    department: string | null;
    may_use_panel: Flag;
  };
  credentials: {
    user_id: number;
    password_hash: string;
    is_demo: Flag;
  };
  /** Of a session, or of a phone, which has a label. */
  sip_credentials: {
    id: string;
    user_id: number;
    session_id: string | null;
    label: string;
    ha1_md5: string;
    ha1_sha256: string;
    created_at: Ms;
    last_used_at: Ms | null;
    /** As it was when it was last used. */
    user_agent: string;
    address: string;
  };
  groups: { id: Generated<number>; realm_id: number; name: string };
  group_members: { group_id: number; user_id: number };
  /** `target` is empty where the rule holds for everything. */
  group_permissions: { group_id: number; module: string; rule: string; target: string };
  user_permissions: { user_id: number; module: string; rule: string; target: string };
  numbers: {
    id: Generated<number>;
    realm_id: number;
    number: string;
    kind: string;
    name: string;
    /** Whose extension it is, for kind `user`. */
    user_id: number | null;
    /** What else its kind needs, as JSON. */
    details: string;
    e164: string | null;
    /** Name, username and number folded, to search in. */
    search_text: string;
  };
  /** One row for each of `REVISION_OF`. */
  revisions: { id: number; revision: number };
  sessions: {
    id: string;
    user_id: number;
    client_id: string;
    scope: string;
    created_at: Ms;
    expires_at: Ms;
    revoked_at: Ms | null;
    /** The session whose sign-in link opened this one. */
    opened_by: string | null;
  };
  tokens: {
    digest: string;
    kind: string;
    session_id: string;
    created_at: Ms;
    expires_at: Ms;
    used_at: Ms | null;
    parent: string | null;
  };
  authorization_codes: {
    digest: string;
    user_id: number;
    client_id: string;
    redirect_uri: string;
    challenge: string;
    expires_at: Ms;
    used_at: Ms | null;
    session_id: string | null;
  };
  push_subscriptions: {
    endpoint: string;
    user_id: number;
    session_id: string;
    p256dh: string;
    auth: string;
    locale: string;
    created_at: Ms;
  };
  /** Of a sign-in link only the digest of its token is kept. */
  sign_in_links: {
    digest: string;
    user_id: number;
    /** That it was made in; a link that is older than this column has none, and does not hold. */
    session_id: string | null;
    password_mark: string;
    created_at: Ms;
    expires_at: Ms;
  };
  /** Whom a user watches; shown from the lowest `sort` to the highest. */
  watched_buddies: { user_id: number; buddy_id: number; sort: number };
  pictures: {
    id: Generated<number>;
    user_id: number;
    /** Stands in the address; cannot be guessed. */
    key: string;
    /** At most one of a user is. */
    is_active: Flag;
    updated_at: Ms;
    /** JPEG, 256 and 64 px square. */
    large: Uint8Array;
    small: Uint8Array;
  };
  /** What people have set for their panels, as JSON. */
  personal_settings: { user_id: number; name: string; value: string };
  contacts: ContactTable;
  /** What contacts are found by exactly: `number` in E.164, `email` and `name` folded. */
  contact_keys: {
    contact_id: number;
    realm_id: number;
    /** The contact's. */
    owner_id: number | null;
    /** Among those of its kind. */
    position: number;
    kind: string;
    value: string;
  };
  /** JPEG, 256 and 64 px square. */
  contact_images: { contact_id: number; key: string; large: Uint8Array; small: Uint8Array };
  contact_tags: {
    id: Generated<number>;
    realm_id: number;
    /** Null: the company's. */
    owner_id: number | null;
    name: string;
    folded_name: string;
    color: string | null;
  };
  contact_tag_links: { contact_id: number; tag_id: number };
  /** Grows with every transaction that writes contacts of the realm. */
  contact_revisions: { realm_id: number; revision: number };
  /** Which contacts were written, or removed, at a revision. */
  contact_changes: { realm_id: number; revision: number; contact_id: number };
  /** How calls reach people: what they have set, as JSON, and the revision at which it was last changed. */
  call_handling: { user_id: number; settings: string; revision: number };
  /** Numbers that people have blocked; `match` is unique for each of them. */
  blacklists: { id: Generated<number>; user_id: number; name: string; number: string; match: string };
  /** Which option of a toggle destination is active; the first where nothing is written. */
  toggle_states: { realm_id: number; number: string; active: string };
  /** What belongs to a realm as a whole, by kind; the rest of it as JSON. */
  realm_items: { id: Generated<number>; realm_id: number; kind: string; name: string; details: string };
  second_factors: {
    user_id: number;
    enabled: Flag;
    method: string;
    /** Base32 */
    secret: string;
    phone: string;
    email: string;
    last_step: number;
  };
  /** Those not used yet. */
  backup_codes: { user_id: number; digest: string };
  cdrs: {
    id: Generated<number>;
    call_id: string;
    realm: string;
    started_at: Ms;
    answered_at: Ms | null;
    ended_at: Ms;
    from_number: string;
    from_name: string;
    from_user_id: number | null;
    to_number: string;
    to_name: string;
    to_user_id: number | null;
    dialled_number: string;
    direction: string;
    disposition: string;
    failed: Flag;
    ended_by: string;
    end_reason: string;
    sip_status: number;
    quality: string | null;
    forwarded_by: string | null;
    sent_by: string | null;
    listened_by: string | null;
    diverted_from: string | null;
    /** What the phone system itself was to the caller; null for a person or a number outside. */
    destination: string | null;
    /** Its numbers and names as they are searched. */
    words: string;
  };
  /** Who of the company was in a call, or forwarded it, with the call's own time: what a person's history is read from. */
  call_parties: { user_id: number; started_at: Ms; cdr_id: number };
  /** Calls a day (of UTC), of a person or, with user 0, of the whole realm: what totals and deep pages are counted by. */
  call_counts: { realm: string; user_id: number; day: number; calls: number };
  /** People who were in calls together: `people` are their ids in order, separated by commas. */
  call_group_members: { user_id: number; people: string };
  /** Calls a day of exactly these people. */
  call_group_counts: { people: string; day: number; calls: number };
  /** A leg of the earlier call was in the later one. */
  call_links: { earlier: string; later: string };
  /** Recordings of calls that are packed for somebody. */
  recording_archives: {
    id: string;
    realm: string;
    user_id: number;
    state: string;
    total: number;
    packed: number;
    missing: number;
    bytes: number;
    failure: string | null;
    began_at: Ms;
    ended_at: Ms | null;
  };
  /** Which, in their order; `people` are the ids of those who were in the call, separated by commas. */
  recording_archive_items: {
    archive_id: string;
    place: number;
    recording_id: string;
    name: string;
    started_at: Ms;
    people: string;
  };
  /** Server processes; `adopter` is the one that adopts what an ended one left. */
  instances: { id: string; lease_until: Ms; adopter: string | null };
  /** Keys of the server itself, sealed. */
  server_keys: { name: string; value: string };
  /** Sounds that an instance is storing. */
  sound_claims: { claim: string; sound_id: string; owner: string };
  recordings: {
    /** Also the file's name. */
    id: string;
    /** The instance that records it. */
    owner: string;
    realm: string;
    /** The call in which it began. */
    call_id: string;
    /** Whose side was recorded. */
    user_id: number | null;
    /** SIP username of whoever asked for it. */
    started_by: string;
    started_at: Ms;
    /** Null while it is under way. */
    duration_ms: number | null;
    bytes: number | null;
    /** Pauses, as JSON. */
    marks: string;
    failure: string | null;
  };
  /** What lies in the sound store; `id` is the SHA-256 of its bytes. */
  sounds: { id: string; type: string; bytes: number; duration_ms: number };
  /** Who a sound is kept for. */
  sound_holders: { sound_id: string; kind: string; holder: string; account: string | null };
  /** The parts of recordings that belong to a call; a recorded leg may go from call to call. */
  recording_parts: { call_id: string; recording_id: string; offset_ms: number; duration_ms: number };
  announcements: {
    id: Generated<number>;
    realm_id: number;
    /** In `numbers` too. */
    number: string;
    name: string;
    pin: string;
    language: string;
    /** A number of the realm, or empty. */
    post_destination: string;
    /** What is spoken; empty: the sound was uploaded. */
    body: string;
    body_type: string;
    tts_language: string;
    voice: string;
    voice_category: string;
    pitch: number;
    speed: number;
    volume_gain_db: number;
    /** Name and number folded, to search in. */
    search_text: string;
    /** In the sound store, held by the announcement. */
    sound_id: string | null;
    duration_ms: number | null;
  };
  /** Work that is done later (kernel/jobs). */
  jobs: {
    id: Generated<number>;
    kind: string;
    /** JSON */
    payload: string;
    /** Of a job that somebody works on: when their lease runs out. */
    run_at: Ms;
    tries: number;
    holder: string | null;
    /** Of the last try. */
    error: string | null;
    /** When it was given up. */
    dead_at: Ms | null;
  };
  /** Wrong tries at PINs by telephone; `holder` is a box or announcement, `mark` of the PIN they were made at. */
  pin_tries: { kind: string; holder: string; mark: string; failures: number; failed_at: Ms; locked_until: Ms };
  /** Answered calls under way; `record` is the call record it would have, `recordings` ids of recordings, both as JSON. */
  open_calls: { call_id: string; owner: string; record: string; recordings: string; seen_at: Ms };
  /** From where somebody signed in rightly; digests. */
  known_places: { place: string; holder: string; seen_at: Ms };
  /** Of the last hour, by whoever is responsible; 0 is the company. */
  outside_calls: { id: Generated<number>; user_id: number; begun_at: Ms };
  voicemails: VoicemailTable;
  /** What people have set for their boxes, as JSON; no row where nothing is set. */
  voicemail_boxes: { user_id: number; settings: string; pin_hash: string | null };
  voicemail_greetings: {
    id: Generated<number>;
    box_id: number;
    type: string;
    /** Of the sound store. */
    sound: string;
    /** Null: it is in use. */
    archive_name: string | null;
    spoken_text: string | null;
    spoken_voice: string | null;
    duration_ms: number;
    made_at: Ms;
  };
}

interface VoicemailTable {
  id: Generated<number>;
  /** Whose it is. */
  box_id: number;
  folder: string;
  /** Empty in the folders that everybody has. */
  own_folder: string;
  /** Empty where it is not archived. */
  archive_name: string;
  caller_name: string;
  caller_number: string;
  caller_user_id: number | null;
  call_id: string;
  /** Of the sound store. */
  sound: string;
  left_at: Ms;
  duration_ms: number;
  favorite: Flag;
  urgent: Generated<Flag>;
  /** What was made of the sound, as JSON. */
  texts: string;
  translation_language: string;
  /** Empty while there is none. */
  category: string;
  /** Name and number folded, and short: accents and case do not change the order. */
  sort_caller: string;
  /** Caller, words and summary folded, to search in. */
  search_text: string;
}

interface ContactTable {
  id: Generated<number>;
  realm_id: number;
  /** Whose personal contact it is; null: shared. */
  owner_id: number | null;
  first_name: string;
  last_name: string;
  company: string;
  job_title: string;
  address_type: string;
  street: string;
  city: string;
  state: string;
  postal_code: string;
  country: string;
  /** JSON, numbers in E.164. */
  phone_numbers: string;
  emails: string;
  use_as_callerid: Flag;
  number_count: number;
  /** The name folded: accents and case do not change the order. */
  sort_name: string;
  /** Name, company, addresses and numbers folded, to search in. */
  search_text: string;
}
/** Counters that grow with every change, by which other processes see that there was one. */
export const REVISION_OF = { company: 1, callHandling: 2, toggles: 3, sipCredentials: 10 } as const;

export const toFlag = (value: boolean): Flag => (value ? 1 : 0);
