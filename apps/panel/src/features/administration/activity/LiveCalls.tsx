import type { LiveCall } from "@callpanel/contract";
import { LoadingBlock } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { Section } from "../parts/Section.tsx";
import { callsQuery } from "./activity.api.ts";
import { activityMessages } from "./activity.messages.ts";
import { FactRow } from "./FactRow.tsx";
import { useTimeText } from "./useTimeText.ts";
import styles from "./Activity.module.css";

/** ACTIVITY-2: who is in a call with whom, as far as the reader's rights go. */
export function LiveCalls() {
  const t = useWords(activityMessages);
  const { api } = usePanel();
  const { data, error, refetch } = useQuery(callsQuery(api));
  return (
    <Section title={t("activity.callsNow")} hint={t("activity.callsHint")}>
      {data !== undefined ? (
        <Calls {...data} />
      ) : error === null ? (
        <LoadingBlock height={60} />
      ) : (
        <LoadFailed error={error} fallback="administration.load" onRetry={() => void refetch()} />
      )}
    </Section>
  );
}

function Calls({ total, data }: { readonly total: number; readonly data: readonly LiveCall[] }) {
  const t = useWords(activityMessages);
  const time = useTimeText();
  const party = (of: LiveCall["from"]) =>
    of === null ? t("activity.hidden") : [of.name, of.number].filter((one) => one !== "").join(" ");
  if (total === 0) return <p className={styles.dim}>{t("activity.noCalls")}</p>;
  return (
    <>
      <ul className={styles.rows} aria-label={t("activity.callsNow")}>
        {data.map(({ id, from, to, direction, since, answered_at: answered, trouble }) => (
          <FactRow
            key={id}
            name={t("activity.parties", { from: party(from), to: party(to) })}
            about={[
              answered === null
                ? t("activity.ringing", { time: time(since) })
                : t("activity.talking", { time: time(answered) }),
              ...(direction === "internal" ? [] : [t(`activity.direction.${direction}`)]),
            ]}
            wrong={trouble === null ? null : t(`activity.trouble.${trouble}`)}
          />
        ))}
      </ul>
      {total > data.length ? (
        <p className={styles.dim}>{t("activity.moreCalls", { count: total - data.length })}</p>
      ) : null}
    </>
  );
}
