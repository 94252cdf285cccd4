import { canWrite, joinChatRoom, listChatChannels, PAGE_SIZE } from "@callpanel/contract";
import type { AnyRoom } from "@callpanel/contract";
import { Button, Dialog, IconHash, SearchField, Skeleton, StatePanel } from "@callpanel/ui";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { useChange } from "../../../shared/api/useChange.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { CHAT_KEY } from "../../../shared/chat/chatPeople.ts";
import { roomPath } from "../../../shared/chat/useMessage.ts";
import { useGoAfter } from "../../../shared/useGoAfter.ts";
import { chatDialogsMessages } from "./chatDialogs.messages.ts";
import styles from "./Dialogs.module.css";

const WIDTH_PX = 520;

/** CHATUI-19: channels that one could join. */
export function BrowseDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(chatDialogsMessages);
  const { api, viewer } = usePanel();
  const navigate = useNavigate();
  const goAfter = useGoAfter();
  const client = useQueryClient();
  const [search, setSearch] = useState("");
  const query = useQuery({
    queryKey: [...CHAT_KEY, "browse", search.trim()],
    queryFn: ({ signal }) =>
      api.call(listChatChannels, {
        query: {
          scope: "browse",
          search: search.trim(),
          limit: PAGE_SIZE.chats,
          sort_property: "name",
          sort_direction: "1",
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: CHAT_KEY }));
  const look = (path: string) => {
    onClose();
    void navigate({ to: path });
  };
  const join = ({ type, id }: Pick<AnyRoom, "type" | "id">) => {
    const go = goAfter();
    run({
      fallback: "chats.join",
      change: (server) => server.call(joinChatRoom, { body: { room_id: id } }),
      done: null,
      after: () => {
        onClose();
        go(roomPath({ type, id }));
      },
    });
  };
  const rooms = query.data?.data ?? [];
  return (
    <Dialog opened onClose={onClose} title={t("chat.d.browse")} closeLabel={t("chat.d.close")} width={WIDTH_PX}>
      <SearchField
        label={t("chat.d.browseSearch")}
        clearLabel={t("chat.d.clear")}
        value={search}
        onChange={setSearch}
      />
      {query.isPending ? <Skeleton height={160} /> : null}
      {query.isError ? (
        <LoadFailed error={query.error} fallback="chats.channels" onRetry={() => void query.refetch()} />
      ) : null}
      {query.isSuccess && rooms.length === 0 ? (
        <StatePanel icon={IconHash} title={t("chat.d.browseNone")} text={t("chat.d.browseNoneText")} />
      ) : null}
      <ul className={styles.list} aria-label={t("chat.d.browseList")}>
        {rooms.map((room) => (
          <li key={room.id} className={styles.row} aria-label={room.name}>
            <button
              type="button"
              className={styles.who}
              aria-label={t("chat.d.look", { name: room.name })}
              onClick={() => look(roomPath(room))}
            >
              <bdi className={styles.name}># {room.name}</bdi>
              <span className={styles.dim}>
                {t("chat.d.memberCount", { count: room.usersCount })}
                {room.topic === "" ? null : <bdi> · {room.topic}</bdi>}
              </span>
            </button>
            {canWrite(viewer.rights, "chats") ? (
              <Button
                aria-label={t("chat.d.joinNamed", { name: room.name })}
                disabled={busy}
                onClick={() => join(room)}
              >
                {t("chat.d.join")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
