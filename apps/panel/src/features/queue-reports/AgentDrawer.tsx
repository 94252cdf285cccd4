import type { QueueLogEntry } from "@callpanel/contract";
import { Button, IconHistory } from "@callpanel/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Drawer, DrawerHead } from "../../shared/drawer/Drawer.tsx";
import { usePanel } from "../../shared/panel.ts";
import { useWords } from "../../shared/words/useWords.ts";
import type { ReportFilter } from "./filter/filter.model.ts";
import { agentLogQuery } from "./queue-reports.api.ts";
import { queueReportsMessages } from "./queue-reports.messages.ts";
import { useReportDate } from "./table/useReportDate.ts";
import { useEventWords } from "./useEventWords.ts";
import styles from "./StoryDrawer.module.css";

/** Heights of the head and the events, px. */
const SHAPES = [44, 32, 32, 32];

export interface OpenAgent {
  readonly extension: string;
  readonly name: string;
}

export interface AgentDrawerProps {
  readonly agent: OpenAgent;
  readonly filter: ReportFilter;
  readonly onClose: () => void;
}

/** RPT-15: what an agent did in queues in the period, the latest first. */
export function AgentDrawer({ agent, filter, onClose }: AgentDrawerProps) {
  const t = useWords(queueReportsMessages);
  const { api } = usePanel();
  const query = useInfiniteQuery(agentLogQuery(api, filter, agent.extension));
  const closeLabel = t("queueReports.closeAgentLog");
  return (
    <Drawer
      label={t("queueReports.agentLog")}
      query={query}
      gone={{ icon: IconHistory, title: t("queueReports.agentGoneTitle"), text: t("queueReports.agentGoneText") }}
      fallback="queueReports.agentLog"
      shapes={SHAPES}
      closeLabel={closeLabel}
      onClose={onClose}
    >
      {({ pages }) => (
        <>
          <DrawerHead title={<bdi>{agent.name}</bdi>} closeLabel={closeLabel} onClose={onClose}>
            <span>{t("queueReports.agentLog")}</span>
          </DrawerHead>
          <Events entries={pages.flatMap(({ data }) => data)} />
          {query.hasNextPage ? (
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t("queueReports.agentLogMore")}
            </Button>
          ) : null}
        </>
      )}
    </Drawer>
  );
}

function Events({ entries }: { readonly entries: readonly QueueLogEntry[] }) {
  const t = useWords(queueReportsMessages);
  const date = useReportDate();
  const say = useEventWords();
  if (entries.length === 0) return <p>{t("queueReports.agentLogEmpty")}</p>;
  return (
    <ol className={styles.events}>
      {entries.map((entry, index) => (
        <li key={index} className={styles.event} data-event={entry.event}>
          <time className={styles.time} dateTime={entry.date}>
            {date.moment(entry.date)}
          </time>
          <span>
            {say(entry, false)}
            <bdi className={styles.queue}>{entry.queue_name}</bdi>
          </span>
        </li>
      ))}
    </ol>
  );
}
