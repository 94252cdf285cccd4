import { Button, Checkbox, IconPlus, TextField } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { saveTag, TAGS_KEY, tagsQuery } from "../contacts.api.ts";
import type { ContactList } from "../contacts.lists.ts";
import { contactFormMessages } from "./contactForm.messages.ts";
import { FormGroup } from "./FormGroup.tsx";
import type { ContactFormBinding } from "./useContactForm.ts";
import styles from "./TagPicker.module.css";

export interface TagPickerProps {
  readonly form: ContactFormBinding;
  readonly list: ContactList;
}

/** The tags of the contact's list to select, and a field to add a new one. */
export function TagPicker({ form, list }: TagPickerProps) {
  const t = useWords(contactFormMessages);
  const { api } = usePanel();
  const { data: tags = [] } = useQuery(tagsQuery(api, list));
  const field = list === "personal" ? "personalTags" : "tags";
  const place = list === "personal" ? "personal_tags" : "tags";
  const chosen = form.state.draft[field];
  const choose = (next: readonly string[]) => form.write(place, { type: "tagsChosen", field, tags: next });
  const fault = form.faultOf(place);
  // A deleted tag stays visible, and can be deselected.
  const names = [...new Set([...tags.map(({ name }) => name), ...chosen])];
  return (
    <FormGroup title={t(list === "personal" ? "contactForm.personalTags" : "contactForm.tags")}>
      {names.length === 0 ? <p className={styles.hint}>{t("contactForm.noTags")}</p> : null}
      <div className={styles.tags}>
        {names.map((name) => (
          <Checkbox
            key={name}
            className={styles.tag}
            label={<bdi>{name}</bdi>}
            checked={chosen.includes(name)}
            onChange={(on) => choose(on ? [...chosen, name] : chosen.filter((one) => one !== name))}
          />
        ))}
      </div>
      {fault ? <p className={styles.fault}>{fault}</p> : null}
      <NewTag list={list} onAdded={(name) => choose([...chosen.filter((one) => one !== name), name])} />
    </FormGroup>
  );
}

function NewTag({ list, onAdded }: { readonly list: ContactList; readonly onAdded: (name: string) => void }) {
  const t = useWords(contactFormMessages);
  const words = useLocaleWords();
  const { api } = usePanel();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [error, setError] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const add = async () => {
    if (busy || name.trim() === "") return;
    setBusy(true);
    try {
      const tag = await saveTag(api, list, null, { name, color: null });
      await client.invalidateQueries({ queryKey: TAGS_KEY });
      onAdded(tag.name);
      setName("");
      setError(undefined);
    } catch (cause) {
      setError(words.say(sayError(cause, list === "personal" ? "contacts.personalTag.create" : "contacts.tag.create")));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.new}>
      <TextField
        className={styles.name}
        label={t("contactForm.newTag")}
        autoComplete="off"
        maxLength={32}
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Not the whole form.
          event.preventDefault();
          void add();
        }}
      />
      <Button
        className={styles.add}
        icon={IconPlus}
        busy={busy}
        disabled={name.trim() === ""}
        onClick={() => void add()}
      >
        {t("contactForm.addTag")}
      </Button>
    </div>
  );
}
