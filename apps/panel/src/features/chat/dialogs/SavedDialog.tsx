import { Dialog, IconBookmark, IconBookmarkOff, IconButton, Skeleton, StatePanel } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { roomPath } from "../../../shared/chat/useMessage.ts";
import { usePersonName } from "../../../shared/chat/usePersonName.ts";
import { useRoomName } from "../useRoomName.ts";
import { savedQuery, useSaveMessage } from "../saved.api.ts";
import { chatDialogsMessages } from "./chatDialogs.messages.ts";
import styles from "./Dialogs.module.css";
import { MessageHit } from "./MessageHit.tsx";

const WIDTH_PX = 560;

/** CHATUI-42: messages that the user has saved for later. */
export function SavedDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(chatDialogsMessages);
  const { api } = usePanel();
  const nameOf = useRoomName();
  const personOf = usePersonName();
  const navigate = useNavigate();
  const save = useSaveMessage();
  const query = useQuery(savedQuery(api));
  const found = query.data?.data ?? [];
  return (
    <Dialog opened onClose={onClose} title={t("chat.d.saved")} closeLabel={t("chat.d.close")} width={WIDTH_PX}>
      {query.isPending ? <Skeleton height={120} /> : null}
      {query.isError ? (
        <LoadFailed error={query.error} fallback="chats.search" onRetry={() => void query.refetch()} />
      ) : null}
      {query.isSuccess && found.length === 0 ? (
        <StatePanel icon={IconBookmark} title={t("chat.d.savedNone")} text={t("chat.d.savedNoneText")} />
      ) : null}
      <ul className={styles.list} aria-label={t("chat.d.saved")}>
        {found.map((one) => (
          <MessageHit
            key={`${one.room.id}/${one.message.id}`}
            head={t("chat.d.searchIn", { name: personOf(one.message.from.name), room: nameOf(one.room) })}
            message={one.message}
            onOpen={() => {
              onClose();
              void navigate({ to: roomPath(one.room, one.message.id) });
            }}
            action={
              <IconButton
                size="small"
                icon={IconBookmarkOff}
                label={t("chat.d.unsave")}
                onClick={() => save(one, false)}
              />
            }
          />
        ))}
      </ul>
    </Dialog>
  );
}
