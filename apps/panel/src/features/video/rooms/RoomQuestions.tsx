import type { VideoRoom } from "@callpanel/contract";
import { ConfirmDialog } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { roomChanges } from "../video.api.ts";
import { videoMessages } from "../video.messages.ts";
import { useRoomChange } from "../useRoomChange.ts";

interface RoomQuestionProps {
  readonly room: VideoRoom;
  readonly onClose: () => void;
}

/** Asks before a room and its links are deleted. */
export function RoomDeletion({ room: { id, name }, onClose }: RoomQuestionProps) {
  const t = useWords(videoMessages);
  const { busy, run } = useRoomChange("video.destroy");
  return (
    <ConfirmDialog
      opened
      danger
      title={t("video.deleteTitle")}
      text={t("video.deleteText", { name })}
      closeLabel={t("video.close")}
      cancelLabel={t("video.cancel")}
      confirmLabel={t("video.deleteDo")}
      busy={busy}
      onClose={onClose}
      onConfirm={() => run((api) => roomChanges.remove(api, id), t("video.deleted", { name }), onClose)}
    />
  );
}

/** Asks before the links that were sent stop working. */
export function RoomRenewal({ room: { id, name }, onClose }: RoomQuestionProps) {
  const t = useWords(videoMessages);
  const { busy, run } = useRoomChange("video.update");
  return (
    <ConfirmDialog
      opened
      danger
      title={t("video.renewTitle")}
      text={t("video.renewText", { name })}
      closeLabel={t("video.close")}
      cancelLabel={t("video.cancel")}
      confirmLabel={t("video.renewDo")}
      busy={busy}
      onClose={onClose}
      onConfirm={() => run((api) => roomChanges.renewLinks(api, id), t("video.renewed", { name }), onClose)}
    />
  );
}
