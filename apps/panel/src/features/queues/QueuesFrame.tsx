import { Tabs } from "@callpanel/ui";
import { Outlet, useNavigate } from "@tanstack/react-router";
import { usePanel } from "../../shared/panel.ts";
import { availablePages } from "../../shared/routes.ts";
import type { PageName } from "../../shared/routes.ts";
import { usePageName } from "../../shared/usePageName.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { queuesMessages } from "./queues.messages.ts";

/** The tab of each page of the area; a page without one is not built yet. */
const TABS: Readonly<Partial<Record<PageName, keyof typeof queuesMessages>>> = {
  "queues-dashboard": "queues.tab.dashboard",
  "queue-reports": "queues.tab.reports",
};

/** QDASH-1: the pages of queues as tabs, each with its permission. */
export function QueuesFrame() {
  const t = useWords(queuesMessages);
  const navigate = useNavigate();
  const current = usePageName();
  const tabs = availablePages(usePanel().viewer.flags).flatMap(({ name, paths: [path] }) => {
    const label = TABS[name];
    return label === undefined ? [] : [{ value: name, label: t(label), path }];
  });
  return (
    <Tabs
      label={t("queues.tabs")}
      tabs={tabs}
      value={current ?? "queues-dashboard"}
      onChange={(chosen) => {
        const to = tabs.find(({ value }) => value === chosen)?.path;
        if (to !== undefined) void navigate({ to });
      }}
    >
      <Outlet />
    </Tabs>
  );
}
