import type { ChatMessage } from "@callpanel/contract";
import { ConfirmDialog, IconButton, IconDots, IconMessageReply, PopMenu } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { CHAT } from "../../../../shared/live/chat.ts";
import { usePanel, useService } from "../../../../shared/panel.ts";
import { useWords } from "../../../../shared/words/useWords.ts";
import { chatMessages } from "../../chat.messages.ts";
import { roomPath } from "../../../../shared/chat/useMessage.ts";
import type { RoomPlace } from "../../chat.model.ts";
import type { RoomRights } from "../../chat.rights.ts";
import { savedQuery, useSaveMessage } from "../../saved.api.ts";
import { ReactionsDialog } from "../../dialogs/ReactionsDialog.tsx";
import { EmojiMenu } from "../../emoji/EmojiMenu.tsx";
import { useLeft } from "../useLeft.ts";
import styles from "./MessageTools.module.css";

export interface MessageToolsProps {
  readonly message: ChatMessage;
  readonly room: RoomPlace;
  readonly rights: RoomRights;
  /** Absent in a thread. */
  readonly onThread?: ((root: number) => void) | undefined;
  readonly onEdit: () => void;
}

/** CHATUI-14: the actions of a message; over its corner while the pointer or the focus is on it. */
export function MessageTools({ message, room, rights, onThread, onEdit }: MessageToolsProps) {
  const t = useWords(chatMessages);
  const { client } = useService(CHAT);
  const { copyText, notices } = usePanel();
  const [open, setOpen] = useState<"delete" | "reactions" | null>(null);
  const close = useCallback(() => setOpen(null), []);
  useLeft(close);
  const target = { room: room.id, id: message.id };
  const isOwn = message.from.uid === client.uid;
  const copy = (text: string) =>
    copyText(text).then(
      () => notices.success(t("chat.copied")),
      () => notices.error(t("chat.copyFailed")),
    );
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no fields, but buttons
    <div className={styles.tools} role="group" aria-label={t("chat.actions")}>
      {rights.reacts ? (
        <EmojiMenu
          label={t("chat.react")}
          onChoose={(emoji) => client.order({ order: "react", ...target, emoji, on: true })}
        />
      ) : null}
      {onThread !== undefined && rights.isMember ? (
        <IconButton size="small" icon={IconMessageReply} label={t("chat.reply")} onClick={() => onThread(message.id)} />
      ) : null}
      <PopMenu width={210}>
        <PopMenu.Target>
          <IconButton size="small" icon={IconDots} label={t("chat.messageMenu")} data-message-menu="" />
        </PopMenu.Target>
        <PopMenu.Dropdown>
          {isOwn && rights.reacts ? <PopMenu.Item onClick={onEdit}>{t("chat.edit")}</PopMenu.Item> : null}
          <PopMenu.Item onClick={() => void copy(message.text)}>{t("chat.copyText")}</PopMenu.Item>
          <PopMenu.Item onClick={() => void copy(new URL(roomPath(room, message.id), location.href).href)}>
            {t("chat.copyLink")}
          </PopMenu.Item>
          {rights.reacts ? (
            <PopMenu.Item onClick={() => client.order({ order: "pin", ...target, on: message.pinned_by === null })}>
              {t(message.pinned_by === null ? "chat.pin" : "chat.unpin")}
            </PopMenu.Item>
          ) : null}
          {message.reactions.length > 0 ? (
            <PopMenu.Item onClick={() => setOpen("reactions")}>{t("chat.whoReacted")}</PopMenu.Item>
          ) : null}
          <SaveItem room={room.id} message={message} />
          {message.thread === null ? (
            <PopMenu.Item onClick={() => client.order({ order: "unread", room: room.id, n: message.n })}>
              {t("chat.markUnread")}
            </PopMenu.Item>
          ) : null}
          {rights.reacts && (isOwn || rights.owns) ? (
            <>
              <PopMenu.Divider />
              <PopMenu.Item color="red" onClick={() => setOpen("delete")}>
                {t("chat.delete")}
              </PopMenu.Item>
            </>
          ) : null}
        </PopMenu.Dropdown>
      </PopMenu>
      {open === "reactions" ? <ReactionsDialog reactions={message.reactions} onClose={close} /> : null}
      {open === "delete" ? (
        <ConfirmDialog
          opened
          danger
          title={t("chat.deleteTitle")}
          text={t("chat.deleteText")}
          confirmLabel={t("chat.delete")}
          cancelLabel={t("chat.cancel")}
          closeLabel={t("chat.close")}
          onClose={close}
          onConfirm={() => {
            close();
            client.order({ order: "delete", ...target });
          }}
        />
      ) : null}
    </div>
  );
}

/** Only in an open menu: what is saved is asked for with it. */
function SaveItem({ room: id, message }: { readonly room: string; readonly message: ChatMessage }) {
  const t = useWords(chatMessages);
  const { api } = usePanel();
  const { client } = useService(CHAT);
  const save = useSaveMessage();
  const { data } = useQuery(savedQuery(api));
  const room = client.room(id)?.room;
  const isSaved = data?.data.some((one) => one.room.id === id && one.message.id === message.id) === true;
  if (room === undefined) return null;
  return (
    <PopMenu.Item onClick={() => save({ room, message }, !isSaved)}>
      {t(isSaved ? "chat.unsave" : "chat.saveIt")}
    </PopMenu.Item>
  );
}
