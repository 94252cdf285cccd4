import { AppError, endpoints, PICTURE_MAX_BYTES, type WrittenCompany } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import { readUpload, takeUploads } from "../../../kernel/http/upload.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import type { DrawLogo } from "../../pictures/index.ts";
import { companySettingsOf, isItemOf, type KeptRealmItem } from "../../realm-settings/index.ts";
import { versionOf } from "../company.author.ts";
import { settingsFacts } from "../company.items.ts";
import type { CompanyDraft } from "../company.model.ts";
import { applyCompany } from "../company.service.ts";
import type { CompanyStore } from "../company.store.ts";
import { authorOf } from "../people/people.service.ts";
import { companyChange, writtenCompany } from "./company-texts.ts";

export interface CompanyPageDeps {
  readonly company: CompanyStore;
  readonly clock: Pick<Clock, "now">;
  readonly drawLogo: DrawLogo;
  /** Announces to all servers that the company was changed. */
  readonly companyChanged: () => void;
}

const MEGABYTE = 1_048_576;

/** COMPANY-1 to 3: settings of the company, for the page of those who administer it. */
function createCompanyPage({ company, clock, drawLogo, companyChanged }: CompanyPageDeps) {
  const read = (caller: Caller) =>
    company.read(async (reader) => ({
      company: (await reader.realms()).find(({ id }) => id === caller.realm.id)?.company ?? "",
      items: await reader.realmItems(caller.realm.id),
    }));
  const show = async (caller: Caller): Promise<WrittenCompany> => {
    const stored = await read(caller);
    return {
      settings: writtenCompany(stored),
      logo: logoOf(stored.items),
      version: versionOf(settingsFacts(stored.company, stored.items)),
    };
  };
  const apply = async (caller: Caller, change: Partial<CompanyDraft>): Promise<WrittenCompany> => {
    const draft = { realm: caller.realm.name, groups: [], users: [], services: [], ...change };
    await applyCompany(company, draft, { author: authorOf(caller), at: clock.now() });
    companyChanged();
    return show(caller);
  };
  return {
    show,
    change: async (
      caller: Caller,
      { version, settings }: { readonly version: string; readonly settings: Readonly<Record<string, string>> },
    ): Promise<WrittenCompany> => {
      const { draft, fault } = companyChange(settings, await read(caller));
      if (fault !== undefined) throw new AppError("admin.setting", { ...fault, field: `settings.${fault.name}` });
      return apply(caller, { ...draft, settingsVersion: version });
    },
    setLogo: async (caller: Caller, bytes: Uint8Array): Promise<WrittenCompany> => {
      const drawn = await drawLogo(bytes);
      if (drawn === undefined) throw new AppError("userPictureProfiles.errors.unvalidateImage");
      const value = `data:image/png;base64,${Buffer.from(drawn).toString("base64")}`;
      return apply(caller, { items: [{ kind: "setting", name: "logo", value }] });
    },
    removeLogo: (caller: Caller) => apply(caller, { items: [{ kind: "setting", name: "logo", removed: true }] }),
  };
}

function logoOf(items: readonly KeptRealmItem[]): string | null {
  const logo = items.filter(isItemOf("setting")).find(({ name }) => name === "logo");
  return companySettingsOf((name) => (name === "logo" ? logo?.value : undefined)).logo;
}

export function createCompanyRoutes({
  endpointServer,
  ...deps
}: CompanyPageDeps & { readonly endpointServer: EndpointServer }): Routes {
  const page = createCompanyPage(deps);
  return async (app) => {
    await takeUploads(app);
    endpointServer.serve(app, endpoints.getCompanySettings, ({ caller }) => page.show(caller));
    endpointServer.serve(app, endpoints.changeCompanySettings, ({ caller, body }) => page.change(caller, body));
    endpointServer.serve(app, endpoints.uploadCompanyLogo, async ({ request, caller }) => {
      const { upload } = endpoints.uploadCompanyLogo;
      const tooLarge = new AppError("userPictureProfiles.errors.tooLarge", { megabytes: PICTURE_MAX_BYTES / MEGABYTE });
      return page.setLogo(caller, await readUpload({ request, upload, tooLarge }));
    });
    endpointServer.serve(app, endpoints.removeCompanyLogo, ({ caller }) => page.removeLogo(caller));
  };
}
