import { blacklistFault } from "@callpanel/contract";
import type { BlacklistEntry } from "@callpanel/contract";
import { TextField } from "@callpanel/ui";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { SettingsForm } from "../parts/SettingsForm.tsx";
import { useDraft } from "../useDraft.ts";
import { blacklistMessages } from "./blacklist.messages.ts";
import { changedEntries, incompleteEntries } from "./blacklist.model.ts";
import styles from "./BlacklistPage.module.css";

export interface BlacklistEditorProps {
  readonly entries: readonly BlacklistEntry[];
  readonly save: (entries: readonly BlacklistEntry[]) => Promise<unknown>;
}

/** Edits many entries together (`blacklists/bulk_save`): only changes are sent, and all or none are stored. */
export function BlacklistEditor({ entries, save }: BlacklistEditorProps) {
  const t = useWords(blacklistMessages);
  const words = useLocaleWords();
  const { notices } = usePanel();
  const draft = useDraft<{ readonly entries: readonly BlacklistEntry[] }>({
    saved: { entries },
    save: async (value) => {
      await save(changedEntries(entries, value.entries));
      const left = incompleteEntries(entries, value.entries);
      if (left.length > 0)
        notices.error(
          t("settings.blacklist.left", { rows: left.map(({ name, number }) => name || number).join(", ") }),
        );
    },
  });
  const faults = draft.value.entries.map((entry) => {
    const fault = blacklistFault(entry);
    return fault?.code === "settings.blacklist.required" ? undefined : fault;
  });
  const change = (at: number, part: Partial<BlacklistEntry>) =>
    draft.change({
      entries: draft.value.entries.map((entry, place) => (place === at ? { ...entry, ...part } : entry)),
    });
  return (
    <SettingsForm draft={draft} valid={faults.every((fault) => fault === undefined)}>
      {draft.value.entries.map((entry, at) => {
        const fault = faults[at];
        const stored = entries[at] ?? entry;
        const said = fault ? words.error(fault.code, fault.details) : undefined;
        const isOfName = fault?.code === "settings.blacklist.name";
        return (
          <div key={entry.id} className={styles.pair}>
            <TextField
              label={t("settings.blacklist.nameOf", { number: stored.number })}
              silentLabel
              value={entry.name}
              error={isOfName ? said : undefined}
              onChange={({ currentTarget }) => change(at, { name: currentTarget.value })}
            />
            <TextField
              label={t("settings.blacklist.numberOf", { name: stored.name })}
              silentLabel
              type="tel"
              value={entry.number}
              error={isOfName ? undefined : said}
              onChange={({ currentTarget }) => change(at, { number: currentTarget.value })}
            />
          </div>
        );
      })}
      <p className={styles.note}>{t("settings.blacklist.dropped")}</p>
    </SettingsForm>
  );
}
