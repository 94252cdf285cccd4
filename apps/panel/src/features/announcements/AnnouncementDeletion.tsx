import type { Announcement } from "@callpanel/contract";
import { ConfirmDialog } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { announcementChanges } from "./announcements.api.ts";
import { announcementsMessages } from "./announcements.messages.ts";
import { useAnnouncementChange } from "./useAnnouncementChange.ts";

interface AnnouncementDeletionProps {
  readonly announcement: Announcement;
  readonly onClose: () => void;
}

/** Asks before an announcement and its number are deleted. */
export function AnnouncementDeletion({ announcement: { id, name, number }, onClose }: AnnouncementDeletionProps) {
  const t = useWords(announcementsMessages);
  const { busy, run } = useAnnouncementChange("announce.delete");
  return (
    <ConfirmDialog
      opened
      danger
      title={t("announcements.deleteTitle")}
      text={t("announcements.deleteText", { name, number })}
      closeLabel={t("announcements.close")}
      cancelLabel={t("announcements.cancel")}
      confirmLabel={t("announcements.deleteDo")}
      busy={busy}
      onClose={onClose}
      onConfirm={() => run((api) => announcementChanges.remove(api, id), t("announcements.deleted", { name }), onClose)}
    />
  );
}
