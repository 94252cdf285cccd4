import { SelectField } from "@callpanel/ui";
import { useContext } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { settingsMessages } from "../settings.messages.ts";
import { SubjectContext } from "../subject.ts";
import type { SubjectChoice } from "../subject.ts";
import { UnsavedContext } from "../../../shared/form/unsaved.ts";
import styles from "./SubjectSelect.module.css";

/** SET-3: selects the person of the settings; absent if there is no other person. */
export function SubjectSelect({ subject }: { readonly subject: SubjectChoice }) {
  const t = useWords(settingsMessages);
  const chosen = useContext(SubjectContext);
  const unsaved = useContext(UnsavedContext);
  const { subjects, userId } = subject;
  if (subjects.length < 2) return null;
  return (
    <SelectField
      className={styles.select ?? ""}
      label={t("settings.whose")}
      value={String(userId)}
      choices={subjects.map(({ userId: id, name, extension }, at) => ({
        value: String(id),
        label: at === 0 ? t("settings.myself", { name }) : t("settings.person", { name, extension }),
      }))}
      onChange={(id) => unsaved.ask(() => chosen.dispatch(Number(id)))}
    />
  );
}
