/** How calls reach a person: do not disturb, call waiting, intercom, forward and follow-me (spec 1 §3, spec 2 §7, settings). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { userIdParams, readsOwn, watchedSettings, writesOf, switchFlagSchema } from "../people/watched-settings.ts";

/** Ring strategies of follow-me (spec 1 §3); the first is the default. */
export const RING_STRATEGIES = ["ringall", "hunt", "memoryhunt"] as const;
export type RingStrategy = (typeof RING_STRATEGIES)[number];

const switchSchema = z.object({ enabled: z.boolean() });
const switchBody = z.object({ enabled: switchFlagSchema });

export const watchDoNotDisturb = defineEndpoint({
  method: "GET",
  path: "users/{id}/do_not_disturb/can_watch_users",
  summary: "Do not disturb, the user's own and that of sub-accounts",
  access: readsOwn("do_not_disturb"),
  params: userIdParams,
  response: watchedSettings({ enabled: z.boolean() }),
});

export const setDoNotDisturb = defineEndpoint({
  method: "PUT",
  path: "users/{id}/do_not_disturb",
  summary: "Switch do not disturb on or off",
  access: writesOf("do_not_disturb"),
  params: userIdParams,
  body: switchBody,
  response: switchSchema,
});

export const watchCallWaiting = defineEndpoint({
  method: "GET",
  path: "users/{id}/call_waiting/can_watch_users",
  summary: "Call waiting, the user's own and that of sub-accounts",
  access: readsOwn("call_waiting"),
  params: userIdParams,
  response: watchedSettings({ enabled: z.boolean() }),
});

export const setCallWaiting = defineEndpoint({
  method: "PUT",
  path: "users/{id}/call_waiting",
  summary: "Switch call waiting on or off: off, a second call finds the person busy",
  access: writesOf("call_waiting"),
  params: userIdParams,
  body: switchBody,
  response: switchSchema,
});

/** Which of the person's phones answer an intercom call by themselves. */
export const intercomSchema = z.object({
  deskPhoneEnabled: z.boolean(),
  callPanelEnabled: z.boolean(),
  clearlyAnywhereEnabled: z.boolean(),
});
export type Intercom = z.infer<typeof intercomSchema>;

export const watchIntercom = defineEndpoint({
  method: "GET",
  path: "users/{id}/intercom/can_watch_users",
  summary: "Intercom, the user's own and that of sub-accounts",
  access: readsOwn("intercom"),
  params: userIdParams,
  response: watchedSettings(intercomSchema.shape),
});

export const setIntercom = defineEndpoint({
  method: "PUT",
  path: "users/{id}/intercom",
  summary: "Choose which phones answer intercom calls by themselves",
  access: writesOf("intercom"),
  params: userIdParams,
  body: intercomSchema,
  response: intercomSchema,
});

/** `number` is kept while it is off; empty when there never was one. */
export const forwardSchema = z.object({ enabled: z.boolean(), number: z.string() });
export type Forward = z.infer<typeof forwardSchema>;

export const watchForward = defineEndpoint({
  method: "GET",
  path: "users/{id}/forward/can_watch_users",
  summary: "Call forward, the user's own and that of sub-accounts",
  access: readsOwn("forward"),
  params: userIdParams,
  response: watchedSettings(forwardSchema.shape),
});

export const setForward = defineEndpoint({
  method: "PUT",
  path: "users/{id}/forward",
  summary: "Send every call to a number",
  access: writesOf("forward"),
  params: userIdParams,
  body: z.object({ to: z.string().check(z.maxLength(64)) }),
  response: forwardSchema,
});

export const removeForward = defineEndpoint({
  method: "DELETE",
  path: "users/{id}/forward",
  summary: "Forward no longer",
  access: writesOf("forward"),
  params: userIdParams,
  response: forwardSchema,
});

