import type { Generated } from "kysely";

export type ChatTables = {
  chat_rooms: {
    id: Generated<number>;
    realm_id: number;
    /** c, p or d */
    type: string;
    name: string;
    folded_name: string;
    topic: string;
    read_only: 0 | 1;
    archived_at: number | null;
    created_at: number;
    /** Of direct conversations: the people, so that there is one for the same people. */
    direct_key: string | null;
    /** Grows with every change of the room or its members. */
    rev: number;
    /** Grows whenever somebody becomes a member or is one no longer. */
    members_rev: number;
    /** The last sequence number of a change of a message. */
    seq: number;
    /** The place of the last message. */
    n: number;
    /** Of the last message, or of the creation. */
    updated_at: number;
    /** The room's own limit, as `keptDays` reads it; null: that of the company. */
    keep_days: number | null;
    /** Place and number of the first message that is kept. */
    first_n: Generated<number>;
    first_number: Generated<number>;
  };
  chat_members: {
    room_id: number;
    user_id: number;
    role: string;
    /** On the person's list. */
    open: 0 | 1;
    notify: string;
    rev: number;
    read_n: number;
    joined_at: number;
  };
  chat_messages: {
    /** Also the row of `chat_words`. */
    id: Generated<number>;
    room_id: number;
    /** The message's id inside its room: the sequence number with which it was sent. */
    number: number;
    seq: number;
    /** `number` of the message that it answers; 0: none. */
    thread: number;
    n: number;
    /** No reference: messages stay when an account is removed. */
    sender_id: number;
    sender_name: string;
    client_id: string;
    sent_at: number;
    edited_at: number | null;
    deleted: 0 | 1;
    text: string;
    /** User ids, JSON. */
    mentions: string;
    mentions_all: 0 | 1;
    /** As on the wire, JSON. */
    files: string;
    reactions: string;
    pinned_by: number | null;
    replies: string | null;
    /** A line of the phone system, JSON. */
    call: string | null;
  };
  /** Places of messages that name a person; user 0: everybody. */
  chat_mentions: { room_id: number; user_id: number; n: number };
  chat_follows: { room_id: number; thread: number; user_id: number; read_n: number };
  chat_saved: { user_id: number; room_id: number; number: number; saved_at: number };
  chat_drafts: { user_id: number; room_id: number; thread: number; text: string; version: number };
  chat_files: {
    id: string;
    room_id: number;
    user_id: number;
    /** The message that has it; null: not sent yet. */
    message: number | null;
    name: string;
    bytes: number;
    kind: string;
    type: string;
    width: number | null;
    height: number | null;
    /** Ids in the store of sounds: the file, and pictures as they are shown. */
    whole: string;
    shown: string | null;
    thumbnail: string | null;
    uploaded_at: number;
  };
  chat_presences: {
    user_id: number;
    status: string;
    message: string;
    type_id: number | null;
    /** Shown as busy while on a call. */
    busy_on_calls: Generated<0 | 1>;
    /** Missed calls and voicemail are in direct conversations. */
    call_lines: Generated<0 | 1>;
  };
  chat_presence_types: { id: Generated<number>; realm_id: number; name: string; folded_name: string; type: string };
  /** Notifications that browsers show while a person has no page open. `thread` 0: of the room itself. */
  chat_pushed: { user_id: number; tag: string; message: number; n: number; thread: number };
  /** Devices of people that are connected to a server, how many of them are idle, and answered calls on its telephones. */
  chat_devices: { server: string; user_id: number; devices: number; idle: number; calls: Generated<number> };
};
