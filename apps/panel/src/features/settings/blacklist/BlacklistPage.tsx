import { Button, Pager, SearchField, LoadingBlock } from "@callpanel/ui";
import { useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { useSubject } from "../subject.ts";
import { BlacklistEditor } from "./BlacklistEditor.tsx";
import { BlacklistRows } from "./BlacklistRows.tsx";
import { BlockForm } from "./BlockForm.tsx";
import { blacklistMessages } from "./blacklist.messages.ts";
import { PAGE_COUNT, useBlacklist } from "./useBlacklist.ts";
import styles from "./BlacklistPage.module.css";

/** SET-11: the numbers that the person has blocked. */
export function BlacklistPage() {
  const subject = useSubject();
  // What was typed for one person is not left there for another.
  return <Blacklist key={subject.userId} readOnly={!subject.mayChange("user_preferences")} />;
}

function Blacklist({ readOnly }: { readonly readOnly: boolean }) {
  const t = useWords(blacklistMessages);
  const { typed, search, page, toPage, query, add, remove, save } = useBlacklist();
  const text = useSnapshot(typed);
  const [editing, setEditing] = useState(false);
  if (query.data === undefined)
    return query.isError ? (
      <LoadFailed error={query.error} fallback="settings.blacklist.load" onRetry={() => void query.refetch()} />
    ) : (
      <LoadingBlock height={320} />
    );
  const { data: entries, total } = query.data;
  const first = page * PAGE_COUNT + 1;
  return (
    <>
      {readOnly ? null : <BlockForm add={add.mutateAsync} />}
      <SettingsSection title={t("settings.blacklist.title")} hint={t("settings.blacklist.count", { total })}>
        <div className={styles.head}>
          <SearchField
            className={styles.search}
            label={t("settings.blacklist.search")}
            clearLabel={t("settings.blacklist.clear")}
            value={text}
            onChange={typed.dispatch}
          />
          {entries.length > 0 && !readOnly ? (
            <Button aria-pressed={editing} onClick={() => setEditing(!editing)}>
              {t(editing ? "settings.blacklist.done" : "settings.blacklist.edit")}
            </Button>
          ) : null}
        </div>
        {entries.length === 0 && search !== "" ? (
          <p className={styles.none}>{t("settings.blacklist.none", { search })}</p>
        ) : null}
        {editing && entries.length > 0 ? (
          <BlacklistEditor key={`${search} ${page}`} entries={entries} save={save.mutateAsync} />
        ) : (
          <BlacklistRows entries={entries} remove={readOnly ? null : remove.mutateAsync} />
        )}
        <Pager
          label={t("settings.blacklist.pages")}
          previousLabel={t("settings.blacklist.previous")}
          nextLabel={t("settings.blacklist.next")}
          range={t("settings.blacklist.range", { first, last: first + entries.length - 1, total })}
          page={page}
          pageCount={Math.ceil(total / PAGE_COUNT)}
          onPage={toPage}
        />
      </SettingsSection>
    </>
  );
}
