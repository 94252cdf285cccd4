import type { ChatMessage } from "@callpanel/contract";
import {
  Button,
  IconAlertCircle,
  IconCheck,
  IconClock,
  IconMessageReply,
  IconPin,
  IconRefresh,
  IconTrash,
} from "@callpanel/ui";
import { memo, useState } from "react";
import { usePersonName } from "../../../../shared/chat/usePersonName.ts";
import { CHAT } from "../../../../shared/live/chat.ts";
import { useFormats } from "../../../../shared/formats/useFormats.ts";
import { usePanel, useService } from "../../../../shared/panel.ts";
import { useWords } from "../../../../shared/words/useWords.ts";
import { useChatUsers } from "../../../../shared/chat/chatPeople.ts";
import { chatMessages } from "../../chat.messages.ts";
import type { RoomPlace } from "../../chat.model.ts";
import type { RoomRights } from "../../chat.rights.ts";
import { PersonAvatar } from "../../../../shared/chat/PersonAvatar.tsx";
import { MessageText } from "../../text/MessageText.tsx";
import { CallLine } from "./CallLine.tsx";
import { EditBox } from "./EditBox.tsx";
import { FileList } from "../../files/FileList.tsx";
import styles from "./MessageRow.module.css";
import { MessageTools } from "./MessageTools.tsx";
import { Reactions } from "./Reactions.tsx";
import type { Row } from "./rows.model.ts";

export interface MessageRowProps {
  readonly row: Row;
  readonly room: RoomPlace;
  readonly rights: RoomRights;
  /** Absent in a thread. */
  readonly onThread?: ((root: number) => void) | undefined;
  readonly isEdited: boolean;
  /** The pointer or the focus has just come to it. */
  readonly isMarked?: boolean;
  readonly onEdit: (id: number | null) => void;
}

/** One message with its author, reactions and actions. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { row, room, rights, isEdited, isMarked = false, onThread, onEdit } = props;
  const t = useWords(chatMessages);
  const formats = useFormats();
  const { message, state, continues, waiting } = row;
  const { from, at } = message;
  const name = usePersonName()(from.name);
  const time = formats.time(at);
  // Only in rows with the pointer or the focus: in each row they would take longer than the message. Rows that are scrolled below the hand enter it, but do not feel it move; a finger comes down without a move.
  const [hasTools, setTools] = useState(false);
  const wantTools = hasTools ? undefined : () => setTools(true);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one comes to it, nothing is done
    <article
      className={styles.row}
      tabIndex={-1}
      aria-label={t("chat.article", { name, time })}
      data-key={row.key}
      data-message={message.id || undefined}
      data-state={state}
      data-continues={continues ? "" : undefined}
      data-marked={isMarked ? "" : undefined}
      onPointerMove={wantTools}
      onPointerDown={wantTools}
      onFocus={wantTools}
    >
      <div className={styles.side}>
        {continues ? (
          <time className={styles.sideTime} dateTime={new Date(at).toISOString()}>
            {time}
          </time>
        ) : (
          <PersonAvatar uid={from.uid} name={name} size={36} />
        )}
      </div>
      <div className={styles.main}>
        {continues ? null : (
          <p className={styles.head}>
            <bdi className={styles.name}>{name}</bdi>
            <time className={styles.time} dateTime={new Date(at).toISOString()} data-tip={formats.dateTime(at)}>
              {time}
            </time>
            <Marks row={row} />
          </p>
        )}
        {isEdited ? <EditBox message={message} onDone={() => onEdit(null)} /> : <Content message={message} />}
        {continues ? <Marks row={row} /> : null}
        <Reactions message={message} reacts={rights.reacts} />
        {onThread !== undefined && message.replies !== null ? <Replies message={message} onThread={onThread} /> : null}
        {waiting === null ? null : <Waiting row={row} />}
      </div>
      {!hasTools || waiting !== null || message.deleted || message.call !== undefined || isEdited ? null : (
        <MessageTools
          message={message}
          room={room}
          rights={rights}
          onThread={onThread}
          onEdit={() => onEdit(message.id)}
        />
      )}
    </article>
  );
});

/** Drawn again only with another message: not when the pointer comes to the row. */
const Content = memo(function Content({ message }: { readonly message: ChatMessage }) {
  const t = useWords(chatMessages);
  const { byUid } = useChatUsers();
  const { viewer } = usePanel();
  if (message.call !== undefined) return <CallLine message={message} call={message.call} />;
  if (message.deleted) return <p className={styles.deleted}>{t("chat.deleted")}</p>;
  const self = viewer.user.username.toLowerCase();
  const mentioned = new Set(message.mentions.map((uid) => byUid.get(uid)?.username.toLowerCase() ?? uid));
  if (message.mentions.includes(String(viewer.user.rocketUsername))) mentioned.add(self);
  return (
    <>
      {message.text === "" ? null : <MessageText text={message.text} mentioned={mentioned} self={self} />}
      <FileList files={message.files} />
    </>
  );
});

/** Edited, pinned, read. */
function Marks({ row: { message, state } }: { readonly row: Row }) {
  const t = useWords(chatMessages);
  if (message.edited_at === null && message.pinned_by === null && state !== "read") return null;
  return (
    <span className={styles.marks}>
      {message.edited_at === null || message.deleted ? null : <span>({t("chat.edited")})</span>}
      {message.pinned_by === null ? null : (
        <span>
          <IconPin size={13} stroke={1.75} aria-hidden /> {t("chat.pinned")}
        </span>
      )}
      {state === "read" ? (
        <span>
          <IconCheck size={13} stroke={2} aria-hidden /> {t("chat.state.read")}
        </span>
      ) : null}
    </span>
  );
}

interface RepliesProps {
  readonly message: ChatMessage;
  readonly onThread: (root: number) => void;
}

function Replies({ message, onThread }: RepliesProps) {
  const t = useWords(chatMessages);
  const formats = useFormats();
  const { clock } = usePanel();
  const { replies } = message;
  if (replies === null) return null;
  return (
    <button type="button" className={styles.replies} onClick={() => onThread(message.id)}>
      <IconMessageReply size={16} stroke={1.75} aria-hidden />
      <span className={styles.replyCount}>{t("chat.replies", { count: replies.count })}</span>
      <span>{formats.recent(replies.last_at, clock.now())}</span>
    </button>
  );
}

/** CHATUI-7: a message that is not sent yet, or never will be. */
function Waiting({ row: { waiting, state } }: { readonly row: Row }) {
  const t = useWords(chatMessages);
  const { client } = useService(CHAT);
  if (waiting?.order.order !== "send") return null;
  const count = waiting.order.files?.length ?? 0;
  const files = count === 0 ? null : <span className={styles.files}>{t("chat.filesWith", { count })}</span>;
  if (state !== "failed")
    return (
      <p className={styles.sending} data-brief={client.isOpen ? "" : undefined}>
        <IconClock size={13} stroke={1.75} aria-hidden />{" "}
        {t(client.isOpen ? "chat.state.sending" : "chat.state.waiting")} {files}
      </p>
    );
  return (
    <div className={styles.failed}>
      <IconAlertCircle size={15} stroke={2} aria-hidden /> <span>{t("chat.state.failed")}</span>
      {waiting.text ? <span>{waiting.text}</span> : null}
      {files}
      <Button look="quiet" icon={IconRefresh} onClick={() => client.retry(waiting.request)}>
        {t("chat.sendAgain")}
      </Button>
      <Button look="quiet" icon={IconTrash} onClick={() => client.dismiss(waiting.request)}>
        {t("chat.discard")}
      </Button>
    </div>
  );
}
