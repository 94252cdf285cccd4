import { CONTACT_TAG_MAX_CHARS } from "@callpanel/contract";
import type { ContactTag } from "@callpanel/contract";
import { Button, Dialog, IconCheck, TextField } from "@callpanel/ui";
import { useId, useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { saveTag } from "../contacts.api.ts";
import type { ContactList } from "../contacts.lists.ts";
import { useReload } from "../useContactChange.ts";
import { contactTagsMessages } from "./contactTags.messages.ts";
import styles from "./TagsDialog.module.css";

/** White ink reads on each of them. */
const COLORS = {
  blue: "#0073ad",
  green: "#19774a",
  yellow: "#8a6400",
  orange: "#a34c06",
  red: "#c4222f",
  purple: "#7a3fb0",
  grey: "#526271",
} as const;
const COLOR_NAMES = ["blue", "green", "yellow", "orange", "red", "purple", "grey"] as const;

export interface TagFormProps {
  readonly list: ContactList;
  /** Null: a new one. */
  readonly tag: ContactTag | null;
  readonly onRenamed: (tag: string, to: string) => void;
  readonly onClose: () => void;
}

/** A tag's name and colour. */
export function TagForm({ list, tag, onRenamed, onClose }: TagFormProps) {
  const t = useWords(contactTagsMessages);
  const [name, setName] = useState(tag?.name ?? "");
  const [color, setColor] = useState(tag?.color ?? null);
  const save = useTagSave({ list, tag, onRenamed, onClose });
  const spaced = /\s/u.test(name.trim());
  const valid = name.trim() !== "" && !spaced;
  return (
    <Dialog
      opened
      persistent="form"
      onClose={onClose}
      title={t(tag ? "contactTags.editTitle" : "contactTags.newTitle")}
      closeLabel={t("contactTags.close")}
    >
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (valid) save.run({ name: name.trim(), color });
        }}
      >
        <TextField
          data-autofocus
          label={t("contactTags.name")}
          hint={t("contactTags.nameHint")}
          error={spaced ? t("contactTags.nameSpace") : save.error}
          aria-required
          autoComplete="off"
          maxLength={CONTACT_TAG_MAX_CHARS}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            save.forgive();
          }}
        />
        <ColorChoice color={color} onChoose={setColor} />
        <div className={styles.buttons}>
          <Button onClick={onClose}>{t("contactTags.cancel")}</Button>
          <Button type="submit" look="primary" busy={save.busy} disabled={!valid}>
            {t(tag ? "contactTags.update" : "contactTags.create")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useTagSave({ list, tag, onRenamed, onClose }: TagFormProps) {
  const t = useWords(contactTagsMessages);
  const words = useLocaleWords();
  const { api, notices } = usePanel();
  const reload = useReload();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const carryOut = async (draft: { readonly name: string; readonly color: string | null }) => {
    if (busy) return;
    setBusy(true);
    try {
      const saved = await saveTag(api, list, tag?.id ?? null, draft);
      notices.success(t(tag ? "contactTags.updated" : "contactTags.created", { name: saved.name }));
      if (tag && tag.name !== saved.name) onRenamed(tag.name, saved.name);
      onClose();
    } catch (cause) {
      const kind = list === "personal" ? "personalTag" : "tag";
      setError(words.say(sayError(cause, `contacts.${kind}.${tag ? "update" : "create"}`)));
    } finally {
      setBusy(false);
      reload();
    }
  };
  return {
    busy,
    error,
    forgive: () => setError(undefined),
    run: (draft: { readonly name: string; readonly color: string | null }) => void carryOut(draft),
  };
}

interface ColorChoiceProps {
  readonly color: string | null;
  readonly onChoose: (color: string | null) => void;
}

function ColorChoice({ color, onChoose }: ColorChoiceProps) {
  const t = useWords(contactTagsMessages);
  const name = useId();
  const own = color !== null && !Object.values<string>(COLORS).includes(color) ? [color] : [];
  return (
    <fieldset className={styles.colors}>
      <legend className={styles.legend}>{t("contactTags.color")}</legend>
      <label className={styles.color} data-empty="" data-tip={t("contactTags.noColor")}>
        <input
          type="radio"
          name={name}
          aria-label={t("contactTags.noColor")}
          checked={color === null}
          onChange={() => onChoose(null)}
        />
        <IconCheck size={16} stroke={2.5} aria-hidden />
      </label>
      {COLOR_NAMES.map((one) => (
        <label
          key={one}
          className={styles.color}
          style={{ background: COLORS[one] }}
          data-tip={t(`contactTags.color.${one}`)}
        >
          <input
            type="radio"
            name={name}
            aria-label={t(`contactTags.color.${one}`)}
            checked={color === COLORS[one]}
            onChange={() => onChoose(COLORS[one])}
          />
          <IconCheck size={16} stroke={2.5} aria-hidden />
        </label>
      ))}
      {own.map((one) => (
        <label key={one} className={styles.color} style={{ background: one }} data-tip={one}>
          <input type="radio" name={name} aria-label={one} checked onChange={() => onChoose(one)} />
          <IconCheck size={16} stroke={2.5} aria-hidden />
        </label>
      ))}
    </fieldset>
  );
}
