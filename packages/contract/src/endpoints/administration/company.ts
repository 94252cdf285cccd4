/** Settings of the company as a whole, for those who administer them (docs/spec/administration-company.md). */
import * as z from "zod/mini";
import { managesArea, seesArea } from "../../administration/rights.policy.ts";
import { writtenSettingSchema } from "../../administration/setting-forms.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { PICTURE_MAX_BYTES, PICTURE_MEDIA_TYPES } from "../people/pictures.ts";
import { versionSchema } from "./people.ts";

const companySettingsSchema = z.object({
  /** By name; `none` where nothing was set and that is a value of its own. */
  settings: z.array(writtenSettingSchema),
  /** Address of the picture beside the name. */
  logo: z.nullable(z.string()),
  version: versionSchema,
});
export type WrittenCompany = z.infer<typeof companySettingsSchema>;

export const getCompanySettings = defineEndpoint({
  method: "GET",
  path: "administration/company",
  summary: "Settings of the company, each with its form",
  access: seesArea("company"),
  response: companySettingsSchema,
});

export const changeCompanySettings = defineEndpoint({
  method: "PUT",
  path: "administration/company",
  summary: "Change settings of the company; those that are not named stay",
  access: managesArea("company"),
  body: z.object({
    version: versionSchema,
    settings: z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(4_096))),
  }),
  response: companySettingsSchema,
});

export const uploadCompanyLogo = defineEndpoint({
  method: "POST",
  path: "administration/company/logo",
  summary: "The picture beside the company's name; it is drawn again as a small PNG",
  access: managesArea("company"),
  upload: { field: "file", maxBytes: PICTURE_MAX_BYTES, mediaTypes: PICTURE_MEDIA_TYPES },
  response: companySettingsSchema,
});

export const removeCompanyLogo = defineEndpoint({
  method: "DELETE",
  path: "administration/company/logo",
  summary: "Remove the picture beside the company's name",
  access: managesArea("company"),
  response: companySettingsSchema,
});
