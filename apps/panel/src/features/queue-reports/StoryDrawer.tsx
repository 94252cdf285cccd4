import type { QueueLogEntry } from "@callpanel/contract";
import { IconHistory } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { Drawer, DrawerHead } from "../../shared/drawer/Drawer.tsx";
import { clockText } from "../../shared/formats/duration.ts";
import { usePanel } from "../../shared/panel.ts";
import { useNumberText } from "../../shared/phone/useNumberText.ts";
import { useWords } from "../../shared/words/useWords.ts";
import type { WordValues } from "../../shared/words/words.ts";
import { storyQuery } from "./queue-reports.api.ts";
import { queueReportsMessages } from "./queue-reports.messages.ts";
import { useReportDate } from "./table/useReportDate.ts";
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

/** Spec 1 §3, the events of a call; their values are those of docs/spec/queue-log.md. */
function useEventWords(): (entry: QueueLogEntry, isCallback: boolean) => string {
  const t = useWords(queueReportsMessages);
  const write = useNumberText(usePanel().viewer);
  return ({ event, values, agent_name }, isCallback) => {
    const [one = "", two = "", three = "", four = ""] = values;
    const agent = agent_name || t("queueReports.removedPerson");
    const seconds = (text: string): string => clockText(Number(text) * 1_000);
    switch (event) {
      case "ENTERQUEUE":
        return t("queueReports.event.ENTERQUEUE", {
          caller: four || write(two) || t("queueReports.unknownCaller"),
          position: three,
        });
      case "CONNECT":
        return t("queueReports.event.CONNECT", { agent, wait: seconds(one) });
      case "COMPLETEAGENT":
      case "COMPLETECALLER":
        return t(`queueReports.event.${event}`, { agent, talk: seconds(two) });
      case "BLINDTRANSFER":
        return t("queueReports.event.BLINDTRANSFER", { to: write(one), talk: seconds(four) });
      case "ATTENDEDTRANSFER":
        return t("queueReports.event.ATTENDEDTRANSFER", { to: write(two), talk: seconds(four) });
      case "OUTCALL":
        return outcallWords(t, { step: one, number: write(two), agent });
      case "EXITWITHTIMEOUT":
        return t(isCallback ? "queueReports.event.callbackInVain" : "queueReports.event.EXITWITHTIMEOUT", {
          position: one,
          wait: seconds(three),
        });
      case "ABANDON":
      case "EXITEMPTY":
        return t(`queueReports.event.${event}`, { position: one, wait: seconds(three) });
      case "EXITWITHKEY":
        return t("queueReports.event.EXITWITHKEY", { key: one, wait: seconds(four) });
      case "WITHDRAW":
        return t(WITHDRAWN.get(four) ?? "queueReports.event.WITHDRAW", { wait: seconds(three) });
      case "RINGNOANSWER":
      case "RINGCANCELED":
        return t(`queueReports.event.${event}`, { agent, ring: clockText(Number(one)) });
      case "AGENTDUMP":
      case "SYSCOMPAT":
        return t(`queueReports.event.${event}`, { agent });
      default:
        return event;
    }
  };
}

/** By the reason in the log. */
const WITHDRAWN: ReadonlyMap<string, keyof typeof queueReportsMessages> = new Map([
  ["callback removed", "queueReports.event.callbackRemoved"],
  ["called again", "queueReports.event.calledAgain"],
] as const);

function outcallWords(
  t: (id: keyof typeof queueReportsMessages, values?: WordValues) => string,
  { step, ...values }: { readonly step: string; readonly number: string; readonly agent: string },
): string {
  switch (step) {
    case "ASKED":
    case "DIALLED":
    case "NOANSWER":
    case "BUSY":
    case "NOTCONFIRMED":
    case "DROPPED":
      return t(`queueReports.outcall.${step}`, values);
    default:
      return "OUTCALL";
  }
}
