import { maySeeArea } from "@callpanel/contract";
import type { MissingThing, ResponseOf, getOverview } from "@callpanel/contract";
import { IconCircleCheck, LoadingBlock } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { PageLink } from "../../../shared/PageLink.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { missingQuery, overviewQuery } from "../backups/backups.api.ts";
import { Section } from "../parts/Section.tsx";
import { sizeText } from "../parts/sizeText.ts";
import { isDiskLow, Tiles } from "../parts/Tiles.tsx";
import type { TileFact } from "../parts/Tiles.tsx";
import { useTimeText } from "../parts/useTimeText.ts";
import { overviewMessages } from "./overview.messages.ts";
import styles from "./Overview.module.css";

/** Where what is missing is done; null: by the settings of the server. */
const PLACES: Readonly<Record<MissingThing, string | null>> = {
  people: "/administration/people/new",
  secondAdministrator: "/administration/people",
  secondFactor: "/settings/account",
  call: "/",
  line: "/administration/lines/trunks/new",
  lineRegistered: "/administration/lines",
  directNumber: "/administration/numbers/direct/new",
  emergencyLocation: "/administration/lines/locations/new",
  publicAddress: null,
  mail: null,
  backup: null,
};

/** COMPANY-10: what is still missing, and what goes on now. */
export function OverviewScreen() {
  const { viewer } = usePanel();
  return (
    <div className={styles.page}>
      {maySeeArea(viewer.rights, "company") ? <Missing /> : null}
      <State />
    </div>
  );
}

function Missing() {
  const t = useWords(overviewMessages);
  const { api } = usePanel();
  const { data } = useQuery(missingQuery(api));
  if (data === undefined) return <LoadingBlock height={160} />;
  return (
    <Section title={t("overview.missing")} hint={t(data.length === 0 ? "overview.nothing" : "overview.missingHint")}>
      {data.length === 0 ? (
        <IconCircleCheck size={28} stroke={1.75} className={styles.done} aria-hidden />
      ) : (
        <ul className={styles.missing}>
          {data.map((thing) => {
            const place = PLACES[thing];
            return (
              <li key={thing}>
                {t(`overview.missing.${thing}`)}
                {place === null ? null : (
                  <PageLink
                    to={place}
                    current={false}
                    aria-label={t("overview.doFor", { thing: t(`overview.missing.${thing}`) })}
                  >
                    {t("overview.do")}
                  </PageLink>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}

type Facts = ResponseOf<typeof getOverview>;

function State() {
  const t = useWords(overviewMessages);
  const { api } = usePanel();
  const { data, error, refetch } = useQuery(overviewQuery(api));
  if (data === undefined)
    return error === null ? (
      <LoadingBlock height={220} />
    ) : (
      <LoadFailed error={error} fallback="administration.load" onRetry={() => void refetch()} />
    );
  return (
    <Section title={t("overview.now")}>
      <Figures facts={data} />
    </Section>
  );
}

function Figures({ facts }: { readonly facts: Facts }) {
  const t = useWords(overviewMessages);
  const { locale } = useLocaleWords();
  const { registrations, calls, waiting, rooms, lines, machine } = facts;
  const number = new Intl.NumberFormat(locale);
  const time = useTimeText();
  const backupText = ({ last_at: last, failed_at: failed }: NonNullable<Facts["machine"]>["backup"]): string => {
    if (failed !== null) return t("overview.backupFailed", { at: time(failed) });
    return last === null ? t("overview.never") : time(last);
  };
  const tiles: TileFact[] = [
    { label: t("overview.registrations"), value: number.format(registrations) },
    { label: t("overview.calls"), value: number.format(calls) },
    { label: t("overview.waiting"), value: number.format(waiting) },
    { label: t("overview.rooms"), value: number.format(rooms) },
    {
      label: t("overview.lines"),
      value: `${number.format(lines.registered)} / ${number.format(lines.total)}`,
      isWrong: lines.registered < lines.total,
    },
  ];
  // MACHINE-1: a server with several companies does not show what belongs to all of them.
  if (machine !== null) {
    const { memory_bytes: memory, disk, backup } = machine;
    tiles.push(
      { label: t("overview.memory"), value: sizeText(locale, memory) },
      {
        label: t("overview.disk"),
        value: disk === null ? "–" : sizeText(locale, disk.free_bytes),
        isWrong: disk !== null && isDiskLow(disk),
      },
      {
        label: t("overview.backup"),
        value: backupText(backup),
        isWrong: backup.last_at === null || backup.failed_at !== null,
      },
    );
  }
  tiles.push({ label: t("overview.started"), value: time(facts.started_at) });
  return <Tiles tiles={tiles} />;
}
