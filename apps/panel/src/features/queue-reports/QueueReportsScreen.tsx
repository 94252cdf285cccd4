import { Button, IconAlertTriangle, StatePanel } from "@callpanel/ui";
import { lazy, useState } from "react";
import { DrawerColumns, focusRow } from "../../shared/drawer/DrawerColumns.tsx";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import { AgentsReport } from "./AgentsReport.tsx";
import { CallsReport } from "./CallsReport.tsx";
import { addressOf } from "./filter/filter.model.ts";
import { ReportFilters } from "./filter/ReportFilters.tsx";
import { useReportFilter } from "./filter/useReportFilter.ts";
import type { ReportChoice } from "./filter/useReportFilter.ts";
import { queueReportsMessages } from "./queue-reports.messages.ts";
import { SummaryReport } from "./SummaryReport.tsx";

const StoryDrawer = lazy(async () => ({ default: (await import("./StoryDrawer.tsx")).StoryDrawer }));

/** The open call, and the id of the button that opened it. */
interface OpenStory {
  readonly callId: string;
  readonly opener: string;
}

/** Reports of queues: the filter, the report, and the story of a call next to it. */
export function QueueReportsScreen() {
  const choice = useReportFilter();
  const [open, setOpen] = useState<OpenStory | null>(null);
  const close = () => {
    setOpen(null);
    if (open !== null) focusRow(open.opener);
  };
  const drawer =
    open === null ? null : (
      <StoryDrawer key={open.callId} callId={open.callId} zone={choice.shown.zone} onClose={close} />
    );
  return (
    <DrawerColumns drawer={drawer}>
      <ReportFilters choice={choice} />
      <Report
        choice={choice}
        openId={open?.callId ?? null}
        onOpen={(callId) => setOpen({ callId, opener: document.activeElement?.id ?? "" })}
      />
    </DrawerColumns>
  );
}

interface ReportProps {
  readonly choice: ReportChoice;
  readonly openId: string | null;
  readonly onOpen: (callId: string) => void;
}

function Report({ choice, openId, onOpen }: ReportProps) {
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
      return <CallsReport key={key} filter={shown} openId={openId} onOpen={onOpen} />;
    case "agent_details":
      return <AgentsReport key={key} filter={shown} />;
  }
}
