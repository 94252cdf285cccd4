import { Button, IconAlertTriangle, StatePanel } from "@callpanel/ui";
import { lazy, useState } from "react";
import { DrawerColumns } from "../../shared/drawer/DrawerColumns.tsx";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import type { OpenAgent } from "./AgentDrawer.tsx";
import { AgentsReport } from "./AgentsReport.tsx";
import { CallsReport } from "./CallsReport.tsx";
import { addressOf } from "./filter/filter.model.ts";
import { ReportFilters } from "./filter/ReportFilters.tsx";
import { useReportFilter } from "./filter/useReportFilter.ts";
import type { ReportChoice } from "./filter/useReportFilter.ts";
import { queueReportsMessages } from "./queue-reports.messages.ts";
import { SummaryReport } from "./SummaryReport.tsx";

const AgentDrawer = lazy(async () => ({ default: (await import("./AgentDrawer.tsx")).AgentDrawer }));
const StoryDrawer = lazy(async () => ({ default: (await import("./StoryDrawer.tsx")).StoryDrawer }));

/** The open call or agent. */
type Open = { readonly callId: string } | { readonly agent: OpenAgent };

/** Reports of queues: the filter, the report, and next to it the story of a call or the log of an agent. */
export function QueueReportsScreen() {
  const choice = useReportFilter();
  const [opened, setOpened] = useState<{ readonly what: Open; readonly opener: string } | null>(null);
  const open = (what: Open) => setOpened({ what, opener: document.activeElement?.id ?? "" });
  const close = () => setOpened(null);
  const what = opened?.what ?? null;
  const drawer =
    what === null ? null : "agent" in what ? (
      <AgentDrawer key={what.agent.extension} agent={what.agent} filter={choice.shown} onClose={close} />
    ) : (
      <StoryDrawer key={what.callId} callId={what.callId} zone={choice.shown.zone} onClose={close} />
    );
  return (
    <DrawerColumns drawer={drawer} rowId={opened?.opener ?? null}>
      <ReportFilters choice={choice} />
      <Report choice={choice} what={what} onOpen={open} />
    </DrawerColumns>
  );
}

interface ReportProps {
  readonly choice: ReportChoice;
  readonly what: Open | null;
  readonly onOpen: (what: Open) => void;
}

function Report({ choice, what, onOpen }: ReportProps) {
  const t = useWords(queueReportsMessages);
  const words = useLocaleWords();
  const { shown, shownFaults, unknownType, show } = choice;
  if (unknownType)
    return (
      <StatePanel
        urgent
        icon={IconAlertTriangle}
        title={words.error("queueReports.type")}
        action={<Button onClick={() => void show()}>{t("queueReports.showSummary")}</Button>}
      />
    );
  if (Object.keys(shownFaults).length > 0)
    return <StatePanel icon={IconAlertTriangle} title={t("queueReports.correct")} />;
  // Another filter begins on its first page.
  const key = JSON.stringify(addressOf(shown));
  switch (shown.type) {
    case "queue_summary":
      return <SummaryReport key={key} filter={shown} />;
    case "call_details":
      return (
        <CallsReport
          key={key}
          filter={shown}
          openId={what !== null && "callId" in what ? what.callId : null}
          onOpen={(callId) => onOpen({ callId })}
        />
      );
    case "agent_details":
      return (
        <AgentsReport
          key={key}
          filter={shown}
          openAgent={what !== null && "agent" in what ? what.agent.extension : null}
          onOpen={(agent) => onOpen({ agent })}
        />
      );
  }
}
