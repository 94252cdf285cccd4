import type { Generated } from "kysely";
import type { SignInTables } from "./sign-in/sign-in-tables.ts";

/** Flags are 0 or 1 and times are milliseconds since the epoch, in every kind of database. */
type Flag = 0 | 1;
type Ms = number;

export interface Tables extends SignInTables {
  realms: { id: Generated<number>; name: string; company: string };
  users: {
    id: Generated<number>;
    realm_id: number;
    /** Folded. Unique over all realms, since people sign in with the username only. */
    username: string;
    first_name: string;
    last_name: string;
    /** The folded name: accents and case do not change the order. */
    sort_name: string;
    email: string;
    department: string | null;
    may_use_panel: Flag;
    suspended: Generated<Flag>;
  };
  groups: { id: Generated<number>; realm_id: number; name: string };
  group_members: { group_id: number; user_id: number };
  /** `target` is empty where the rule applies to everything. */
  group_permissions: { group_id: number; module: string; rule: string; target: string };
  user_permissions: { user_id: number; module: string; rule: string; target: string };
  numbers: {
    id: Generated<number>;
    realm_id: number;
    number: string;
    kind: string;
    name: string;
    /** Owner of the extension, for kind `user`. */
    user_id: number | null;
    /** Further fields of the kind, as JSON. */
    details: string;
    e164: string | null;
    /** Name, username and number folded, for searches. */
    search_text: string;
  };
  /** One row for each of `REVISION_OF`. */
  revisions: { id: number; revision: number };
  /** The people who were changed by a revision of the company; 0: anything may have changed. */
  company_changes: { revision: number; user_id: number };
  push_subscriptions: {
    endpoint: string;
    user_id: number;
    session_id: string;
    p256dh: string;
    auth: string;
    locale: string;
    created_at: Ms;
  };
  /** The people that a user watches, sorted by `sort`. */
  watched_buddies: { user_id: number; buddy_id: number; sort: number };
  pictures: {
    id: Generated<number>;
    user_id: number;
    /** Part of the URL; cannot be guessed. */
    key: string;
    /** Set for at most one picture of a user. */
    is_active: Flag;
    updated_at: Ms;
    /** JPEG, 256 and 64 px square. */
    large: Uint8Array;
    small: Uint8Array;
  };
  /** Settings of people's panels, as JSON. */
  personal_settings: { user_id: number; name: string; value: string };
  contacts: ContactTable;
  /** Keys to find contacts by exact value: `number` in E.164, `email` and `name` folded. */
  contact_keys: {
    contact_id: number;
    realm_id: number;
    /** Owner of the contact. */
    owner_id: number | null;
    /** Position among the contact's keys of the same kind. */
    position: number;
    kind: string;
    value: string;
  };
  /** JPEG, 256 and 64 px square. */
  contact_images: { contact_id: number; key: string; large: Uint8Array; small: Uint8Array };
  contact_tags: {
    id: Generated<number>;
    realm_id: number;
    /** Null: shared by the company. */
    owner_id: number | null;
    name: string;
    folded_name: string;
    color: string | null;
  };
  contact_tag_links: { contact_id: number; tag_id: number };
  /** Incremented by every transaction that writes contacts of the realm. */
  contact_revisions: { realm_id: number; revision: number };
  /** Ids of contacts that were written or removed, by revision. */
  contact_changes: { realm_id: number; revision: number; contact_id: number };
  /** A person's call handling as JSON, and the revision at which it was last changed. */
  call_handling: { user_id: number; settings: string; revision: number };
  /** Blocked numbers of people; `match` is unique for each user. */
  blacklists: { id: Generated<number>; user_id: number; name: string; number: string; match: string };
  /** The active option of a toggle destination; the first option where there is no row. */
  toggle_states: { realm_id: number; number: string; active: string };
  /** Items of a realm by kind; fields of the kind as JSON. */
  realm_items: { id: Generated<number>; realm_id: number; kind: string; name: string; details: string };
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
    answered_by: string | null;
    /** The service of the phone system that the caller reached; null for a person or an outside number. */
    destination: string | null;
    /** The call's numbers and names, folded, for searches. */
    words: string;
  };
  /** People of the company who were in a call or forwarded it, with the call's time: a person's history is read from this. */
  call_parties: { user_id: number; started_at: Ms; cdr_id: number };
  /** Calls per day (UTC) of a person or, with user 0, of the whole realm; for totals and deep pages. */
  call_counts: { realm: string; user_id: number; day: number; calls: number };
  /** Groups of people who were in calls together: `people` are their sorted ids, separated by commas. */
  call_group_members: { user_id: number; people: string };
  /** Calls per day with exactly these people. */
  call_group_counts: { people: string; day: number; calls: number };
  /** A leg of the earlier call was moved to the later one. */
  call_links: { earlier: string; later: string };
  /** When people of the company last talked to a number, as `numberKey` writes it. */
  last_talks: { realm: string; number: string; answered_at: number };
  /** Archives of call recordings that people have requested. */
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
  /** The recordings of an archive, in order; `people` are the ids of those who were in the call, separated by commas. */
  recording_archive_items: {
    archive_id: string;
    place: number;
    recording_id: string;
    name: string;
    started_at: Ms;
    people: string;
  };
  /** Server processes; `adopter` is the one that adopts the unfinished rows of an ended process. */
  instances: { id: string; lease_until: Ms; adopter: string | null };
  /** Keys of the server itself, encrypted. */
  server_keys: { name: string; value: string };
  /** Settings and facts of the whole server. */
  server_settings: { name: string; value: string };
  /** Entries that servers keep for minutes (kernel/short-lived); values are sealed. */
  short_lived: { kind: string; entry: string; value: string; expires_at: Ms; holds_until: Ms };
  /** Sounds that an instance is storing now. */
  sound_claims: { claim: string; sound_id: string; owner: string };
  recordings: {
    /** Also the file's name. */
    id: string;
    /** Id of the instance that records it. */
    owner: string;
    realm: string;
    /** The call in which it began. */
    call_id: string;
    /** The person on the recorded leg. */
    user_id: number | null;
    /** 1: people of that call may not hear it (CONF-35). */
    closed: Generated<number>;
    /** SIP username of the person who started it. */
    started_by: string;
    started_at: Ms;
    /** Null while the recording is in progress. */
    duration_ms: number | null;
    bytes: number | null;
    /** Pauses, as JSON. */
    marks: string;
    failure: string | null;
  };
  /** Files of the sound store; `id` is the SHA-256 of the bytes. */
  sounds: { id: string; type: string; bytes: number; duration_ms: number };
  /** What a sound is kept for. */
  sound_holders: { sound_id: string; kind: string; holder: string; account: string | null };
  /** The parts of recordings that belong to a call; a recorded leg can be moved from call to call. */
  recording_parts: { call_id: string; recording_id: string; offset_ms: number; duration_ms: number };
  announcements: {
    id: Generated<number>;
    realm_id: number;
    /** The number is in `numbers` too. */
    number: string;
    name: string;
    pin: string;
    language: string;
    /** A number of the realm, or empty. */
    post_destination: string;
    /** Text to speak; empty: the sound was uploaded. */
    body: string;
    body_type: string;
    tts_language: string;
    voice: string;
    voice_category: string;
    pitch: number;
    speed: number;
    volume_gain_db: number;
    /** Name and number folded, for searches. */
    search_text: string;
    /** Id in the sound store; the announcement holds the sound. */
    sound_id: string | null;
    duration_ms: number | null;
  };
  /** Jobs to run later (kernel/jobs). */
  jobs: {
    id: Generated<number>;
    kind: string;
    /** JSON */
    payload: string;
    /** Of a running job: when its lease expires. */
    run_at: Ms;
    tries: number;
    holder: string | null;
    /** Error of the last try. */
    error: string | null;
    /** When the job was given up. */
    dead_at: Ms | null;
  };
  /** Answered calls in progress; `record` is the call record so far, `recordings` are ids of recordings, both as JSON. */
  open_calls: { call_id: string; owner: string; record: string; recordings: string; seen_at: Ms };
  /** Outside calls of the last hour, by the person responsible; 0 is the company. */
  outside_calls: { id: Generated<number>; user_id: number; begun_at: Ms };
  voicemails: VoicemailTable;
  /** Settings of voicemail boxes, as JSON; no row where everything has its default. */
  voicemail_boxes: { user_id: number; settings: string; pin_hash: string | null };
  voicemail_greetings: {
    id: Generated<number>;
    box_id: number;
    type: string;
    /** Id in the sound store. */
    sound: string;
    /** Null: in use. */
    archive_name: string | null;
    spoken_text: string | null;
    spoken_voice: string | null;
    duration_ms: number;
    made_at: Ms;
  };
}

