import { Tabs } from "@callpanel/ui";
import { Outlet, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { LeaveDialog } from "../../shared/form/LeaveDialog.tsx";
import { createUnsaved, UnsavedContext } from "../../shared/form/unsaved.ts";
import { usePanel } from "../../shared/panel.ts";
import { availablePages } from "../../shared/routes.ts";
import type { PageName } from "../../shared/routes.ts";
import { usePageName } from "../../shared/usePageName.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { administrationMessages } from "./administration.messages.ts";

/** The tab of each page; a new page has a line here. */
const TABS: Readonly<Partial<Record<PageName, keyof typeof administrationMessages>>> = {
  "administration-overview": "administration.tab.overview",
  "administration-people": "administration.tab.people",
  "administration-numbers": "administration.tab.numbers",
  "administration-queues": "administration.tab.queues",
  "administration-rooms": "administration.tab.rooms",
  "administration-lots": "administration.tab.lots",
  "administration-lines": "administration.tab.lines",
  "administration-permissions": "administration.tab.permissions",
  "administration-company": "administration.tab.company",
  "administration-activity": "administration.tab.activity",
  "administration-audit-log": "administration.tab.audit_log",
  "administration-backup": "administration.tab.backup",
};

/** PAGES-2: the areas that a person may see, as tabs. Each is loaded when it is opened. */
export function AdministrationFrame() {
  const t = useWords(administrationMessages);
  const navigate = useNavigate();
  const [unsaved] = useState(createUnsaved);
  const current = usePageName();
  const tabs = availablePages(usePanel().viewer.flags).flatMap(({ name, paths: [path] }) => {
    const label = TABS[name];
    return label === undefined ? [] : [{ value: name, label: t(label), path }];
  });
  return (
    <UnsavedContext value={unsaved}>
      <Tabs
        label={t("administration.tabs")}
        tabs={tabs}
        value={current ?? "administration-people"}
        onChange={(chosen) => {
          const to = tabs.find(({ value }) => value === chosen)?.path;
          if (to !== undefined) void navigate({ to });
        }}
      >
        <Outlet />
      </Tabs>
      <LeaveDialog unsaved={unsaved} />
    </UnsavedContext>
  );
}
