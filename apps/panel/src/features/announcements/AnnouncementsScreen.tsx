import type { Announcement } from "@callpanel/contract";
import { canWrite, PAGE_SIZE } from "@callpanel/contract";
import { Button, IconPlus, IconSearch, IconSpeakerphone, Pager, Skeleton, StatePanel } from "@callpanel/ui";
import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import { LoadFailed } from "../../shared/LoadFailed.tsx";
import { usePanel } from "../../shared/panel.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { AnnouncementDeletion } from "./AnnouncementDeletion.tsx";
import { AnnouncementRow } from "./AnnouncementRow.tsx";
import { announcementsMessages } from "./announcements.messages.ts";
import { pageCountOf, useAnnouncements } from "./useAnnouncements.ts";
import type { Announcements } from "./useAnnouncements.ts";
import styles from "./AnnouncementsScreen.module.css";

const AnnouncementDialog = lazy(async () => ({
  default: (await import("./form/AnnouncementDialog.tsx")).AnnouncementDialog,
}));

/** What lies over the page. */
type Layer =
  | { readonly kind: "none" }
  | { readonly kind: "create" }
  | { readonly kind: "edit" | "delete"; readonly announcement: Announcement };

/** Announcements: heard, dialled, and by whoever may write made and changed (spec 1 §2). */
export function AnnouncementsScreen() {
  const t = useWords(announcementsMessages);
  const { viewer } = usePanel();
  const announcements = useAnnouncements();
  const [layer, setLayer] = useState<Layer>({ kind: "none" });
  const close = () => setLayer({ kind: "none" });
  const { state, search } = announcements;
  const add = canWrite(viewer.rights, "announcements") ? (
    <Button look="primary" icon={IconPlus} onClick={() => setLayer({ kind: "create" })}>
      {t("announcements.add")}
    </Button>
  ) : null;
  return (
    <>
      <div className={styles.head}>
        <output className={styles.count}>
          {state.phase === "ready"
            ? t(search === "" ? "announcements.count" : "announcements.found", { total: state.page.total })
            : ""}
        </output>
        {state.phase === "ready" && state.page.total === 0 && search === "" ? null : add}
      </div>
      <AnnouncementList announcements={announcements} add={add} onLayer={setLayer} />
      <Suspense fallback={null}>
        {layer.kind === "create" ? <AnnouncementDialog announcement={null} onClose={close} /> : null}
        {layer.kind === "edit" ? <AnnouncementDialog announcement={layer.announcement} onClose={close} /> : null}
      </Suspense>
      {layer.kind === "delete" ? <AnnouncementDeletion announcement={layer.announcement} onClose={close} /> : null}
    </>
  );
}

interface ListProps {
  readonly announcements: Announcements;
  readonly add: ReactNode;
  readonly onLayer: (layer: Layer) => void;
}

function AnnouncementList({ announcements, add, onLayer }: ListProps) {
  const t = useWords(announcementsMessages);
  const { state, retry, page, turnTo } = announcements;
  if (state.phase === "failed") return <LoadFailed error={state.error} fallback="announce.load" onRetry={retry} />;
  if (state.phase === "loading")
    return (
      <output className={styles.skeletons} aria-busy="true" aria-label={t("announcements.loading")}>
        {Array.from({ length: 8 }, (_, at) => (
          <Skeleton key={at} height={68} />
        ))}
      </output>
    );
  const { data, total } = state.page;
  if (data.length === 0) return <NoAnnouncements announcements={announcements} add={add} />;
  const first = page * PAGE_SIZE.announcements;
  return (
    <>
      <ul
        className={styles.rows}
        aria-label={t("announcements.rows")}
        aria-busy={state.stale}
        data-stale={state.stale ? "" : undefined}
      >
        {data.map((announcement) => (
          <AnnouncementRow
            key={announcement.id}
            announcement={announcement}
            onEdit={() => onLayer({ kind: "edit", announcement })}
            onDelete={() => onLayer({ kind: "delete", announcement })}
          />
        ))}
      </ul>
      <div className={styles.pages}>
        <Pager
          label={t("announcements.pages")}
          previousLabel={t("announcements.previous")}
          nextLabel={t("announcements.next")}
          range={t("announcements.range", { first: first + 1, last: first + data.length, total })}
          page={page}
          pageCount={pageCountOf(total)}
          onPage={turnTo}
        />
      </div>
    </>
  );
}

/** Nothing there at all, or nothing that fits: each says what to do about it. */
function NoAnnouncements({ announcements: { search }, add }: Omit<ListProps, "onLayer">) {
  const t = useWords(announcementsMessages);
  const { search: field } = usePanel();
  if (search === "")
    return (
      <StatePanel
        icon={IconSpeakerphone}
        title={t("announcements.emptyTitle")}
        text={t(add === null ? "announcements.emptyRead" : "announcements.emptyWrite")}
        action={add}
      />
    );
  return (
    <StatePanel
      icon={IconSearch}
      title={t("announcements.noneTitle")}
      text={t("announcements.noneSearch", { search })}
      action={
        <Button onClick={() => field.dispatch({ type: "typed", text: "" })}>{t("announcements.clearSearch")}</Button>
      }
    />
  );
}
