import type { NewJob } from "../../kernel/jobs/job-store.port.ts";
import type { KeptFile } from "../chat/index.ts";
import type { ReceivedPart, SmsReportedState } from "./sms-gateway.port.ts";

export type SmsState = "queued" | SmsReportedState | "received";

/** One of the company's numbers that takes text messages, and the people who share it (SMS-11). */
export interface SmsNumber {
  readonly id: number;
  /** E.164 */
  readonly number: string;
  readonly name: string;
  readonly people: ReadonlySet<number>;
}

export interface SmsPerson {
  readonly id: number;
  readonly name: string;
}

export interface StoredSms {
  readonly id: number;
  readonly conversationId: number;
  /** Its place in the conversation, from 1 and without gaps. */
  readonly n: number;
  readonly direction: "in" | "out";
  readonly text: string;
  readonly state: SmsState;
  /** Of a failure: the gateway's code. */
  readonly cause: string;
  /** The person of the company who wrote it; undefined: nobody, or a person who was removed. */
  readonly by: SmsPerson | undefined;
  /** The address of who wrote it as the answer to a forwarded e-mail. */
  readonly byEmail: string | undefined;
  readonly clientId: string | undefined;
  readonly isAutomatic: boolean;
  readonly segments: number;
  readonly at: number;
  readonly files: readonly StoredSmsFile[];
}

/** A file of a message, or one that was uploaded for a message. */
export interface StoredSmsFile extends KeptFile {
  readonly id: string;
  readonly realmId: number;
  /** The person who uploaded it; undefined for an incoming file. */
  readonly userId: number | undefined;
  /** Undefined until it is sent. */
  readonly messageId: number | undefined;
  readonly name: string;
  readonly uploadedAt: number;
}

/** Files of messages. When a promise resolves, the change is durable. */
export interface SmsFileStore {
  add(file: StoredSmsFile & { readonly place: number }): Promise<void>;
  find(id: string): Promise<StoredSmsFile | undefined>;
  /** Only one that this person uploaded and did not send. @returns whether it was there */
  remove(id: string, userId: number): Promise<boolean>;
  /** Those that were not sent, from before a time. @returns their ids */
  removeUnsent(before: number, most: number): Promise<readonly string[]>;
}

export interface SmsPair {
  readonly realmId: number;
  /** The company's number. */
  readonly did: string;
  /** The other's number. */
  readonly customer: string;
}

export interface SmsConversation extends SmsPair {
  readonly id: number;
  /** The place of the last message. */
  readonly n: number;
  readonly updatedAt: number;
  /** SMS-30: the other wants no messages. */
  readonly isStopped: boolean;
  readonly claimedBy: SmsPerson | undefined;
  readonly claimedAt: number | undefined;
}

export interface ListedSmsConversation extends SmsConversation {
  readonly unread: number;
  readonly last: StoredSms | undefined;
}

export interface SmsPageQuery {
  readonly realmId: number;
  readonly dids: readonly string[];
  readonly userId: number;
  readonly sort: "lm" | "name";
  readonly descending: boolean;
  /** Digits or letters of the other's number. */
  readonly search: string;
  /** Numbers that fit the search as well: those of contacts with such a name. */
  readonly named: readonly string[];
  readonly limit: number;
  readonly offset: number;
}

export interface NewSms extends SmsPair {
  readonly text: string;
  readonly segments: number;
  readonly at: number;
}

export interface WrittenSms extends NewSms {
  /** Not a person or an address: an automatic answer. */
  readonly by: {
    readonly userId: number | undefined;
    readonly email?: string | undefined;
    readonly clientId: string;
  };
  /** Ids of files that the person uploaded and did not send yet. */
  readonly files: readonly string[];
  /** Messages of a number in a minute. */
  readonly mostPerMinute: number;
  readonly job: (messageId: number) => NewJob;
}

export interface ReceivedSms extends NewSms {
  readonly reference: string;
  /** SMS-30; undefined: as before. */
  readonly isStopped: boolean | undefined;
  readonly jobs: ReadonlyArray<(messageId: number) => NewJob>;
}

/** A message by e-mail to one address, in lower case. */
export interface ForwardedSms {
  readonly messageId: number;
  readonly realmId: number;
  readonly did: string;
  readonly address: string;
  readonly at: number;
  /** Sends the mail. */
  readonly job: NewJob;
  /** Of the number to the address since `since`. */
  readonly most: number;
  readonly since: number;
}

/** Parts of messages that are not complete yet. When a promise resolves, the change is durable. */
export interface SmsPartStore {
  /** Stores a part, and the job if it is the first of its group. A place is stored once. @returns the parts of the group, in order */
  add(part: Omit<ReceivedPart, "reference"> & { readonly at: number }, job: NewJob): Promise<readonly StoredPart[]>;
  of(group: Pick<ReceivedPart, "from" | "to" | "group">): Promise<readonly StoredPart[]>;
  remove(ids: readonly number[]): Promise<void>;
}

