import { listChatThreads } from "@callpanel/contract";
import type { ChatThread } from "@callpanel/contract";
import type { ChatClient } from "@callpanel/contract/chat-client";
import { Dialog, IconBellOff, IconButton, IconMessageReply, Skeleton, StatePanel } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { CHAT } from "../../../shared/live/chat.ts";
import { useChat } from "../../../shared/chat/useChat.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { CHAT_KEY } from "../../../shared/chat/chatPeople.ts";
import { roomPath } from "../../../shared/chat/useMessage.ts";
import { usePersonName } from "../../../shared/chat/usePersonName.ts";
import { useRoomName } from "../useRoomName.ts";
import { chatDialogsMessages } from "./chatDialogs.messages.ts";
import styles from "./Dialogs.module.css";
import { MessageHit } from "./MessageHit.tsx";

const WIDTH_PX = 560;

/** CHATUI-42: threads that one follows, with what is unread in them. */
export function ThreadsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(chatDialogsMessages);
  const { api } = usePanel();
  const { client } = useService(CHAT);
  const [left, setLeft] = useState<readonly ChatThread[]>([]);
  const query = useQuery({
    queryKey: [...CHAT_KEY, "threads"],
    queryFn: async ({ signal }) => {
      const found = await api.call(listChatThreads, { signal });
      client.addThreads(found.data);
      return found;
    },
    staleTime: 0,
    gcTime: 0,
  });
  const threads = query.data?.data.filter((one) => !left.includes(one)) ?? [];
  const leave = (thread: ChatThread) => {
    client.order({ order: "follow", room: thread.room, thread: thread.root, on: false });
    setLeft([...left, thread]);
  };
  return (
    <Dialog opened onClose={onClose} title={t("chat.d.threads")} closeLabel={t("chat.d.close")} width={WIDTH_PX}>
      {query.isPending ? <Skeleton height={120} /> : null}
      {query.isError ? (
        <LoadFailed error={query.error} fallback="chats.search" onRetry={() => void query.refetch()} />
      ) : null}
      {query.isSuccess && threads.length === 0 ? (
        <StatePanel icon={IconMessageReply} title={t("chat.d.threadsNone")} text={t("chat.d.threadsNoneText")} />
      ) : null}
      <ul className={styles.list} aria-label={t("chat.d.threads")}>
        {threads.map((thread) => (
          <ThreadHit
            key={`${thread.room}/${thread.root}`}
            thread={thread}
            onClose={onClose}
            onLeave={() => leave(thread)}
          />
        ))}
      </ul>
    </Dialog>
  );
}

interface ThreadHitProps {
  readonly thread: ChatThread;
  readonly onClose: () => void;
  readonly onLeave: () => void;
}

function ThreadHit({ thread, onClose, onLeave }: ThreadHitProps) {
  const t = useWords(chatDialogsMessages);
  const navigate = useNavigate();
  const { room: id, root, message } = thread;
  const known = useChat(useCallback((client: ChatClient) => client.room(id), [id]));
  const unread = useChat(useCallback((client: ChatClient) => client.unreadThread(id, root), [id, root]));
  const nameOf = useRoomName();
  const personOf = usePersonName();
  if (known === undefined) return null;
  const { room } = known;
  return (
    <MessageHit
      head={t("chat.d.searchIn", { name: personOf(message.from.name), room: nameOf(room) })}
      message={message}
      unread={unread}
      onOpen={() => {
        onClose();
        void navigate({ to: roomPath(room, `thread-${root}`) });
      }}
      action={<IconButton size="small" icon={IconBellOff} label={t("chat.d.unfollow")} onClick={onLeave} />}
    />
  );
}
