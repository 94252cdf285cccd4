import { fitsSetting, mayManage, mayManageCompany, PICTURE_MEDIA_TYPES } from "@callpanel/contract";
import type { WrittenCompany } from "@callpanel/contract";
import { Button, FileButton, LoadingBlock } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { useChange } from "../../../shared/api/useChange.ts";
import { ThingForm } from "../../../shared/form/ThingForm.tsx";
import { useThingForm } from "../../../shared/form/useThingForm.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { Section } from "../parts/Section.tsx";
import { SettingInput } from "../parts/SettingInput.tsx";
import { CompanyApplications } from "./CompanyApplications.tsx";
import { CompanyFile } from "./CompanyFile.tsx";
import { companyChanges, companyQuery, placeOf, storedCompany } from "./company.api.ts";
import type { CompanyTexts } from "./company.api.ts";
import { FeatureCodes } from "./FeatureCodes.tsx";
import { COMPANY_GROUPS } from "./company.groups.ts";
import { companyMessages, hintOf, settingName, useChoiceName } from "./company.messages.ts";
import page from "../parts/Page.module.css";
import styles from "./Company.module.css";

/** COMPANY-1: settings of the company as a whole. */
export function CompanyScreen() {
  const { api } = usePanel();
  const { data, error, refetch } = useQuery(companyQuery(api));
  if (data !== undefined) return <Company company={data} />;
  return error === null ? (
    <LoadingBlock height={420} />
  ) : (
    <LoadFailed error={error} fallback="administration.load" onRetry={() => void refetch()} />
  );
}

function Company({ company }: { readonly company: WrittenCompany }) {
  const t = useWords(companyMessages);
  const { api, viewer } = usePanel();
  const client = useQueryClient();
  const { locale } = useLocaleWords();
  const choiceName = useChoiceName(locale);
  const { queryKey } = companyQuery(api);
  const readOnly = !mayManage(viewer.rights, "company");
  const byName = new Map(company.settings.map((one) => [one.name, one]));
  const form = useThingForm<CompanyTexts>({
    stored: storedCompany(company),
    checks: Object.fromEntries(
      company.settings.map(({ name, form: shape }) => [
        placeOf(name),
        (texts: CompanyTexts) => fitsSetting(shape, (texts[placeOf(name)] ?? "").trim()),
      ]),
    ),
    faults: Object.fromEntries(
      company.settings.map(({ name, form: shape }) => [
        placeOf(name),
        shape.kind === "whole"
          ? t("company.fault.whole", { least: shape.least, most: shape.most })
          : t("company.fault.text"),
      ]),
    ),
    save: async (texts, version) => {
      const saved = await companyChanges.save(api, company, { texts, version });
      client.setQueryData(queryKey, saved);
      return storedCompany(saved);
    },
    reload: () => void client.invalidateQueries({ queryKey }),
  });
  return (
    <div className={page.page}>
      <ThingForm form={form} nameOf={(field) => settingName(t, field.replace(/^settings\./, ""))}>
        {COMPANY_GROUPS.map(({ title, names }) => (
          <Section key={title} title={t(title)}>
            <div className={page.fields}>
              {title === "company.group.looks" ? <Logo logo={company.logo} readOnly={readOnly} /> : null}
              {names.flatMap((name) => {
                const setting = byName.get(name);
                if (setting === undefined) return [];
                const place = placeOf(name);
                if (setting.form.kind === "featureCodes")
                  return [
                    <FeatureCodes
                      key={name}
                      value={form.value[place] ?? setting.value}
                      error={form.faultOf(place)}
                      readOnly={readOnly}
                      onChange={(text) => form.change({ [place]: text })}
                    />,
                  ];
                return [
                  <SettingInput
                    key={name}
                    form={setting.form}
                    label={settingName(t, name)}
                    hint={hintOf(t, setting)}
                    value={form.value[place] ?? setting.value}
                    error={form.faultOf(place)}
                    readOnly={readOnly}
                    flagClass={styles.flag}
                    choiceName={(choice) => choiceName(t, name, choice)}
                    onChange={(text) => form.change({ [place]: text })}
                  />,
                ];
              })}
            </div>
          </Section>
        ))}
      </ThingForm>
      {mayManageCompany(viewer.rights) ? (
        <>
          <CompanyApplications />
          <CompanyFile />
        </>
      ) : null}
    </div>
  );
}

/** COMPANY-2: the picture beside the name. */
function Logo({ logo, readOnly }: { readonly logo: string | null; readonly readOnly: boolean }) {
  const t = useWords(companyMessages);
  const { api, upload } = usePanel();
  const client = useQueryClient();
  const { queryKey } = companyQuery(api);
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey }));
  return (
    <div className={styles.logo}>
      <span className={page.label}>{t("company.logo")}</span>
      <span className={styles.picture}>
        {logo === null ? <span className={page.dim}>{t("company.logo.none")}</span> : <img src={logo} alt="" />}
      </span>
      {readOnly ? null : (
        <span className={styles.buttons}>
          <FileButton
            accept={PICTURE_MEDIA_TYPES.join(",")}
            busy={busy}
            onFile={(file) =>
              run({
                fallback: "administration.save",
                change: () => companyChanges.setLogo(upload, file),
                done: () => t("company.logo.saved"),
              })
            }
          >
            {t("company.logo.upload")}
          </FileButton>
          {logo === null ? null : (
            <Button
              busy={busy}
              onClick={() =>
                run({
                  fallback: "administration.save",
                  change: (wire) => companyChanges.removeLogo(wire),
                  done: () => t("company.logo.removed"),
                })
              }
            >
              {t("company.logo.remove")}
            </Button>
          )}
        </span>
      )}
      <span className={page.dim}>{t("company.logo.hint")}</span>
    </div>
  );
}