export interface StoredPart {
  readonly id: number;
  readonly total: number;
  readonly n: number;
  readonly text: string;
  readonly at: number;
}

/** Conversations by text message of all companies. When a promise resolves, the change is durable. */
export interface SmsStore {
  /** Sorted by number. */
  numbers(realmId: number): Promise<readonly SmsNumber[]>;
  /** Companies in which this is a number that takes text messages. */
  realmsOf(did: string): Promise<ReadonlyArray<{ readonly id: number; readonly name: string }>>;
  /** `unread`: of all these numbers, whatever is searched. */
  page(query: SmsPageQuery): Promise<{
    readonly total: number;
    readonly unread: number;
    readonly conversations: readonly ListedSmsConversation[];
  }>;
  conversation(id: number, userId: number): Promise<ListedSmsConversation | undefined>;
  /** The latest before `before`, in their order. */
  history(query: {
    readonly conversationId: number;
    readonly before: number | undefined;
    readonly limit: number;
  }): Promise<readonly StoredSms[]>;
  /** Stores a message and the job that sends it. The same client id of the same person gives the first message again. */
  write(message: WrittenSms): Promise<StoredSms | "stopped" | "tooMany" | "noFiles">;
  /** Stores a message and the jobs that answer it and pass it on. Undefined: a message with this reference is stored already. */
  receive(message: ReceivedSms): Promise<SmsConversation | undefined>;
  /** SMS-41, SMS-42: stores the mail and that it is stored, once. */
  forward(forwarded: ForwardedSms): Promise<"stored" | "known" | "tooMany">;
  forwardedSince(of: Pick<ForwardedSms, "did" | "address" | "since">): Promise<number>;
  /** Messages of a conversation that were written by e-mail. */
  emailedSince(conversationId: number, at: number): Promise<number>;
  /** Automatic answers in a conversation. */
  automaticSince(conversationId: number, at: number): Promise<number>;
  message(
    messageId: number,
  ): Promise<{ readonly message: StoredSms; readonly conversation: SmsConversation } | undefined>;
  /** SMS-16: `unknown` if no message has such a reference; undefined if the message is not there, or has this state or a later one. */
  settle(
    of:
      | { readonly messageId: number }
      | {
          /** Spellings of one reference, the likeliest first. */
          readonly references: readonly string[];
          readonly between?: { readonly did: string; readonly customer: string } | undefined;
        },
    to: {
      readonly state: SmsReportedState;
      readonly cause: string;
      readonly reference?: string | undefined;
      /** References of its parts; each part is reported separately. */
      readonly parts?: readonly string[] | undefined;
    },
  ): Promise<SmsConversation | "unknown" | undefined>;
  /** SMS-19: `holder` holds it now; false if somebody else does. */
  claim(
    conversationId: number,
    change: { readonly holder: number | undefined; readonly userId: number | undefined; readonly at: number },
  ): Promise<boolean>;
  /** Forward only. */
  read(conversationId: number, userId: number, n: number): Promise<void>;
  readonly templates: SmsTemplateStore;
  readonly drafts: SmsDraftStore;
}

/** Unsent texts of people. When a promise resolves, the change is durable. */
export interface SmsDraftStore {
  /** Of a person, in conversations of these numbers of their company; also those that were emptied. */
  of(of: {
    readonly userId: number;
    readonly realmId: number;
    readonly dids: readonly string[];
  }): Promise<readonly StoredSmsDraft[]>;
  /** Replaces one with a smaller version. @returns what is kept; undefined: there are `most` others already */
  save(userId: number, draft: StoredSmsDraft, most: number): Promise<StoredSmsDraft | undefined>;
}

export interface StoredSmsDraft {
  readonly conversationId: number;
  readonly text: string;
  readonly version: number;
}

/** A text that a company keeps for messages. */
export interface SmsTemplate {
  readonly id: number;
  readonly name: string;
  readonly text: string;
}

/** `taken`: another template of the company has the name, in capital or small letters. */
export interface SmsTemplateStore {
  /** Sorted by name. */
  of(realmId: number): Promise<readonly SmsTemplate[]>;
  /** `full`: there are `limit` already. */
  add(
    template: Omit<SmsTemplate, "id"> & { readonly realmId: number; readonly limit: number },
  ): Promise<"kept" | "full" | "taken">;
  /** `gone`: there is no such template in the company. */
  change(template: SmsTemplate & { readonly realmId: number }): Promise<"kept" | "gone" | "taken">;
  remove(realmId: number, id: number): Promise<boolean>;
}
