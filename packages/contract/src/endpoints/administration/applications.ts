/** Applications of their own server that sign people in here, for those who may change the whole company (docs/spec/administration-company.md). */
import * as z from "zod/mini";
import {
  APPLICATION_NAME_MAX_CHARS,
  APPLICATION_REDIRECTS_MAX,
  isApplicationName,
  REDIRECT_MAX_CHARS,
} from "../../administration/application.rules.ts";
import { managesCompany } from "../../administration/rights.policy.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { ownerProofSchema } from "./owner-proof.ts";

const applicationSchema = z.object({
  client_id: z.string(),
  name: z.string(),
  redirect_uris: z.array(z.string()),
  /** Milliseconds since the epoch, from the audit log; null: it does not go back that far. */
  added_at: z.nullable(z.number()),
  /** Until when the secret before the last one works still, ms since the epoch; null: it has ended. */
  old_secret_until: z.nullable(z.number()),
});
export type CompanyApplication = z.infer<typeof applicationSchema>;

const addedSchema = z.object({ client_id: z.string(), secret: z.string() });
export type AddedApplication = z.infer<typeof addedSchema>;

export const listApplications = defineEndpoint({
  method: "GET",
  path: "administration/company/applications",
  summary: "Applications that may sign people in, without their secrets",
  access: managesCompany,
  response: z.object({ data: z.array(applicationSchema) }),
});

export const addApplication = defineEndpoint({
  method: "POST",
  path: "administration/company/applications",
  summary: "Register an application; its secret is in this answer alone. `otp.codeNeeded`: a code is needed too",
  access: managesCompany,
  body: z.extend(ownerProofSchema, {
    name: z.string().check(z.maxLength(APPLICATION_NAME_MAX_CHARS), z.refine(isApplicationName)),
    redirect_uris: z
      .array(z.string().check(z.maxLength(REDIRECT_MAX_CHARS)))
      .check(z.maxLength(APPLICATION_REDIRECTS_MAX)),
  }),
  response: addedSchema,
});

/** A week. */
export const OLD_SECRET_MAX_HOURS = 168;

export const changeApplicationSecret = defineEndpoint({
  method: "POST",
  path: "administration/company/applications/{id}/secret",
  summary:
    "Give an application another secret, which is in this answer alone; the old one ends at once, or after some hours",
  access: managesCompany,
  params: z.object({ id: z.string().check(z.maxLength(64)) }),
  body: z.extend(ownerProofSchema, {
    keep_old_hours: z.number().check(z.int(), z.minimum(0), z.maximum(OLD_SECRET_MAX_HOURS)),
  }),
  response: addedSchema,
});

export const removeApplication = defineEndpoint({
  method: "DELETE",
  path: "administration/company/applications/{id}",
  summary: "Remove an application by its client id; every session that it opened ends",
  access: managesCompany,
  params: z.object({ id: z.string().check(z.maxLength(64)) }),
  response: z.object({ client_id: z.string() }),
});
