import { blacklistFault } from "@callpanel/contract";
import type { BlacklistEntry } from "@callpanel/contract";
import { Button, TextField } from "@callpanel/ui";
import { useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import type { ErrorSay } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { ErrorLine } from "../parts/ErrorLine.tsx";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { blacklistMessages } from "./blacklist.messages.ts";
import styles from "./BlacklistPage.module.css";

const EMPTY = { name: "", number: "" };

export interface BlockFormProps {
  readonly add: (entry: Omit<BlacklistEntry, "id">) => Promise<BlacklistEntry>;
}

/** Adds one number. */
export function BlockForm({ add }: BlockFormProps) {
  const t = useWords(blacklistMessages);
  const words = useLocaleWords();
  const { notices, viewer } = usePanel();
  const write = useNumberText(viewer);
  const [entry, setEntry] = useState(EMPTY);
  const [state, setState] = useState<{ readonly busy: boolean; readonly error: ErrorSay | null }>({
    busy: false,
    error: null,
  });
  const fault = blacklistFault(entry);
  const change = (part: Partial<typeof EMPTY>) => {
    setEntry({ ...entry, ...part });
    setState({ busy: false, error: null });
  };
  const submit = async () => {
    setState({ busy: true, error: null });
    try {
      const added = await add({ name: entry.name.trim(), number: entry.number.trim() });
      setEntry(EMPTY);
      setState({ busy: false, error: null });
      notices.success(t("settings.blacklist.added", { number: write(added.number) }));
    } catch (error) {
      setState({ busy: false, error: sayError(error, "settings.blacklist.addFailed") });
    }
  };
  // An empty field shows no error.
  const shown = entry.number === "" && fault?.code === "settings.blacklist.required" ? undefined : fault;
  const isOfName = shown?.code === "settings.blacklist.name";
  const said = shown ? words.error(shown.code, shown.details) : undefined;
  return (
    <SettingsSection title={t("settings.blacklist.addTitle")} hint={t("settings.blacklist.addHint")}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (fault === undefined && !state.busy) void submit();
        }}
      >
        <TextField
          label={t("settings.blacklist.name")}
          value={entry.name}
          autoComplete="off"
          error={isOfName ? said : undefined}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <TextField
          label={t("settings.blacklist.number")}
          type="tel"
          value={entry.number}
          autoComplete="off"
          error={isOfName ? undefined : said}
          onChange={({ currentTarget }) => change({ number: currentTarget.value })}
        />
        <Button type="submit" look="primary" className={styles.submit} busy={state.busy} disabled={fault !== undefined}>
          {t("settings.blacklist.block")}
        </Button>
      </form>
      {state.error ? <ErrorLine text={words.say(state.error)} /> : null}
    </SettingsSection>
  );
}
