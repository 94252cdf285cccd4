import { Checkbox } from "@callpanel/ui";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { CONTACT_LISTS, mayWrite } from "../contacts.lists.ts";
import { contactFormMessages } from "./contactForm.messages.ts";
import { ContactPicture } from "./ContactPicture.tsx";
import { EmailLines } from "./EmailLines.tsx";
import { FormText } from "./FormText.tsx";
import { PhoneLines } from "./PhoneLines.tsx";
import { TagPicker } from "./TagPicker.tsx";
import type { ContactFormBinding } from "./useContactForm.ts";
import styles from "./FormTabs.module.css";

/** Name, numbers and mail addresses of a contact. */
export function MainTab({ form }: { readonly form: ContactFormBinding }) {
  const t = useWords(contactFormMessages);
  const { viewer } = usePanel();
  const { draft } = form.state;
  const both = CONTACT_LISTS.every((list) => mayWrite(viewer.flags, list));
  return (
    <div className={styles.fields}>
      <div className={styles.head}>
        <ContactPicture form={form} />
        <div className={styles.checks}>
          {both ? (
            <Checkbox
              label={t("contactForm.personal")}
              hint={t("contactForm.personalHint")}
              checked={draft.isPersonal}
              onChange={(on) => form.write("form", { type: "switched", field: "isPersonal", on })}
            />
          ) : null}
          <Checkbox
            label={t("contactForm.callerId")}
            hint={t("contactForm.callerIdHint")}
            checked={draft.useAsCallerId}
            onChange={(on) => form.write("form", { type: "switched", field: "useAsCallerId", on })}
          />
        </div>
      </div>
      <div className={styles.pair}>
        <FormText
          data-autofocus
          form={form}
          field="last_name"
          label={t("contactForm.lastName")}
          autoComplete="off"
          required
        />
        <FormText form={form} field="first_name" label={t("contactForm.firstName")} autoComplete="off" required />
      </div>
      <PhoneLines form={form} />
      <EmailLines form={form} />
      <TagPicker form={form} list={draft.isPersonal ? "personal" : "shared"} />
    </div>
  );
}
