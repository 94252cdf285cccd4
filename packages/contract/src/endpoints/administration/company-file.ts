/** The company as a file, out and in, for those who may change all of it (docs/spec/administration-company.md). */
import * as z from "zod/mini";
import { managesCompany } from "../../administration/rights.policy.ts";
import { AUDIT_ACTS } from "../../audit.ts";
import { defineEndpoint } from "../../endpoint.ts";

/** A larger file is for the command line. */
export const COMPANY_FILE_CHARS = 400_000;
const fileBody = z.object({ text: z.string().check(z.maxLength(COMPANY_FILE_CHARS)) });

const changeSchema = z.object({
  act: z.enum(AUDIT_ACTS),
  /** The thing or person, by name. */
  name: z.string(),
  /** What differs, as in the audit log: `field.from`, `field.to`. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type FileChange = z.infer<typeof changeSchema>;
/** Changes that a preview names. */
export const FILE_CHANGES_MAX = 500;

export const exportCompanyFile = defineEndpoint({
  method: "GET",
  path: "administration/company/file",
  summary: "The company as a file, without passwords, hashes and secrets",
  access: managesCompany,
  binary: "application/yaml",
  response: z.string(),
});

export const previewCompanyFile = defineEndpoint({
  method: "POST",
  path: "administration/company/file/preview",
  summary: "What a company file would change",
  access: managesCompany,
  body: fileBody,
  response: z.object({ total: z.number(), data: z.array(changeSchema) }),
});

export const applyCompanyFile = defineEndpoint({
  method: "POST",
  path: "administration/company/file",
  summary: "Apply a company file: completely or not at all",
  access: managesCompany,
  body: fileBody,
  response: z.object({ added: z.number(), changed: z.number(), unchanged: z.number() }),
});
