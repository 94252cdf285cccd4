import { changeCompanySettings, getCompanySettings, removeCompanyLogo, uploadCompanyLogo } from "@callpanel/contract";
import type { WrittenCompany } from "@callpanel/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../shared/api/api.ts";
import type { Upload } from "../../../shared/api/upload.ts";
import type { Stored } from "../../../shared/form/thingForm.model.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";

/** Texts by the place of a setting in the request, so that a refusal finds its field. */
export type CompanyTexts = Readonly<Record<string, string>>;

export const placeOf = (name: string): string => `settings.${name}`;

export const companyQuery = (api: Api) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "company"],
    queryFn: ({ signal }) => api.call(getCompanySettings, { signal }),
  });

export const storedCompany = ({ settings, version }: WrittenCompany): Stored<CompanyTexts> => ({
  version,
  values: Object.fromEntries(settings.map(({ name, value }) => [placeOf(name), value])),
});

export const companyChanges = {
  /** Sends what was changed alone. */
  save: (api: Api, before: WrittenCompany, { texts, version }: { texts: CompanyTexts; version: string }) =>
    api.call(changeCompanySettings, {
      body: {
        version,
        settings: Object.fromEntries(
          before.settings.flatMap(({ name, value }) => {
            const typed = texts[placeOf(name)]?.trim();
            return typed === undefined || typed === value ? [] : [[name, typed]];
          }),
        ),
      },
    }),
  setLogo: (upload: Upload, file: File) =>
    upload(uploadCompanyLogo, { file, onProgress: () => undefined, signal: new AbortController().signal }),
  removeLogo: (api: Api) => api.call(removeCompanyLogo, {}),
};
