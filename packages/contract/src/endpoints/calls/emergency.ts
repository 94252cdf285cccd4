/** What an emergency call says about its caller: where to call back, and where they are (spec 1 §3, spec 2 §7). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import type { PermissionModule } from "../../permissions.ts";
import type { Demand } from "../../demand.ts";
import { emergencyLocationSchema, emergencyProfileSchema } from "./emergency-identity.ts";
import { pagedQuery } from "../paging.ts";
import { userIdParams, readsOwn, watchedSettings, writesOf } from "../people/watched-settings.ts";

const PROFILES: PermissionModule = "emergency_caller_id_profiles";
const LOCATIONS: PermissionModule = "emergency_caller_id_locations";
/* @__NO_SIDE_EFFECTS__ */
const both = (demand: (module: PermissionModule) => Demand): Demand => ({
  kind: "all",
  of: [demand(PROFILES), demand(LOCATIONS)],
});
/* @__NO_SIDE_EFFECTS__ */
const reads = (module: PermissionModule): Demand => ({ kind: "read", module });

export const listEmergencyProfiles = defineEndpoint({
  method: "GET",
  path: "emergency_caller_id_profiles",
  summary: "Call-back profiles of the realm, by name",
  access: reads(PROFILES),
  query: pagedQuery,
  response: z.object({ total: z.number(), data: z.array(emergencyProfileSchema), disabledGlobally: z.boolean() }),
});

export const listEmergencyLocations = defineEndpoint({
  method: "GET",
  path: "emergency_caller_id_locations",
  summary: "Dispatchable locations of the realm, by name",
  access: reads(LOCATIONS),
  query: pagedQuery,
  response: z.object({ total: z.number(), data: z.array(emergencyLocationSchema), disabledGlobally: z.boolean() }),
});

/** Null where nothing is chosen. */
export const emergencyChoiceSchema = z.object({
  emergency_callerid_callback_profile_id: z.nullable(z.number()),
  emergency_callerid_dispatchable_location_id: z.nullable(z.number()),
});
export type EmergencyChoice = z.infer<typeof emergencyChoiceSchema>;

export const watchEmergencyCallerId = defineEndpoint({
  method: "GET",
  path: "users/{id}/emergency_caller_id/can_watch_users",
  summary: "Emergency caller id, the user's own and that of sub-accounts",
  access: both(readsOwn),
  params: userIdParams,
  response: watchedSettings({ ...emergencyChoiceSchema.shape, disabledGlobally: z.boolean() }),
});

export const setOwnEmergencyCallerId = defineEndpoint({
  method: "PUT",
  path: "users/emergency_caller_id",
  summary: "Choose the user's own call-back profile and present location",
  access: {
    kind: "all",
    of: [both(reads), both((module) => ({ kind: "write", module }))],
  },
  body: emergencyChoiceSchema,
  response: emergencyChoiceSchema,
});

export const setEmergencyCallerId = defineEndpoint({
  method: "PUT",
  path: "users/{id}/emergency_caller_id",
  summary: "Choose the call-back profile and the present location of the user or a sub-account",
  access: { kind: "all", of: [both(reads), both(writesOf)] },
  params: userIdParams,
  body: emergencyChoiceSchema,
  response: emergencyChoiceSchema,
});
