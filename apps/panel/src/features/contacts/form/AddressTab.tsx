import { CONTACT_ADDRESS_TYPES, CONTACT_COUNTRIES } from "@callpanel/contract";
import { SelectField } from "@callpanel/ui";
import { useId } from "react";
import { regionName } from "../../../shared/words/regionName.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { contactsMessages } from "../contacts.messages.ts";
import { contactFormMessages } from "./contactForm.messages.ts";
import { FormText } from "./FormText.tsx";
import { isCountry } from "../../../shared/phone/country.ts";
import { STATES } from "./countryStates.ts";
import type { ContactFormBinding } from "./useContactForm.ts";
import styles from "./FormTabs.module.css";

/** The postal addresses of a contact. */
export function AddressTab({ form }: { readonly form: ContactFormBinding }) {
  const t = useWords(contactFormMessages);
  const words = useWords(contactsMessages);
  const id = useId();
  const { texts } = form.state.draft;
  const states = isCountry(texts.country) ? STATES[texts.country] : [];
  return (
    <div className={styles.fields}>
      <FormText form={form} field="street" label={t("contactForm.street")} autoComplete="off" />
      <div className={styles.pair}>
        <FormText form={form} field="city" label={t("contactForm.city")} autoComplete="off" />
        <FormText form={form} field="postal_code" label={t("contactForm.postalCode")} autoComplete="off" />
        <CountryField form={form} />
        <FormText form={form} field="state" label={t("contactForm.state")} autoComplete="off" list={id} />
        <SelectField
          label={t("contactForm.addressType")}
          choices={[
            { value: "", label: t("contactForm.noAddressType") },
            ...CONTACT_ADDRESS_TYPES.map((value) => ({ value, label: words(`contacts.addressType.${value}`) })),
          ]}
          value={CONTACT_ADDRESS_TYPES.find((one) => one === texts.address_type) ?? ""}
          error={form.faultOf("address_type")}
          onChange={(text) => form.write("address_type", { type: "typed", field: "address_type", text })}
        />
      </div>
      <datalist id={id}>
        {states.map((state) => (
          <option key={state}>{state}</option>
        ))}
      </datalist>
    </div>
  );
}

/** One of the three, or the value of an import. */
function CountryField({ form }: { readonly form: ContactFormBinding }) {
  const t = useWords(contactFormMessages);
  const { locale } = useLocaleWords();
  const { country } = form.state.draft.texts;
  const others = country === "" || isCountry(country) ? [] : [{ value: country, label: country }];
  return (
    <SelectField
      label={t("contactForm.country")}
      choices={[
        { value: "", label: t("contactForm.noCountry") },
        ...CONTACT_COUNTRIES.map((value) => ({ value: String(value), label: regionName(value, locale) })),
        ...others,
      ]}
      value={country}
      error={form.faultOf("country")}
      onChange={(text) => form.write("country", { type: "typed", field: "country", text })}
    />
  );
}
