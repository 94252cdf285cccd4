import { AUDIT_AREAS, type AuditArea, type AuditLine } from "@callpanel/contract";
import { Button, IconDownload, IconHistory, SelectField, Skeleton, StatePanel } from "@callpanel/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import head from "../../../shared/list/Head.module.css";
import { NothingFits } from "../../../shared/list/NothingFits.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useDebouncedSearch } from "../../../shared/search/useDebouncedSearch.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { auditQuery, fetchAuditFile } from "./audit.api.ts";
import { auditMessages } from "./audit.messages.ts";
import { useDifferences } from "./useDifferences.ts";
import styles from "./AuditScreen.module.css";

const SKELETON_PX = 360;

/** AUDIT-7: who changed what, and when: searched, by area, as a file. */
export function AuditScreen() {
  const t = useWords(auditMessages);
  const { api } = usePanel();
  const [area, setArea] = useState<AuditArea | null>(null);
  const search = useDebouncedSearch(() => undefined);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    auditQuery(api, { search, area }),
  );
  const lines = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      <div className={head.head}>
        <span className={head.tools}>
          <SelectField<AuditArea | "any">
            label={t("audit.area")}
            silentLabel
            choices={[
              { value: "any", label: t("audit.anyArea") },
              ...AUDIT_AREAS.map((value) => ({ value, label: t(`audit.area.${value}`) })),
            ]}
            value={area ?? "any"}
            onChange={(chosen) => setArea(chosen === "any" ? null : chosen)}
          />
          <DownloadButton filter={{ search, area }} />
        </span>
      </div>
      {data === undefined ? (
        error === null ? (
          <output aria-busy="true" aria-label={t("audit.loading")}>
            <Skeleton height={SKELETON_PX} />
          </output>
        ) : (
          <LoadFailed error={error} fallback="administration.load" onRetry={() => void refetch()} />
        )
      ) : lines.length === 0 ? (
        <NothingFits
          title={t("audit.noneTitle")}
          search={search === "" ? null : t("audit.noneSearch", { search })}
          filter={
            area === null
              ? null
              : { text: t("audit.noneFilter"), clear: t("audit.clearFilter"), onClear: () => setArea(null) }
          }
        >
          <StatePanel icon={IconHistory} title={t("audit.emptyTitle")} text={t("audit.emptyText")} />
        </NothingFits>
      ) : (
        <ol className={styles.lines} aria-label={t("audit.rows")}>
          {lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ol>
      )}
      {hasNextPage ? (
        <p className={styles.more}>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("audit.older")}
          </Button>
        </p>
      ) : null}
    </>
  );
}

function DownloadButton({ filter }: { readonly filter: Parameters<typeof fetchAuditFile>[1] }) {
  const t = useWords(auditMessages);
  const words = useLocaleWords();
  const { download, saveFile, notices } = usePanel();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(await fetchAuditFile(download, filter), "audit-log.csv");
    } catch (failure) {
      notices.error(words.say(sayError(failure, "administration.load")));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={IconDownload} busy={busy} onClick={() => void save()}>
      {t("audit.download")}
    </Button>
  );
}

function Line({ line }: { readonly line: AuditLine }) {
  const t = useWords(auditMessages);
  const { locale } = useLocaleWords();
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
  const numberText = useNumberText(usePanel().viewer);
  const { object } = line;
  /** A number says more than a name; the id of an application says nothing. */
  const isNumber = object !== null && /^\+?\d+$/.test(object.id);
  const named = isNumber && object.id !== object.name ? `${object.name} ${numberText(object.id)}`.trim() : null;
  const about = [line.person?.name, named ?? (object?.name === "" ? object.id : object?.name)];
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        <strong>{t(`audit.act.${line.act}`)}</strong>
        <bdi>{[...new Set(about)].filter((one) => one !== undefined && one !== "").join(" · ")}</bdi>
      </span>
      <span className={styles.who}>
        <bdi>{line.by?.name ?? t("audit.command")}</bdi>
        <time dateTime={new Date(line.at).toISOString()}>{time.format(line.at)}</time>
      </span>
      <Details details={line.details} />
    </li>
  );
}

function Details({ details }: Pick<AuditLine, "details">) {
  const rows = useDifferences()(details);
  if (rows.length === 0) return null;
  return (
    <ul className={styles.details}>
      {rows.map((row) => (
        <li key={row}>
          <bdi>{row}</bdi>
        </li>
      ))}
    </ul>
  );
}
