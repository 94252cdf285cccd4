import type { QueueLogEntry } from "@callpanel/contract";
import { IconHistory } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { Drawer, DrawerHead } from "../../shared/drawer/Drawer.tsx";
import { usePanel } from "../../shared/panel.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { storyQuery } from "./queue-reports.api.ts";
import { queueReportsMessages } from "./queue-reports.messages.ts";
import { useReportDate } from "./table/useReportDate.ts";
import { useEventWords } from "./useEventWords.ts";
import styles from "./StoryDrawer.module.css";

/** Heights of the head and the events, px. */
const SHAPES = [44, 32, 32, 32];

export interface StoryDrawerProps {
  readonly callId: string;
  readonly zone: string;
  readonly onClose: () => void;
}

/** RPT-6: everything that happened to a call in its queues. */
export function StoryDrawer({ callId, zone, onClose }: StoryDrawerProps) {
  const t = useWords(queueReportsMessages);
  const { api } = usePanel();
  return (
    <Drawer
      label={t("queueReports.story")}
      query={useQuery(storyQuery(api, callId, zone))}
      gone={{ icon: IconHistory, title: t("queueReports.goneTitle"), text: t("queueReports.goneText") }}
      fallback="queueReports.story"
      shapes={SHAPES}
      closeLabel={t("queueReports.closeStory")}
      onClose={onClose}
    >
      {({ data }) => <Story entries={data} onClose={onClose} />}
    </Drawer>
  );
}

function Story({ entries, onClose }: { readonly entries: readonly QueueLogEntry[]; readonly onClose: () => void }) {
  const t = useWords(queueReportsMessages);
  const date = useReportDate();
  const say = useEventWords();
  const [first] = entries;
  const isCallback = entries.some(({ event }) => event === "OUTCALL");
  return (
    <>
      <DrawerHead title={t("queueReports.story")} closeLabel={t("queueReports.closeStory")} onClose={onClose}>
        {first === undefined ? null : <time dateTime={first.date}>{date.hour(first.date)}</time>}
      </DrawerHead>
      <ol className={styles.events}>
        {entries.map((entry, index) => (
          <li key={index} className={styles.event} data-event={entry.event}>
            <time className={styles.time} dateTime={entry.date}>
              {date.clock(entry.date)}
            </time>
            <span>
              {say(entry, isCallback)}
              <bdi className={styles.queue}>{entry.queue_name}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
