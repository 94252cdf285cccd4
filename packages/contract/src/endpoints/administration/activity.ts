/** What happens on the system, for those who administer it (docs/spec/administration-activity.md). */
import * as z from "zod/mini";
import { managesArea, seesArea } from "../../administration/rights.policy.ts";
import { defineEndpoint } from "../../endpoint.ts";
import type { Demand } from "../../demand.ts";
import { limitSchema, searchSchema, startSchema } from "../paging.ts";

const time = z.number(); // ms since epoch
/** Nothing of it is changed, so that one right is enough. */
const sees: Demand = { kind: "rule", module: "administration", rule: "show_activity" };

/** Facts of the whole machine, for the administrators of a server with one company (MACHINE-1). */
const machineUse = {
  memory_bytes: z.number(),
  /** Null: not known. */
  disk: z.nullable(z.object({ free_bytes: z.number(), total_bytes: z.number() })),
};
export const machineSchema = z.object({
  ...machineUse,
  /** `failed_at`: when that of the last night failed; null: it did not. */
  backup: z.object({ configured: z.boolean(), last_at: z.nullable(time), failed_at: z.nullable(time) }),
});

export const getOverview = defineEndpoint({
  method: "GET",
  path: "administration/overview",
  summary: "State of the system now",
  access: { kind: "any", of: [seesArea("company"), sees] },
  response: z.object({
    version: z.string(),
    started_at: time,
    registrations: z.number(),
    calls: z.number(),
    /** Callers who wait in queues. */
    waiting: z.number(),
    /** Conference rooms with somebody in them. */
    rooms: z.number(),
    lines: z.object({ registered: z.number(), total: z.number() }),
    /** Null: the server has several companies. */
    machine: z.nullable(machineSchema),
  }),
});

/** What leaves the server. */
export type OutgoingKind = "mail" | "push" | "sms";
const countSchema = z.object({ sent: z.number(), failed: z.number() });
export const sentSchema = z.object({ mail: countSchema, push: countSchema, sms: countSchema });
export type SentCounts = z.infer<typeof sentSchema>;

/** Kinds of jobs, each with a name on the page. */
export const JOB_KINDS = [
  "mail.send",
  "password.forgotten",
  "chat.callLine",
  "chat.erase",
  "sms.send",
  "sms.answer",
  "sms.forward",
  "sms.media",
  "sms.parts",
  "sms.receipt",
  "voicemail.notice",
  "voicemail.texts",
  "recordings.archive",
  "queueReports.due",
  "queueReports.send",
] as const;

export const jobSummarySchema = z.object({
  kind: z.string(),
  waiting: z.number(),
  /** Given up in the last 30 days. */
  failed: z.number(),
  /** When the next one is due; null: none waits. */
  next_at: z.nullable(time),
});
export type JobSummary = z.infer<typeof jobSummarySchema>;

const sampleSchema = z.object({
  at: time,
  registrations: z.number(),
  calls: z.number(),
  waiting: z.number(),
  /** Null without `machine`. */
  memory_bytes: z.nullable(z.number()),
  free_bytes: z.nullable(z.number()),
});
export type ActivitySample = z.infer<typeof sampleSchema>;

export const activitySchema = z.object({
  queues: z.array(
    z.object({
      number: z.string(),
      name: z.string(),
      waiting: z.number(),
      /** Since when the first caller waits. */
      longest_since: z.nullable(time),
      agents: z.number(),
    }),
  ),
  /** Conference rooms with somebody in them; three-way calls are not rooms. */
  rooms: z.array(z.object({ number: z.string(), name: z.string(), members: z.number() })),
  /** Null: the server has several companies. */
  machine: z.nullable(
    z.object({
      ...machineUse,
      jobs: z.array(jobSummarySchema),
      /** Of the last day. */
      sent: sentSchema,
    }),
  ),
  /** The last day, the oldest first; the last one is now. */
  samples: z.array(sampleSchema),
});
export type Activity = z.infer<typeof activitySchema>;

export const getActivity = defineEndpoint({
  method: "GET",
  path: "administration/activity",
  summary: "Queues, rooms, jobs and what was sent, and the figures of the last day",
  access: sees,
  response: activitySchema,
});

const paged = z.object({ start: startSchema, limit: limitSchema, search: searchSchema });

export const registrationRowSchema = z.object({
  /** Of the person; null: an outside line. */
  user_id: z.nullable(z.string()),
  /** Of the person, or of the line. */
  name: z.string(),
  extension: z.string(),
  device: z.string(),
  address: z.string(),
  since: time,
  expires_at: time,
});
export type RegistrationRow = z.infer<typeof registrationRowSchema>;

export const listRegistrations = defineEndpoint({
  method: "GET",
  path: "administration/activity/registrations",
  summary: "Registered phones and outside lines by name",
  access: sees,
  query: paged,
  response: z.object({ total: z.number(), data: z.array(registrationRowSchema) }),
});

