import { SideTabs } from "@callpanel/ui";
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

type MessageId = keyof typeof administrationMessages;

/** The tabs by what people look for; a new page has a line here. */
const GROUPS: ReadonlyArray<{
  readonly name: string;
  readonly label: MessageId | null;
  readonly pages: ReadonlyArray<readonly [PageName, MessageId]>;
}> = [
  { name: "start", label: null, pages: [["administration-overview", "administration.tab.overview"]] },
  {
    name: "team",
    label: "administration.group.team",
    pages: [
      ["administration-people", "administration.tab.people"],
      ["administration-permissions", "administration.tab.permissions"],
    ],
  },
  {
    name: "calls",
    label: "administration.group.calls",
    pages: [
      ["administration-numbers", "administration.tab.numbers"],
      ["administration-queues", "administration.tab.queues"],
      ["administration-rooms", "administration.tab.rooms"],
      ["administration-lots", "administration.tab.lots"],
      ["administration-lines", "administration.tab.lines"],
    ],
  },
  {
    name: "system",
    label: "administration.group.system",
    pages: [
      ["administration-company", "administration.tab.company"],
      ["administration-activity", "administration.tab.activity"],
      ["administration-audit-log", "administration.tab.audit_log"],
      ["administration-backup", "administration.tab.backup"],
    ],
  },
];

/** PAGES-2: the areas that a person may see, as tabs. Each is loaded when it is opened. */
export function AdministrationFrame() {
  const t = useWords(administrationMessages);
  const navigate = useNavigate();
  const [unsaved] = useState(createUnsaved);
  const current = usePageName();
  const paths = new Map(availablePages(usePanel().viewer.flags).map(({ name, paths: [path] }) => [name, path]));
  const groups = GROUPS.map(({ name, label, pages }) => ({
    name,
    label: label === null ? null : t(label),
    tabs: pages.flatMap(([page, id]) => (paths.has(page) ? [{ value: page, label: t(id) }] : [])),
  })).filter(({ tabs }) => tabs.length > 0);
  return (
    <UnsavedContext value={unsaved}>
      <SideTabs
        label={t("administration.tabs")}
        groups={groups}
        value={current ?? "administration-people"}
        onChange={(chosen) => {
          const to = paths.get(chosen);
          if (to !== undefined) void navigate({ to });
        }}
      >
        <Outlet />
      </SideTabs>
      <LeaveDialog unsaved={unsaved} />
    </UnsavedContext>
  );
}
