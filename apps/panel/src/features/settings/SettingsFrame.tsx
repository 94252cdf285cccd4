import { SelectField } from "@callpanel/ui";
import { Outlet, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { LeaveDialog } from "../../shared/form/LeaveDialog.tsx";
import { menuMessages } from "../../shared/menu.messages.ts";
import { PageLink } from "../../shared/PageLink.tsx";
import { usePanel } from "../../shared/panel.ts";
import { availablePages } from "../../shared/routes.ts";
import { usePageName } from "../../shared/usePageName.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { SETTINGS_PAGES } from "./pages.ts";
import { settingsMessages } from "./settings.messages.ts";
import { SubjectContext, createChosenSubject } from "./subject.ts";
import { UnsavedContext, createUnsaved } from "../../shared/form/unsaved.ts";
import styles from "./SettingsFrame.module.css";

/** SET-1: the pages of the settings: a list at the side, a select on a narrow screen. */
export function SettingsFrame() {
  const [subject] = useState(createChosenSubject);
  const [unsaved] = useState(createUnsaved);
  return (
    <UnsavedContext value={unsaved}>
      <SubjectContext value={subject}>
        <div className={styles.frame}>
          <SubNavigation />
          <div className={styles.page}>
            <Outlet />
          </div>
        </div>
        <LeaveDialog unsaved={unsaved} />
      </SubjectContext>
    </UnsavedContext>
  );
}

function SubNavigation() {
  const t = useWords(settingsMessages);
  const title = useWords(menuMessages);
  const navigate = useNavigate();
  const { flags } = usePanel().viewer;
  const current = usePageName();
  const pages = availablePages(flags).filter(({ name }) => name in SETTINGS_PAGES);
  return (
    <>
      <nav className={styles.list} aria-label={t("settings.pages")}>
        <ul>
          {pages.map(({ name, paths: [path] }) => (
            <li key={name}>
              <PageLink to={path} current={name === current} className={styles.link}>
                {title(`menu.${name}`)}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      <SelectField
        className={styles.select ?? ""}
        label={t("settings.page")}
        silentLabel
        choices={pages.map(({ name }) => ({ value: name, label: title(`menu.${name}`) }))}
        value={pages.find(({ name }) => name === current)?.name ?? "settings-phone-status"}
        onChange={(chosen) => {
          const path = pages.find(({ name }) => name === chosen)?.paths[0];
          if (path !== undefined) void navigate({ to: path });
        }}
      />
    </>
  );
}
