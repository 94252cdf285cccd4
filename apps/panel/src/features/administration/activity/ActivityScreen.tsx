import { JOB_KINDS } from "@callpanel/contract";
import type { Activity, OutgoingKind } from "@callpanel/contract";
import { LoadingBlock } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useSegment } from "../../../shared/useSegment.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { FactRow, FactRows } from "../parts/FactRows.tsx";
import { Section } from "../parts/Section.tsx";
import { sizeText } from "../parts/sizeText.ts";
import { isDiskLow, Tiles } from "../parts/Tiles.tsx";
import type { TileFact } from "../parts/Tiles.tsx";
import { activityQuery } from "./activity.api.ts";
import { activityMessages } from "./activity.messages.ts";
import { DayChart } from "./DayChart.tsx";
import { LiveCalls } from "./LiveCalls.tsx";
import { Locks } from "./Locks.tsx";
import { Registrations } from "./Registrations.tsx";
import { RecentCalls } from "./story/RecentCalls.tsx";
import { StoryPage } from "./story/StoryPage.tsx";
import { useTimeText } from "./useTimeText.ts";
import page from "../parts/Page.module.css";
import styles from "./Activity.module.css";

/** What happens on the system, and the story of one call. */
export function ActivityScreen() {
  const id = useSegment("id");
  return id === null ? <Overview /> : <StoryPage id={id} />;
}

/** ACTIVITY-1 */
function Overview() {
  const { api } = usePanel();
  const { data, error, refetch } = useQuery(activityQuery(api));
  return (
    <div className={styles.page}>
      {data !== undefined ? (
        <Figures activity={data} />
      ) : error === null ? (
        <LoadingBlock height={320} />
      ) : (
        <LoadFailed error={error} fallback="administration.load" onRetry={() => void refetch()} />
      )}
      <div className={styles.pair}>
        <LiveCalls />
        <Locks />
      </div>
      {data === undefined ? null : (
        <>
          <QueuesAndRooms activity={data} />
          {data.machine === null ? null : <Work machine={data.machine} />}
        </>
      )}
      <RecentCalls />
      <Registrations />
    </div>
  );
}

interface ActivityProps {
  readonly activity: Activity;
}

function Figures({ activity: { samples, machine } }: ActivityProps) {
  const t = useWords(activityMessages);
  const { locale } = useLocaleWords();
  const number = new Intl.NumberFormat(locale);
  const count = (value: number) => number.format(value);
  const size = (value: number) => sizeText(locale, value);
  const now = samples.at(-1);
  const figures = [
    { title: t("activity.calls"), write: count, of: ({ calls }: Sample) => calls },
    { title: t("activity.waiting"), write: count, of: ({ waiting }: Sample) => waiting },
    { title: t("activity.phones"), write: count, of: ({ registrations }: Sample) => registrations },
    ...(machine === null
      ? []
      : [
          { title: t("activity.memory"), write: size, of: ({ memory_bytes }: Sample) => memory_bytes },
          { title: t("activity.disk"), write: size, of: ({ free_bytes }: Sample) => free_bytes },
        ]),
  ];
  const isLow = machine !== null && machine.disk !== null && isDiskLow(machine.disk);
  const tiles: readonly TileFact[] = figures.map(({ title, write, of }) => {
    const value = now === undefined ? null : of(now);
    return {
      label: title,
      value: value === null ? "–" : write(value),
      isWrong: title === t("activity.disk") && isLow,
    };
  });
  return (
    <>
      <Section title={t("activity.now")}>
        <Tiles tiles={tiles} />
      </Section>
      <Section title={t("activity.day")}>
        <div className={styles.charts}>
          {figures.map(({ title, write, of }) => (
            <DayChart
              key={title}
              title={title}
              write={write}
              points={samples.flatMap((sample) => {
                const value = of(sample);
                return value === null ? [] : [{ at: sample.at, value }];
              })}
            />
          ))}
        </div>
      </Section>
    </>
  );
}
type Sample = Activity["samples"][number];

function QueuesAndRooms({ activity: { queues, rooms } }: ActivityProps) {
  const t = useWords(activityMessages);
  const time = useTimeText();
  return (
    <div className={styles.pair}>
      <Section title={t("activity.queues")}>
        {queues.length === 0 ? <p className={page.dim}>{t("activity.noQueues")}</p> : null}
        <FactRows>
          {queues.map(({ number, name, waiting, agents, longest_since: since }) => (
            <FactRow
              key={number}
              name={`${number} ${name}`}
              about={[
                t("activity.queue", { waiting, agents }),
                ...(since === null ? [] : [t("activity.longest", { time: time(since) })]),
              ]}
            />
          ))}
        </FactRows>
      </Section>
      <Section title={t("activity.rooms")}>
        {rooms.length === 0 ? <p className={page.dim}>{t("activity.noRooms")}</p> : null}
        <FactRows>
          {rooms.map(({ number, name, members }) => (
            <FactRow key={number} name={`${number} ${name}`} about={[t("activity.members", { count: members })]} />
          ))}
        </FactRows>
      </Section>
    </div>
  );
}

const SENT = ["mail", "push", "sms"] as const satisfies readonly OutgoingKind[];

function Work({ machine: { jobs, sent } }: { readonly machine: NonNullable<Activity["machine"]> }) {
  const t = useWords(activityMessages);
  const jobName = (name: string): string => {
    const kind = JOB_KINDS.find((one) => one === name);
    return kind === undefined ? name : t(`activity.jobKind.${kind}`);
  };
  const time = useTimeText();
  return (
    <div className={styles.pair}>
      <Section title={t("activity.sent")}>
        <FactRows>
          {SENT.map((kind) => (
            <FactRow key={kind} name={t(`activity.sent.${kind}`)} about={[t("activity.sentCount", sent[kind])]} />
          ))}
        </FactRows>
      </Section>
      <Section title={t("activity.jobs")} hint={t("activity.jobsHint")}>
        {jobs.length === 0 ? <p className={page.dim}>{t("activity.noJobs")}</p> : null}
        <FactRows>
          {jobs.map(({ kind, waiting, failed, next_at: next }) => (
            <FactRow
              key={kind}
              name={jobName(kind)}
              about={[
                t("activity.job", { waiting, failed }),
                ...(next === null ? [] : [t("activity.nextRun", { time: time(next) })]),
              ]}
            />
          ))}
        </FactRows>
      </Section>
    </div>
  );
}
