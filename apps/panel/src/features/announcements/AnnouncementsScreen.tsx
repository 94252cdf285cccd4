import type { Announcement } from "@callpanel/contract";
import { canWrite } from "@callpanel/contract";
import { Button, IconPlus, IconSpeakerphone, StatePanel } from "@callpanel/ui";
import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import head from "../../shared/list/Head.module.css";
import { ListPage } from "../../shared/list/ListPage.tsx";
import { NothingFits } from "../../shared/list/NothingFits.tsx";
import { usePanel } from "../../shared/panel.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { AnnouncementDeletion } from "./AnnouncementDeletion.tsx";
import { AnnouncementRow } from "./AnnouncementRow.tsx";
import { announcementsMessages } from "./announcements.messages.ts";
import { useAnnouncements } from "./useAnnouncements.ts";
import type { Announcements } from "./useAnnouncements.ts";

const AnnouncementDialog = lazy(async () => ({
  default: (await import("./form/AnnouncementDialog.tsx")).AnnouncementDialog,
}));

const ROW_HEIGHT_PX = 68;

/** The open dialog. */
type Layer =
  | { readonly kind: "none" }
  | { readonly kind: "create" }
  | { readonly kind: "edit" | "delete"; readonly announcement: Announcement };

/** Announcements: to play and dial; with the right to write also to create and change (spec 1 §2). */
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
      <div className={head.head}>
        <output className={head.count}>
          {state.phase === "ready"
            ? t(search === "" ? "announcements.count" : "announcements.found", { total: state.page.total })
            : ""}
        </output>
        {state.phase === "ready" && state.page.total === 0 && search === "" ? null : (
          <span className={head.tools}>{add}</span>
        )}
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
  return (
    <ListPage
      list={announcements}
      names={{
        rows: t("announcements.rows"),
        loading: t("announcements.loading"),
        pages: t("announcements.pages"),
      }}
      fallback="announce.load"
      rowHeight={ROW_HEIGHT_PX}
      empty={<NoAnnouncements announcements={announcements} add={add} />}
    >
      {({ data }) =>
        data.map((announcement) => (
          <AnnouncementRow
            key={announcement.id}
            announcement={announcement}
            onEdit={() => onLayer({ kind: "edit", announcement })}
            onDelete={() => onLayer({ kind: "delete", announcement })}
          />
        ))
      }
    </ListPage>
  );
}

function NoAnnouncements({ announcements: { search }, add }: Omit<ListProps, "onLayer">) {
  const t = useWords(announcementsMessages);
  return (
    <NothingFits
      title={t("announcements.noneTitle")}
      search={search === "" ? null : t("announcements.noneSearch", { search })}
    >
      <StatePanel
        icon={IconSpeakerphone}
        title={t("announcements.emptyTitle")}
        text={t(add === null ? "announcements.emptyRead" : "announcements.emptyWrite")}
        action={add}
      />
    </NothingFits>
  );
}
