import { useWords } from "../../../shared/words/useWords.ts";
import { contactFormMessages } from "./contactForm.messages.ts";
import { FormText } from "./FormText.tsx";
import type { ContactFormBinding } from "./useContactForm.ts";
import styles from "./FormTabs.module.css";

/** The company of a contact. */
export function CompanyTab({ form }: { readonly form: ContactFormBinding }) {
  const t = useWords(contactFormMessages);
  return (
    <div className={styles.fields}>
      <FormText form={form} field="company" label={t("contactForm.company")} autoComplete="off" />
      <FormText form={form} field="job_title" label={t("contactForm.jobTitle")} autoComplete="off" />
    </div>
  );
}