/** `timeout`: how long the number rings, in seconds; 0 leaves it out. */
export const followMeNumberSchema = z.object({ number: z.string().check(z.maxLength(64)), timeout: z.number() });

const words = z.string().check(z.maxLength(100));
const followMeFields = {
  enabled: z.boolean(),
  /** The person who answers a number of the list must press 1 before the caller is connected. */
  confirm: z.boolean(),
  /** Put before the caller's name, to distinguish calls by follow-me from others. */
  prefix: words,
  /** Whether numbers outside are shown the caller id below in place of the caller's. */
  externCID: z.boolean(),
  externCIDName: words,
  externCIDNum: z.string().check(z.maxLength(64)),
  /** `ringall` rings all in parallel, `hunt` one after the other, `memoryhunt` one, then two, then three. */
  strategy: z.enum(RING_STRATEGIES),
  /** Seconds that the numbers ring altogether; 0: as long as they take. */
  toutall: z.number(),
  /** Seconds the person's own phones ring before the numbers do; 0: not at all. */
  toutfirst: z.number(),
  /** A call that was answered elsewhere is no missed call. */
  markAnswered: z.boolean(),
  numbers: z.array(followMeNumberSchema).check(z.maxLength(100)),
  /** When follow-me holds; null: always. */
  timeConditionID: z.nullable(z.number()),
};
export const followMeSchema = z.object(followMeFields);
export type FollowMe = z.infer<typeof followMeSchema>;

export const watchFollowMe = defineEndpoint({
  method: "GET",
  path: "users/{id}/follow_me/can_watch_users",
  summary: "Follow-me, the user's own and that of sub-accounts",
  access: readsOwn("follow_me"),
  params: userIdParams,
  response: watchedSettings(followMeFields),
});

export const setFollowMe = defineEndpoint({
  method: "PUT",
  path: "users/{id}/follow_me",
  summary: "Change follow-me; what is left out stays",
  access: writesOf("follow_me"),
  params: userIdParams,
  body: z.partial(followMeSchema),
  response: followMeSchema,
});

export const listRingStrategies = defineEndpoint({
  method: "GET",
  path: "ring_strategies",
  summary: "In which order the numbers of follow-me ring",
  access: { kind: "read", module: "follow_me" },
  response: z.object({
    total: z.number(),
    data: z.array(z.object({ id: z.number(), name: z.string(), strategy: z.enum(RING_STRATEGIES) })),
  }),
});

export const listTimeConditions = defineEndpoint({
  method: "GET",
  path: "users/follow_me/time_conditions",
  summary: "When follow-me may hold: the realm's weekly schedules",
  access: { kind: "read", module: "follow_me" },
  response: z.object({
    total: z.number(),
    data: z.array(z.object({ id: z.number(), name: z.string(), timeZone: z.string() })),
  }),
});

export const listAvailableExtensions = defineEndpoint({
  method: "GET",
  path: "users/available_extensions",
  summary: "Extensions of the realm that calls can be sent to, by name",
  access: {
    kind: "any",
    of: [
      { kind: "read", module: "forward" },
      { kind: "read", module: "follow_me" },
      { kind: "read", module: "voicemails" },
    ],
  },
  response: z.object({
    total: z.number(),
    data: z.array(z.object({ exten: z.string(), name: z.string(), username: z.string(), user_id: z.number() })),
  }),
});

/** Spec 1 §3, settings: a direct number with what it leads to. */
export const directNumberSchema = z.object({
  name: z.string(),
  number: z.string(),
  destinationType: z.string(),
  destinationName: z.string(),
  smsCapable: z.boolean(),
});

export const watchDirectNumbers = defineEndpoint({
  method: "GET",
  path: "users/{id}/dids/can_watch_users",
  summary: "Direct numbers, the user's own and those of sub-accounts",
  access: readsOwn("dids"),
  params: userIdParams,
  response: watchedSettings({ dids: z.array(directNumberSchema) }),
});
