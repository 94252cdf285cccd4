import { CONTACT_LINES_MAX } from "@callpanel/contract";
import { Button, IconButton, IconPlus, IconTrash, TextField } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { contactFormMessages } from "./contactForm.messages.ts";
import type { EmailLine } from "./draft.model.ts";
import { FormGroup } from "./FormGroup.tsx";
import type { ContactFormBinding } from "./useContactForm.ts";
import styles from "./FormLines.module.css";

/** The e-mail addresses; one line is always there, and may be empty (ADDRESS-7). */
export function EmailLines({ form }: { readonly form: ContactFormBinding }) {
  const t = useWords(contactFormMessages);
  const { emails } = form.state.draft;
  const change = (key: number, part: "email" | "label", to: Partial<Omit<EmailLine, "key">>) =>
    form.write(`email.${key}.${part}`, { type: "emailChanged", key, change: to });
  return (
    <FormGroup title={t("contactForm.emails")}>
      {emails.map(({ key, email, label }, at) => (
        <div key={key} className={styles.email}>
          <TextField
            className={styles.main}
            type="email"
            label={t("contactForm.email")}
            autoComplete="off"
            maxLength={254}
            value={email}
            error={form.faultOf(`email.${key}.email`)}
            onChange={({ currentTarget: { value } }) => change(key, "email", { email: value })}
            onBlur={() => form.leaveField(`email.${key}.email`)}
          />
          <TextField
            label={t("contactForm.label")}
            autoComplete="off"
            maxLength={64}
            value={label}
            error={form.faultOf(`email.${key}.label`)}
            onChange={({ currentTarget: { value } }) => change(key, "label", { label: value })}
            onBlur={() => form.leaveField(`email.${key}.label`)}
          />
          {emails.length === 1 ? (
            <span className={styles.noButton} />
          ) : (
            <IconButton
              className={styles.remove}
              icon={IconTrash}
              label={t("contactForm.removeEmail", { place: at + 1 })}
              onClick={() => form.write("form", { type: "emailRemoved", key })}
            />
          )}
        </div>
      ))}
      {emails.length < CONTACT_LINES_MAX ? (
        <Button
          look="quiet"
          icon={IconPlus}
          className={styles.add}
          onClick={() => form.write("form", { type: "emailAdded" })}
        >
          {t("contactForm.addEmail")}
        </Button>
      ) : null}
    </FormGroup>
  );
}