interface VoicemailTable {
  id: Generated<number>;
  /** The user who owns the box. */
  box_id: number;
  folder: string;
  /** Empty in the folders that every box has. */
  own_folder: string;
  /** Empty where the message is not archived. */
  archive_name: string;
  caller_name: string;
  caller_number: string;
  caller_user_id: number | null;
  call_id: string;
  /** Id in the sound store. */
  sound: string;
  left_at: Ms;
  duration_ms: number;
  favorite: Flag;
  urgent: Generated<Flag>;
  /** Transcription and summary of the sound, as JSON. */
  texts: string;
  translation_language: string;
  /** Empty if there is no category. */
  category: string;
  /** Name and number, folded and shortened: accents and case do not change the order. */
  sort_caller: string;
  /** Caller, words and summary folded, for searches. */
  search_text: string;
}

interface ContactTable {
  id: Generated<number>;
  realm_id: number;
  /** Owner of a personal contact; null: shared. */
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
  /** The folded name: accents and case do not change the order. */
  sort_name: string;
  /** Name, company, addresses and numbers folded, for searches. */
  search_text: string;
}
/** Ids of counters that are incremented by every change, so that other processes notice it. */
export const REVISION_OF = { company: 1, callHandling: 2, toggles: 3, sipCredentials: 10 } as const;

export const toFlag = (value: boolean): Flag => (value ? 1 : 0);
