import { Button, IconAlertCircle } from "@callpanel/ui";
import type { ReactNode } from "react";
import { useLocaleWords, useWords } from "../words/useWords.ts";
import { formMessages } from "./form.messages.ts";
import type { ThingForm as Form } from "./useThingForm.ts";
import styles from "./ThingForm.module.css";

export interface ThingFormProps<T> {
  readonly form: Form<T>;
  /** What the fields are called, for conflicts. */
  readonly nameOf: (field: keyof T & string) => string;
  /** Instead of `Save`, for a new thing. */
  readonly saveLabel?: string;
  /** The bar is shown without changes too: for a new thing. */
  readonly isNew?: boolean;
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

/** PAGES-6: a form with its bar, shown while there are changes; why saving failed; and what someone else has changed. */
export function ThingForm<T extends object>(props: ThingFormProps<T>) {
  const { form, nameOf, saveLabel, isNew = false, onCancel, children } = props;
  const t = useWords(formMessages);
  const words = useLocaleWords();
  const { changed, saving, valid, error, conflicts } = form;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (valid && changed && !saving && conflicts.length === 0) form.save();
        else event.currentTarget.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
      }}
    >
      {children}
      {conflicts.length > 0 ? <Conflict form={form} nameOf={nameOf} /> : null}
      {error === null || conflicts.length > 0 ? null : (
        <p className={styles.error} role="alert">
          <IconAlertCircle size={16} stroke={2} aria-hidden />
          {words.say(error)}
        </p>
      )}
      {changed || isNew ? (
        <div className={`${styles.bar} ${styles.follows}`}>
          {isNew ? null : <p className={styles.words}>{t("form.changed")}</p>}
          <Button onClick={isNew ? onCancel : form.discard} disabled={saving}>
            {t(isNew ? "form.cancel" : "form.discard")}
          </Button>
          <Button type="submit" look="primary" busy={saving} disabled={!valid || !changed || conflicts.length > 0}>
            {saveLabel ?? t("form.save")}
          </Button>
        </div>
      ) : null}
    </form>
  );
}

function Conflict<T extends object>({ form, nameOf }: Pick<ThingFormProps<T>, "form" | "nameOf">) {
  const t = useWords(formMessages);
  return (
    <div className={styles.conflict} role="alert">
      <p className={styles.title}>{t("form.conflict.title")}</p>
      <ul className={styles.changes}>
        {form.conflicts.map(({ field, from, to }) => (
          <li key={field}>
            {t("form.conflict.change", {
              name: nameOf(field),
              from: textOf(from) || t("form.conflict.empty"),
              to: textOf(to) || t("form.conflict.empty"),
            })}
          </li>
        ))}
      </ul>
      <div className={styles.choices}>
        <Button onClick={form.discard}>{t("form.conflict.theirs")}</Button>
        <Button look="primary" onClick={form.keepMine}>
          {t("form.conflict.mine")}
        </Button>
      </div>
    </div>
  );
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  if (typeof value === "boolean") return value ? "✓" : "–";
  if (typeof value === "object" && value !== null && "name" in value) return textOf(value.name);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
