import { STORY_ORDERS } from "@callpanel/contract";
import type { CallStoryRow, StoryOrder } from "@callpanel/contract";
import { LoadingBlock, Segments } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../../shared/words/useWords.ts";
import { FactRow, FactRows } from "../../parts/FactRows.tsx";
import { Section } from "../../parts/Section.tsx";
import { activityMessages } from "../activity.messages.ts";
import { useTimeText } from "../useTimeText.ts";
import { storiesQuery } from "./story.api.ts";
import page from "../../parts/Page.module.css";

/** STORY-4, STORY-8: recent calls, each with its SIP messages; the latest, or those with the worst sound. */
export function RecentCalls() {
  const t = useWords(activityMessages);
  const { api } = usePanel();
  const [order, setOrder] = useState<StoryOrder>("time");
  const { data, error, refetch } = useQuery(storiesQuery(api, order));
  return (
    <Section
      title={t("activity.recent")}
      hint={t("activity.recentHint")}
      actions={
        <Segments
          label={t("activity.order")}
          segments={STORY_ORDERS.map((value) => ({ value, label: t(`activity.order.${value}`) }))}
          value={order}
          onChange={setOrder}
        />
      }
    >
      {data !== undefined ? (
        <>
          {data.servers > 1 ? <p className={page.dim}>{t("activity.otherServers", { count: data.servers })}</p> : null}
          <Calls calls={data.data} empty={t(order === "time" ? "activity.noRecent" : "activity.noMeasured")} />
        </>
      ) : error === null ? (
        <LoadingBlock height={60} />
      ) : (
        <LoadFailed error={error} fallback="administration.load" onRetry={() => void refetch()} />
      )}
    </Section>
  );
}

function Calls({ calls, empty }: { readonly calls: readonly CallStoryRow[]; readonly empty: string }) {
  const t = useWords(activityMessages);
  const time = useTimeText();
  const result = useResult();
  const sound = useSoundText();
  if (calls.length === 0) return <p className={page.dim}>{empty}</p>;
  return (
    <FactRows label={t("activity.recent")}>
      {calls.map((call) => (
        <FactRow
          key={call.id}
          name={t("activity.parties", { from: partyText(call.from), to: partyText(call.to) })}
          to={`/administration/activity/${encodeURIComponent(call.id)}`}
          about={[time(call.since), result(call), ...sound(call.sound)]}
        />
      ))}
    </FactRows>
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

/** Lost packets, jitter and MOS of a call in figures. */
function useSoundText(): (sound: CallStoryRow["sound"]) => readonly string[] {
  const t = useWords(activityMessages);
  const { locale } = useLocaleWords();
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return (sound) =>
    sound === null
      ? []
      : [
          t("activity.sound", { lost: number.format(sound.lost_percent) }),
          t("activity.quality.jitter", { milliseconds: number.format(sound.jitter_ms) }),
          ...(sound.mos === null ? [] : [t("activity.quality.mos", { mos: number.format(sound.mos) })]),
        ];
}