const partySchema = z.object({ name: z.string(), number: z.string() });
/** The worse of both sides, value by value. */
const soundSchema = z.object({
  /** Of the packets that were sent, in percent. */
  lost_percent: z.number(),
  jitter_ms: z.number(),
  /** As a phone reports it; null without a report, and while the call goes on. */
  mos: z.nullable(z.number()),
});
export const liveCallSchema = z.object({
  id: z.string(),
  /** Null: the reader may not see who it is. */
  from: z.nullable(partySchema),
  to: z.nullable(partySchema),
  direction: z.enum(["internal", "inbound", "outbound"]),
  state: z.enum(["ringing", "answered"]),
  since: time,
  answered_at: z.nullable(time),
  /** A side has put the other on hold, or has lost its connection; `silent`: no sound gets through. */
  trouble: z.nullable(z.enum(["held", "lost", "silent"])),
  /** As it was counted until now; null: it rings, or nothing was received. */
  sound: z.nullable(soundSchema),
});
export type LiveCall = z.infer<typeof liveCallSchema>;

export const listLiveCalls = defineEndpoint({
  method: "GET",
  path: "administration/activity/calls",
  summary: "Calls in progress, the oldest first; parties as the reader's rights on people show them",
  access: sees,
  query: z.object({ start: startSchema, limit: limitSchema }),
  response: z.object({ total: z.number(), data: z.array(liveCallSchema) }),
});

/** What is locked: the sign-in of a person at one place or everywhere, all sign-ins of an address, or a PIN asked for by telephone. */
export const LOCK_KINDS = ["person", "everywhere", "address", "mailbox", "announcement", "conference"] as const;
export const signInLockSchema = z.object({
  id: z.string(),
  kind: z.enum(LOCK_KINDS),
  /** The person, or what has the PIN; empty for an address. */
  name: z.string(),
  /** An IP network; empty for a PIN. */
  address: z.string(),
  until: time,
});
export type SignInLock = z.infer<typeof signInLockSchema>;

export const listLocks = defineEndpoint({
  method: "GET",
  path: "administration/activity/locks",
  summary: "Who and what is locked after wrong passwords, codes or PINs",
  access: sees,
  response: z.object({ data: z.array(signInLockSchema) }),
});

export const liftLock = defineEndpoint({
  method: "POST",
  path: "administration/activity/locks/{id}/lift",
  summary: "End a lock, and forget the wrong tries that led to it",
  access: { kind: "all", of: [sees, managesArea("people")] },
  params: z.object({ id: z.string().check(z.maxLength(200)) }),
  response: z.object({ data: z.array(signInLockSchema) }),
});

const storyRow = {
  id: z.string(),
  from: partySchema,
  to: partySchema,
  direction: z.enum(["internal", "inbound", "outbound"]),
  since: time,
  answered_at: z.nullable(time),
  /** Null: it goes on. */
  ended_at: z.nullable(time),
  /** The last SIP status that the caller got, and how the call ended; null while it goes on. */
  status: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  /** Null: the call goes on, or was not measured. */
  sound: z.nullable(soundSchema),
};
export const callStoryRowSchema = z.object(storyRow);
export type CallStoryRow = z.infer<typeof callStoryRowSchema>;

/** `sound`: measured calls alone, those that lost most packets first, then those with more jitter. */
export const STORY_ORDERS = ["time", "sound"] as const;
export type StoryOrder = (typeof STORY_ORDERS)[number];

export const listCallStories = defineEndpoint({
  method: "GET",
  path: "administration/activity/stories",
  summary: "Recent calls of which both parties are shown to the reader, the latest or those with the worst sound first",
  access: sees,
  query: z.object({ start: startSchema, limit: limitSchema, order: z.optional(z.enum(STORY_ORDERS)) }),
  response: z.object({
    total: z.number(),
    data: z.array(callStoryRowSchema),
    /** Servers that run on this database; the list has the calls of the one that answers. */
    servers: z.number(),
  }),
});

const heardSchema = z.object({
  codec: z.nullable(z.string()),
  packets_received: z.number(),
  packets_lost: z.number(),
  jitter_ms: z.number(),
  /** As the phone reports it; null without a report. */
  mos: z.nullable(z.number()),
});

export const callStorySchema = z.object({
  ...storyRow,
  /** The media of both sides, as it was counted; null: not known. */
  quality: z.object({ caller: z.nullable(heardSchema), callee: z.nullable(heardSchema) }),
  /** A SIP dialog for each phone that was in it. */
  lanes: z.array(z.object({ address: z.string(), dropped: z.number() })),
  /** In the order of time, without bodies and secrets. */
  messages: z.array(
    z.object({ at: time, lane: z.number(), way: z.enum(["in", "out"]), first: z.string(), text: z.string() }),
  ),
});
export type CallStory = z.infer<typeof callStorySchema>;

const storyParams = z.object({ id: z.string().check(z.maxLength(100)) });

export const getCallStory = defineEndpoint({
  method: "GET",
  path: "administration/activity/stories/{id}",
  summary: "The SIP messages of a call, without bodies and secrets, and its media quality",
  access: sees,
  params: storyParams,
  response: callStorySchema,
});

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

export const downloadCallStory = defineEndpoint({
  method: "GET",
  path: "administration/activity/stories/{id}/text",
  summary: "The SIP messages of a call as text",
  access: sees,
  params: storyParams,
  binary: "text/plain; charset=utf-8",
  response: z.string(),
});

export const downloadCallCapture = defineEndpoint({
  method: "GET",
  path: "administration/activity/stories/{id}/pcap",
  summary: "The SIP messages of a call as a capture file",
  access: sees,
  params: storyParams,
  binary: "application/vnd.tcpdump.pcap",
  response: bytes,
});
