import { CHAT_LIMITS, searchChat } from "@callpanel/contract";
import type { AnyRoom } from "@callpanel/contract";
import { Checkbox, Dialog, SearchField, Skeleton } from "@callpanel/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { CHAT_KEY } from "../../../shared/chat/chatPeople.ts";
import { roomPath } from "../../../shared/chat/useMessage.ts";
import { usePersonName } from "../../../shared/chat/usePersonName.ts";
import { useRoomName } from "../useRoomName.ts";
import { chatDialogsMessages } from "./chatDialogs.messages.ts";
import styles from "./Dialogs.module.css";
import { MessageHit } from "./MessageHit.tsx";

const WIDTH_PX = 600;

export interface SearchDialogProps {
  readonly room: AnyRoom;
  readonly onClose: () => void;
}

/** CHATUI-21: messages of the user's rooms; a result leads to its place. */
export function SearchDialog({ room, onClose }: SearchDialogProps) {
  const t = useWords(chatDialogsMessages);
  const { api } = usePanel();
  const nameOf = useRoomName();
  const personOf = usePersonName();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [isHere, setHere] = useState(room.type !== "d");
  const words = text.trim();
  const q = isHere && room.type !== "d" ? `${words} in:${room.name}` : words;
  const query = useQuery({
    queryKey: [...CHAT_KEY, "search", q],
    queryFn: ({ signal }) => api.call(searchChat, { query: { q: q.slice(0, CHAT_LIMITS.searchChars) }, signal }),
    enabled: words !== "",
    placeholderData: keepPreviousData,
  });
  const found = words === "" ? [] : (query.data?.data ?? []);
  return (
    <Dialog opened onClose={onClose} title={t("chat.d.search")} closeLabel={t("chat.d.close")} width={WIDTH_PX}>
      <div className={styles.form}>
        <SearchField
          label={t("chat.d.search")}
          placeholder={t("chat.d.searchHint")}
          clearLabel={t("chat.d.clear")}
          value={text}
          onChange={setText}
        />
        {room.type === "d" ? null : (
          <Checkbox label={t("chat.d.searchHere", { name: room.name })} checked={isHere} onChange={setHere} />
        )}
        {query.isError ? (
          <LoadFailed error={query.error} fallback="chats.search" onRetry={() => void query.refetch()} />
        ) : null}
        {words !== "" && query.isPending ? <Skeleton height={120} /> : null}
        {words !== "" && query.isSuccess && found.length === 0 ? (
          <p className={styles.none}>{t("chat.d.searchNone", { search: words })}</p>
        ) : null}
        <ul className={styles.list} aria-label={t("chat.d.searchResults")}>
          {found.map(({ room: of, message }) => (
            <MessageHit
              key={`${of.id}/${message.id}`}
              head={t("chat.d.searchIn", { name: personOf(message.from.name), room: nameOf(of) })}
              message={message}
              onOpen={() => {
                onClose();
                void navigate({ to: roomPath(of, message.id) });
              }}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
