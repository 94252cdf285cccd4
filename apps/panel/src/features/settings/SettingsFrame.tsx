import { SearchField, SelectField } from "@callpanel/ui";
import { Outlet, useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { LeaveDialog } from "../../shared/form/LeaveDialog.tsx";
import { menuMessages } from "../../shared/menu.messages.ts";
import { PageLink } from "../../shared/PageLink.tsx";
import { usePanel, useService } from "../../shared/panel.ts";
import { availablePages } from "../../shared/routes.ts";
import { useSnapshot } from "../../shared/store.ts";
import { usePageName } from "../../shared/usePageName.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import { SETTINGS_PAGES } from "./pages.ts";
import { foundGroups } from "./settings.groups.ts";
import { settingsMessages } from "./settings.messages.ts";
import { SubjectSelect } from "./parts/SubjectSelect.tsx";
import { showsSubAccount } from "./subject.model.ts";
import { SubjectContext, useSubAccounts } from "./subject.ts";
import { CHOSEN_SUBJECT } from "./chosenSubject.ts";
import { UnsavedContext, createUnsaved } from "../../shared/form/unsaved.ts";
import styles from "./SettingsFrame.module.css";

/** SET-1: the pages of the settings: a list at the side, a select on a narrow screen. */
export function SettingsFrame() {
  const [unsaved] = useState(createUnsaved);
  const navigate = useNavigate();
  const { flags } = usePanel().viewer;
  const subAccounts = useSubAccounts();
  const chosenId = useSnapshot(useService(CHOSEN_SUBJECT));
  const chosen = subAccounts.find(({ user_id: id }) => id === chosenId) ?? null;
  const current = usePageName();
  const available = useMemo(
    () =>
      availablePages(flags).filter(
        ({ name }) => name in SETTINGS_PAGES && (chosen === null || showsSubAccount(name, chosen)),
      ),
    [flags, chosen],
  );
  const isShown = chosen === null || available.some(({ name }) => name === current);
  const first = available[0]?.paths[0];
  useEffect(() => {
    if (!isShown && first !== undefined) void navigate({ to: first, replace: true });
  }, [first, isShown, navigate]);
  return (
    <UnsavedContext value={unsaved}>
      <SubjectContext value={chosen}>
        <div className={styles.frame}>
          <SubNavigation available={available} />
          <div className={styles.page}>
            <SubjectSelect subAccounts={subAccounts} chosen={chosen} />
            {isShown ? <Outlet /> : null}
          </div>
        </div>
        <LeaveDialog unsaved={unsaved} />
      </SubjectContext>
    </UnsavedContext>
  );
}

function SubNavigation({ available }: { readonly available: ReturnType<typeof availablePages> }) {
  const t = useWords(settingsMessages);
  const title = useWords(menuMessages);
  const words = useLocaleWords();
  const navigate = useNavigate();
  const current = usePageName();
  const [search, setSearch] = useState("");
  const groups = foundGroups(words, available, search);
  const all = foundGroups(words, available, "").flatMap(({ pages }) => pages);
  const [first] = groups.flatMap(({ pages }) => pages);
  return (
    <>
      <nav className={styles.list} aria-label={t("settings.pages")}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (search.trim() !== "" && first) void navigate({ to: first.path });
          }}
        >
          <SearchField
            label={t("settings.search")}
            clearLabel={t("settings.clearSearch")}
            value={search}
            onChange={setSearch}
          />
        </form>
        {groups.map(({ group, pages }) => (
          <div key={group}>
            <p className={styles.group}>{t(`settings.group.${group}`)}</p>
            <ul aria-label={t(`settings.group.${group}`)}>
              {pages.map(({ name, path }) => (
                <li key={name}>
                  <PageLink to={path} current={name === current} className={styles.link}>
                    {title(`menu.${name}`)}
                  </PageLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {groups.length === 0 ? (
          <p className={styles.none}>{t("settings.noneFound", { search: search.trim() })}</p>
        ) : null}
      </nav>
      <SelectField
        className={styles.select ?? ""}
        label={t("settings.page")}
        silentLabel
        choices={all.map(({ name }) => ({ value: name, label: title(`menu.${name}`) }))}
        value={all.find(({ name }) => name === current)?.name ?? "settings-phone-status"}
        onChange={(chosen) => {
          const path = all.find(({ name }) => name === chosen)?.path;
          if (path !== undefined) void navigate({ to: path });
        }}
      />
    </>
  );
}
