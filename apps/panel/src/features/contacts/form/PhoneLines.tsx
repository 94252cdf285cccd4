import { CONTACT_COUNTRIES, CONTACT_LINES_MAX } from "@callpanel/contract";
import { Button, IconButton, IconPlus, IconTrash, SelectField, TextField } from "@callpanel/ui";
import { regionName } from "../../../shared/words/regionName.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { contactFormMessages } from "./contactForm.messages.ts";
import type { PhoneLine } from "./draft.model.ts";
import { countryTyped } from "./phone.model.ts";
import { FormGroup } from "./FormGroup.tsx";
import type { ContactFormBinding } from "./useContactForm.ts";
import styles from "./FormLines.module.css";

/** The phone numbers; the first line cannot be removed (ADDRESS-4). */
export function PhoneLines({ form }: { readonly form: ContactFormBinding }) {
  const t = useWords(contactFormMessages);
  const { phones } = form.state.draft;
  return (
    <FormGroup title={t("contactForm.phones")}>
      {phones.map((line, at) => (
        <Line key={line.key} form={form} line={line} place={at + 1} />
      ))}
      {phones.length < CONTACT_LINES_MAX ? (
        <Button
          look="quiet"
          icon={IconPlus}
          className={styles.add}
          onClick={() => form.write("form", { type: "phoneAdded" })}
        >
          {t("contactForm.addPhone")}
        </Button>
      ) : null}
    </FormGroup>
  );
}

interface LineProps {
  readonly form: ContactFormBinding;
  readonly line: PhoneLine;
  /** From 1. */
  readonly place: number;
}

function Line({ form, line, place }: LineProps) {
  const t = useWords(contactFormMessages);
  const { locale } = useLocaleWords();
  const { key, country, number, extension, label } = line;
  const change = (part: "phone_number" | "extension" | "label", to: Partial<Omit<PhoneLine, "key">>) =>
    form.write(`phone.${key}.${part}`, { type: "phoneChanged", key, change: to });
  return (
    <div className={styles.phone}>
      <SelectField
        label={t("contactForm.country")}
        choices={CONTACT_COUNTRIES.map((value) => ({ value, label: regionName(value, locale) }))}
        value={country}
        onChange={(to) => change("phone_number", { country: to })}
      />
      <TextField
        className={styles.main}
        type="tel"
        label={t("contactForm.phone")}
        aria-required={place === 1}
        autoComplete="off"
        maxLength={32}
        value={number}
        error={form.faultOf(`phone.${key}.phone_number`)}
        onChange={({ currentTarget: { value } }) => {
          const typed = countryTyped(value);
          change("phone_number", { number: value, ...(typed ? { country: typed } : {}) });
        }}
        onBlur={() => form.leaveField(`phone.${key}.phone_number`)}
      />
      <TextField
        label={t("contactForm.extension")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        value={extension}
        error={form.faultOf(`phone.${key}.extension`)}
        onChange={({ currentTarget: { value } }) => change("extension", { extension: value })}
        onBlur={() => form.leaveField(`phone.${key}.extension`)}
      />
      <TextField
        label={t("contactForm.label")}
        placeholder={t("contactForm.phoneLabelHint")}
        autoComplete="off"
        maxLength={64}
        value={label}
        error={form.faultOf(`phone.${key}.label`)}
        onChange={({ currentTarget: { value } }) => change("label", { label: value })}
        onBlur={() => form.leaveField(`phone.${key}.label`)}
      />
      {place === 1 ? (
        <span className={styles.noButton} />
      ) : (
        <IconButton
          className={styles.remove}
          icon={IconTrash}
          label={t("contactForm.removePhone", { place })}
          onClick={() => form.write("form", { type: "phoneRemoved", key })}
        />
      )}
    </div>
  );
}
