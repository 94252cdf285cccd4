import type { Generated } from "kysely";

export type SmsTables = {
  sms_conversations: {
    id: Generated<number>;
    realm_id: number;
    /** The company's number and the other's, in E.164; the other's may be a short code or a name. */
    did: string;
    customer: string;
    /** The place of the last message. */
    n: number;
    /** Of the last message. */
    updated_at: number;
    is_stopped: 0 | 1;
    claimed_by: number | null;
    claimed_at: number | null;
  };
  sms_messages: {
    id: Generated<number>;
    conversation_id: number;
    n: number;
    direction: string;
    text: string;
    state: string;
    cause: string;
    user_id: number | null;
    client_id: string | null;
    /** By which the gateway names it. */
    reference: string | null;
    is_automatic: 0 | 1;
    segments: number;
    sent_at: number;
    /** The person who answered a forwarded e-mail with it. */
    by_email: string | null;
  };
  sms_files: {
    id: string;
    realm_id: number;
    /** The person who uploaded it; null for an incoming file. */
    user_id: number | null;
    /** Null until it is sent. */
    message_id: number | null;
    /** In the message, from 0. */
    place: number;
    name: string;
    kind: string;
    type: string;
    bytes: number;
    width: number | null;
    height: number | null;
    whole: string;
    shown: string | null;
    thumbnail: string | null;
    uploaded_at: number;
  };
  sms_templates: { id: Generated<number>; realm_id: number; name: string; text: string };
  /** Messages that went by e-mail. */
  sms_forwards: { message_id: number; address: string; did: string; at: number };
  /** Parts of a message that was sent, each with the name that the gateway gave it. */
  sms_sent_parts: { message_id: number; place: number; reference: string; state: string; cause: string };
  /** Parts of messages that are not complete yet. */
  sms_parts: {
    id: Generated<number>;
    sender: string;
    receiver: string;
    part_group: string;
    total: number;
    n: number;
    text: string;
    at: number;
  };
  sms_drafts: { user_id: number; conversation_id: number; text: string; version: number };
  sms_reads: { conversation_id: number; user_id: number; n: number };
};
