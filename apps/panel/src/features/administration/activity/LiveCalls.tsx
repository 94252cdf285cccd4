import type { LiveCall } from "@callpanel/contract";
import { LoadingBlock } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { FactRow, FactRows } from "../parts/FactRows.tsx";
import { Section } from "../parts/Section.tsx";
import { callsQuery } from "./activity.api.ts";
import { activityMessages } from "./activity.messages.ts";
import { useTimeText } from "./useTimeText.ts";
import page from "../parts/Page.module.css";

/** ACTIVITY-2: the calls with their parties, as far as the reader's rights go. */
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

/** Of the packets: from here on words are lost (ITU-T G.113). */
const BAD_LOSS_PERCENT = 5;

function Calls({ total, data }: { readonly total: number; readonly data: readonly LiveCall[] }) {
  const t = useWords(activityMessages);
  const time = useTimeText();
  const { locale } = useLocaleWords();
  const party = (of: LiveCall["from"]) =>
    of === null ? t("activity.hidden") : [of.name, of.number].filter((one) => one !== "").join(" ");
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const soundText = ({ lost_percent: lost, jitter_ms: jitter }: NonNullable<LiveCall["sound"]>) =>
    t("activity.soundNow", { lost: number.format(lost), jitter: number.format(jitter) });
  const wrongOf = ({ trouble, sound }: LiveCall) => {
    if (trouble !== null) return t(`activity.trouble.${trouble}`);
    return sound !== null && sound.lost_percent >= BAD_LOSS_PERCENT ? t("activity.trouble.bad") : null;
  };
  if (total === 0) return <p className={page.dim}>{t("activity.noCalls")}</p>;
  return (
    <>
      <FactRows label={t("activity.callsNow")}>
        {data.map((call) => {
          const { id, from, to, direction, since, answered_at: answered, sound } = call;
          return (
            <FactRow
              key={id}
              name={t("activity.parties", { from: party(from), to: party(to) })}
              about={[
                answered === null
                  ? t("activity.ringing", { time: time(since) })
                  : t("activity.talking", { time: time(answered) }),
                ...(direction === "internal" ? [] : [t(`activity.direction.${direction}`)]),
                ...(sound === null ? [] : [soundText(sound)]),
              ]}
              wrong={wrongOf(call)}
            />
          );
        })}
      </FactRows>
      {total > data.length ? (
        <p className={page.dim}>{t("activity.moreCalls", { count: total - data.length })}</p>
      ) : null}
    </>
  );
}
