import { IconUsers, SelectField } from "@callpanel/ui";
import type { SubAccount } from "@callpanel/contract";
import { useContext } from "react";
import { UnsavedContext } from "../../../shared/form/unsaved.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { fullNameOf } from "../../../shared/viewer.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { settingsMessages } from "../settings.messages.ts";
import { CHOSEN_SUBJECT } from "../chosenSubject.ts";
import styles from "./SubjectSelect.module.css";

export interface SubjectSelectProps {
  readonly subAccounts: readonly SubAccount[];
  /** Null: the viewer. */
  readonly chosen: SubAccount | null;
}

const nameOf = ({ first_name: firstName, last_name: lastName, username }: SubAccount): string =>
  fullNameOf({ firstName, lastName, username });

/** SET-3: the one switch to a sub-account; absent if there is no other person. */
export function SubjectSelect({ subAccounts, chosen }: SubjectSelectProps) {
  const t = useWords(settingsMessages);
  const { user } = usePanel().viewer;
  const choice = useService(CHOSEN_SUBJECT);
  const unsaved = useContext(UnsavedContext);
  if (subAccounts.length === 0) return null;
  return (
    <div className={styles.bar} data-other={chosen === null ? undefined : ""}>
      <IconUsers size={20} stroke={1.7} aria-hidden />
      <SelectField
        className={styles.select ?? ""}
        label={t("settings.whose")}
        value={String(chosen?.user_id ?? user.id)}
        choices={[
          { value: String(user.id), label: t("settings.myself", { name: fullNameOf(user) }) },
          ...subAccounts.map((one) => ({
            value: String(one.user_id),
            label: t("settings.person", { name: nameOf(one), extension: one.exten }),
          })),
        ]}
        onChange={(id) => unsaved.ask(() => choice.dispatch(Number(id) === user.id ? null : Number(id)))}
      />
      {chosen === null ? null : <p className={styles.note}>{t("settings.ofOther", { name: nameOf(chosen) })}</p>}
    </div>
  );
}
