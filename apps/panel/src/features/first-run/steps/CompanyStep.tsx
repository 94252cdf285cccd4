import { CONTACT_COUNTRIES, LOCALES, setUpCompany } from "@callpanel/contract";
import { FileButton, SelectField, TextField } from "@callpanel/ui";
import { useState } from "react";
import { LOCALE_NAMES } from "../../../shared/words/locales.ts";
import { regionName } from "../../../shared/words/regionName.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { firstRunMessages } from "../firstRun.messages.ts";
import { drawLogo } from "../logo.ts";
import styles from "../SetupScreen.module.css";
import type { StepProps } from "../step.ts";
import { StepFrame } from "../StepFrame.tsx";

/** FIRST-11 */
export function CompanyStep({ state, guide, run, onBack, busy, error, parts }: StepProps) {
  const t = useWords(firstRunMessages);
  const { locale } = useLocaleWords();
  const [name, setName] = useState(state.company);
  const [country, setCountry] = useState(state.country);
  // Before the company has a language, it is the one in which the guide is read.
  const [language, setLanguage] = useState(state.done.includes("company") ? state.language : locale);
  const [logo, setLogo] = useState<string | null>(state.logo);
  const [isAsked, setAsked] = useState(false);
  const [isBadLogo, setBadLogo] = useState(false);
  const choose = async (file: File) => {
    const drawn = await drawLogo(file);
    setBadLogo(drawn === undefined);
    if (drawn !== undefined) setLogo(drawn);
  };
  const changed = logo !== null && logo !== state.logo ? { logo } : {};
  return (
    <StepFrame
      title={t("setup.step.company")}
      lead={t("setup.company.lead")}
      error={error}
      busy={busy}
      onBack={onBack}
      onNext={() => {
        setAsked(true);
        if (name.trim() !== "") run(() => guide.call(setUpCompany, { body: { name, country, language, ...changed } }));
      }}
    >
      <TextField
        label={t("setup.company.name")}
        autoComplete="organization"
        maxLength={100}
        error={isAsked && name.trim() === "" ? t("setup.fault.name") : undefined}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <div className={styles.pair}>
        <SelectField
          label={t("setup.company.country")}
          hint={t("setup.company.countryHint")}
          choices={CONTACT_COUNTRIES.map((value) => ({ value, label: regionName(value, locale) }))}
          value={country}
          onChange={setCountry}
        />
        <SelectField
          label={t("setup.company.language")}
          hint={t("setup.company.languageHint")}
          choices={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
          value={language}
          onChange={(next) => {
            setLanguage(next);
            parts.onLocale(next);
          }}
        />
      </div>
      <div className={styles.logo}>
        <span className={styles.label}>{t("setup.company.logo")}</span>
        {logo === null ? null : <img src={logo} alt="" />}
        <FileButton accept="image/*" onFile={(file) => void choose(file)}>
          {t(logo === null ? "setup.company.chooseLogo" : "setup.company.otherLogo")}
        </FileButton>
        {isBadLogo ? (
          <span className={styles.fault} role="alert">
            {t("setup.company.badLogo")}
          </span>
        ) : null}
      </div>
    </StepFrame>
  );
}
