/** Colleagues, and the watched ones in each person's own order (spec 2 §7, buddies). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { PAGE_SIZE, PRESENCES } from "../../limits.ts";
import { searchedQuery } from "../paging.ts";

/** Spec 1 §3, buddy user. Fields that need a show_ permission are null without it. */
export const buddySchema = z.object({
  subscriberId: z.number(),
  userId: z.number(),
  username: z.string(),
  exten: z.string(),
  name: z.string(),
  department: z.nullable(z.string()),
  /** 64 px square; a path on the panel's host. Null where there are only initials. */
  pictureProfileUrl: z.nullable(z.string()),
  registered: z.boolean(),
  presence: z.enum(PRESENCES),
  /** The contact of their phone and its User-Agent; null when no phone is registered or it is unknown. */
  contact: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  /** Of new voicemails (`show_voicemail_count`). */
  voicemailCount: z.nullable(z.number()),
  /** `show_dnd` */
  dnd: z.nullable(z.boolean()),
  /** `show_callforward`; `number` is empty while not enabled. */
  forward: z.nullable(z.object({ enabled: z.boolean(), number: z.string() })),
  /** `show_followme` */
  followme: z.nullable(z.boolean()),
});
export type Buddy = z.infer<typeof buddySchema>;

export const listBuddies = defineEndpoint({
  method: "GET",
  path: "panel_buddies",
  summary: "Colleagues, by name",
  access: { kind: "read", module: "panel_buddies" },
  query: searchedQuery,
  response: z.object({ total: z.number(), data: z.array(buddySchema) }),
});

/** The watched list is shown from the lowest `sort` to the highest. */
export const watchedBuddySchema = z.extend(buddySchema, { sort: z.number() });
export type WatchedBuddy = z.infer<typeof watchedBuddySchema>;

/** The complete order after a change: the numbers of all cards may have changed. */
export const watchedOrderSchema = z.array(z.object({ exten: z.string(), sort: z.number() }));
export type WatchedOrder = z.infer<typeof watchedOrderSchema>;

export const WATCHED_BUDDIES_MAX = PAGE_SIZE.buddiesAll;
/** Distance between neighbours when numbers are assigned again: about thirty halvings fit in between. */
export const WATCHED_SORT_STEP = 1_024;
/** When neighbours are closer than this the server assigns the numbers again. */
export const WATCHED_SORT_LEAST_GAP = 0.000_001;
const WATCHED_SORT_LARGEST = 1_000_000_000;

/** The number of a card between two others; undefined if there is no such number. */
export function watchedSortBetween(before: number | undefined, after: number | undefined): number {
  if (before === undefined) return after === undefined ? WATCHED_SORT_STEP : after - WATCHED_SORT_STEP;
  return after === undefined ? before + WATCHED_SORT_STEP : (before + after) / 2;
}

const sortSchema = z.number().check(z.gte(-WATCHED_SORT_LARGEST), z.lte(WATCHED_SORT_LARGEST));
const extenParams = z.object({ exten: z.string().check(z.minLength(1), z.maxLength(64)) });
const mayChange = { kind: "write", module: "panel_buddies" } as const;

export const listMyBuddies = defineEndpoint({
  method: "GET",
  path: "panel_buddies/my_buddies",
  summary: "The colleagues the user watches, in the user's own order",
  access: { kind: "read", module: "panel_buddies" },
  response: z.object({ total: z.number(), data: z.array(watchedBuddySchema) }),
});

export const watchBuddy = defineEndpoint({
  method: "POST",
  path: "panel_buddies",
  summary: "Watch a colleague; without `sort` at the end of the list",
  access: mayChange,
  body: z.object({ username: z.string().check(z.minLength(1), z.maxLength(256)), sort: z.optional(sortSchema) }),
  response: z.object({ buddy: watchedBuddySchema, order: watchedOrderSchema }),
});

export const moveBuddy = defineEndpoint({
  method: "PUT",
  path: "panel_buddies/{exten}",
  summary: "Move a watched colleague; a number that another one has puts it before that one",
  access: mayChange,
  params: extenParams,
  body: z.object({ sort: sortSchema }),
  response: z.object({ order: watchedOrderSchema }),
});

export const unwatchBuddy = defineEndpoint({
  method: "DELETE",
  path: "panel_buddies/{exten}",
  summary: "Watch a colleague no longer",
  access: mayChange,
  params: extenParams,
  response: z.object({ order: watchedOrderSchema }),
});
