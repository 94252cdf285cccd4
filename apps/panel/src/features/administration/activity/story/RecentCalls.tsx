import type { CallStoryRow } from "@callpanel/contract";
import { LoadingBlock } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../../../../shared/api/LoadFailed.tsx";
import { PageLink } from "../../../../shared/PageLink.tsx";
import { usePanel } from "../../../../shared/panel.ts";
import { useWords } from "../../../../shared/words/useWords.ts";
import { Section } from "../../parts/Section.tsx";
import { activityMessages } from "../activity.messages.ts";
import { useTimeText } from "../useTimeText.ts";
import { storiesQuery } from "./story.api.ts";
import styles from "../Activity.module.css";

/** STORY-4: recent calls, each with its SIP messages. */
export function RecentCalls() {
  const t = useWords(activityMessages);
  const { api } = usePanel();
  const { data, error, refetch } = useQuery(storiesQuery(api));
  return (
    <Section title={t("activity.recent")} hint={t("activity.recentHint")}>
      {data !== undefined ? (
        <Calls calls={data.data} />
      ) : error === null ? (
        <LoadingBlock height={60} />
      ) : (
        <LoadFailed error={error} fallback="administration.load" onRetry={() => void refetch()} />
      )}
    </Section>
  );
}

function Calls({ calls }: { readonly calls: readonly CallStoryRow[] }) {
  const t = useWords(activityMessages);
  const time = useTimeText();
  const result = useResult();
  if (calls.length === 0) return <p className={styles.dim}>{t("activity.noRecent")}</p>;
  return (
    <ul className={styles.rows} aria-label={t("activity.recent")}>
      {calls.map((call) => (
        <li key={call.id} className={styles.row}>
          <span className={styles.what}>
            <PageLink
              to={`/administration/activity/${encodeURIComponent(call.id)}`}
              current={false}
              className={styles.link}
            >
              <bdi>{t("activity.parties", { from: partyText(call.from), to: partyText(call.to) })}</bdi>
            </PageLink>
            <span className={styles.dim}>{[time(call.since), result(call)].join(" · ")}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

export const partyText = ({ name, number }: CallStoryRow["from"]): string =>
  [name, number].filter((one) => one !== "").join(" ");

/** How a call ended, with the status that its caller got. */
export function useResult(): (call: Pick<CallStoryRow, "status" | "reason">) => string {
  const t = useWords(activityMessages);
  return ({ status, reason }) =>
    status === null || reason === null ? t("activity.goesOn") : t("activity.ended", { status, reason });
}
