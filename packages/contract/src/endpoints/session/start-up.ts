/** What the panel asks for between the sign-in and its first page (spec 2 §7). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { featureCodeSchema } from "../../feature-codes.ts";
import { permissionSchema } from "../../permissions.ts";
import { emergencyLocationSchema, emergencyProfileSchema } from "../calls/emergency-identity.ts";
import { pagedQuery } from "../paging.ts";

/** What the softphone needs to register (spec 1 §3, SIP config). */
export const sipConfigSchema = z.object({
  /** In order of preference after weight: higher weight first. `url` is absolute (wss://…) or a path on the panel's host. */
  proxy: z.array(z.object({ url: z.string(), weight: z.number() })),
  realm: z.string(),
  /** sip:<username>@<realm> */
  uri: z.string(),
  /** MD5(username:realm:password), 32 hexadecimal characters. */
  ha1: z.string(),
  clidName: z.string(),
  uaVer: z.string(),
  panel_call_limit: z.optional(z.number()),
  /** Where pages of calls may be opened from (`https://crm.example`, with the port where it is not the usual one); absent: from anywhere. */
  screen_pop_origins: z.optional(z.array(z.string())),
  /** Default country for numbers without one. */
  country: z.optional(z.string()),
  ice_servers: z.array(
    z.object({ urls: z.string(), username: z.optional(z.string()), credential: z.optional(z.string()) }),
  ),
});
export type SipConfig = z.infer<typeof sipConfigSchema>;
export const getSipConfig = defineEndpoint({
  method: "GET",
  path: "config/sipua",
  summary: "The softphone's registration",
  access: {
    kind: "all",
    of: [
      { kind: "read", module: "configs" },
      { kind: "read", module: "softphone" },
    ],
  },
  response: sipConfigSchema,
});

export const eventsConfigSchema = z.object({
  /** Absolute, or a path on the panel's host. */
  url: z.string(),
  realm: z.string(),
  username: z.string(),
  reconnect_delay_ms: z.number(),
});
export type EventsConfig = z.infer<typeof eventsConfigSchema>;
export const getEventsConfig = defineEndpoint({
  method: "GET",
  path: "config/rmqclient",
  summary: "The address of realtime events",
  access: { kind: "read", module: "configs" },
  response: eventsConfigSchema,
});

export const getPermissions = defineEndpoint({
  method: "GET",
  path: "users/permissions",
  summary: "The user's own and group permissions, to be merged",
  access: "session",
  response: z.object({
    group_permissions: z.array(permissionSchema),
    user_permissions: z.array(permissionSchema),
  }),
});

export const currentUserSchema = z.object({
  id: z.number(),
  subscriberId: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  extension: z.string(),
  company: z.string(),
  dids: z.array(z.object({ name: z.string(), number: z.string(), smsCapable: z.boolean() })),
  email: z.string(),
  realm: z.string(),
  realmId: z.number(),
  authLevel: z.string(),
  parentRealm: z.nullable(z.string()),
  pictureProfileUrl: z.nullable(z.string()),
  rocketUsername: z.nullable(z.string()),
  emergency_callerid_callback_profile_id: z.nullable(z.number()),
  emergency_callerid_dispatchable_location_id: z.nullable(z.number()),
  /** The two of them as they are, to be shown before an emergency call; missing where nothing is chosen or all is switched off. */
  emergency_callerid_callback_profile: z.optional(emergencyProfileSchema),
  emergency_callerid_dispatchable_location: z.optional(emergencyLocationSchema),
  /** The company asks for a location of everybody; missing: it does not. */
  emergency_location_required: z.optional(z.literal(true)),
  /** What is dialled in an emergency. */
  emergency_numbers: z.optional(z.array(z.string())),
});
export type CurrentUser = z.infer<typeof currentUserSchema>;
export const getCurrentUser = defineEndpoint({
  method: "GET",
  path: "users/me",
  summary: "The signed-in user",
  access: "session",
  response: currentUserSchema,
});

export const getLicenses = defineEndpoint({
  method: "GET",
  path: "clients/licenses",
  summary: "Licensed features and their values",
  access: "session",
  response: z.object({ data: z.array(z.object({ feature: z.string(), value: z.number() })) }),
});

export const videoConfigSchema = z.object({
  enabled: z.boolean(),
  enable_recording: z.boolean(),
  enable_telephony: z.boolean(),
  enable_screen_sharing: z.boolean(),
  /** -1: no limit. */
  max_room_per_realm: z.number(),
});
export type VideoConfig = z.infer<typeof videoConfigSchema>;

export const getVideoConfig = defineEndpoint({
  method: "GET",
  path: "video_conference_configs",
  summary: "What the company allows in video rooms",
  access: { kind: "read", module: "video_conferences" },
  response: videoConfigSchema,
});

export const getFeatureCodes = defineEndpoint({
  method: "GET",
  path: "feature_codes",
  summary: "Feature codes of the phone system",
  access: "session",
  query: pagedQuery,
  response: z.object({ total: z.number(), data: z.array(featureCodeSchema) }),
});
