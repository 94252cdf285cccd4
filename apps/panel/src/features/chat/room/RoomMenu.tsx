import {
  changeChatRoom,
  closeChatRoom,
  closeDirectMessage,
  notifyFromChatRoom,
  NOTIFY_LEVELS,
  openChatRoom,
  restoreChatRoom,
} from "@callpanel/contract";
import type { AnyRoom } from "@callpanel/contract";
import { IconButton, IconDotsVertical, PopMenu } from "@callpanel/ui";
import { useChange } from "../../../shared/api/useChange.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { chatMessages } from "../chat.messages.ts";
import type { RoomRights } from "../chat.rights.ts";
import type { RoomDialog } from "../dialogs/RoomDialogs.tsx";

export interface RoomMenuProps {
  readonly room: AnyRoom;
  readonly rights: RoomRights;
  readonly name: string;
  readonly onDialog: (dialog: RoomDialog) => void;
}

/** CHATUI-17: what owners and members may do with a room (spec 1 §6). */
export function RoomMenu({ room, rights, name, onDialog }: RoomMenuProps) {
  const t = useWords(chatMessages);
  const { run } = useChange(() => undefined);
  const body = { room_id: room.id };
  const isOpen = room.subscription?.open === true;
  const listed = () =>
    run({
      fallback: isOpen ? "chats.close" : "chats.open",
      change: (api): Promise<unknown> => {
        if (room.type === "d" && isOpen) return api.call(closeDirectMessage, { body });
        return api.call(isOpen ? closeChatRoom : openChatRoom, { body });
      },
      done: null,
    });
  const notify = (value: string) => {
    const level = NOTIFY_LEVELS.find((one) => one === value);
    if (level === undefined) return;
    run({
      fallback: "chats.change",
      change: (api) => api.call(notifyFromChatRoom, { body: { ...body, notify: level } }),
      done: null,
    });
  };
  return (
    <PopMenu width={256}>
      <PopMenu.Target>
        <IconButton icon={IconDotsVertical} label={t("chat.roomMenu", { name })} />
      </PopMenu.Target>
      <PopMenu.Dropdown>
        {room.type === "d" && isOpen ? (
          <PopMenu.Item onClick={() => onDialog("deleteDirect")}>{t("chat.menu.deleteDirect")}</PopMenu.Item>
        ) : (
          <PopMenu.Item onClick={listed}>{t(isOpen ? "chat.menu.close" : "chat.menu.open")}</PopMenu.Item>
        )}
        <PopMenu.Item onClick={() => onDialog("pins")}>{t("chat.pins")}</PopMenu.Item>
        <PopMenu.Item onClick={() => onDialog("day")}>{t("chat.menu.day")}</PopMenu.Item>
        <RecordItems room={room} rights={rights} onDialog={onDialog} />
        <PopMenu.Divider />
        <PopMenu.Label>{t("chat.menu.notify")}</PopMenu.Label>
        <PopMenu.RadioGroup value={room.subscription?.notify ?? "all"} onChange={notify}>
          {NOTIFY_LEVELS.map((level) => (
            <PopMenu.RadioItem key={level} value={level}>
              {t(`chat.notify.${level}`)}
            </PopMenu.RadioItem>
          ))}
        </PopMenu.RadioGroup>
        {room.type === "d" ? null : <RoomItems room={room} rights={rights} onDialog={onDialog} />}
      </PopMenu.Dropdown>
    </PopMenu>
  );
}

/** What is kept of a room, and what was done with it. */
function RecordItems({ room, rights, onDialog }: Omit<RoomMenuProps, "name">) {
  const t = useWords(chatMessages);
  const keeps = rights.owns && !room.archived;
  return (
    <>
      {rights.owns ? <PopMenu.Item onClick={() => onDialog("acts")}>{t("chat.menu.acts")}</PopMenu.Item> : null}
      {rights.owns || room.type === "d" ? (
        <PopMenu.Item onClick={() => onDialog("export")}>{t("chat.menu.export")}</PopMenu.Item>
      ) : null}
      <PopMenu.Item onClick={() => onDialog("keeping")}>{t(keeps ? "chat.menu.keep" : "chat.menu.kept")}</PopMenu.Item>
    </>
  );
}

function RoomItems({ room, rights, onDialog }: Omit<RoomMenuProps, "name">) {
  const t = useWords(chatMessages);
  const { run } = useChange(() => undefined);
  const body = { room_id: room.id };
  const isReadOnly = room.type !== "d" && room.ro;
  return (
    <>
      <PopMenu.Divider />
      {rights.owns && !room.archived ? (
        <>
          <PopMenu.CheckboxItem
            checked={isReadOnly}
            onChange={(ro) =>
              run({
                fallback: "chats.change",
                change: (api) => api.call(changeChatRoom, { body: { ...body, ro } }),
                done: null,
              })
            }
          >
            {t("chat.menu.readOnly")}
          </PopMenu.CheckboxItem>
          <PopMenu.Item onClick={() => onDialog("rename")}>{t("chat.menu.rename")}</PopMenu.Item>
          <PopMenu.Item onClick={() => onDialog("topic")}>{t("chat.menu.topic")}</PopMenu.Item>
          <PopMenu.Item onClick={() => onDialog("archive")}>{t("chat.menu.archive")}</PopMenu.Item>
        </>
      ) : null}
      {rights.owns && room.archived ? (
        <PopMenu.Item
          onClick={() =>
            run({
              fallback: "chats.restore",
              change: (api) => api.call(restoreChatRoom, { body }),
              done: null,
            })
          }
        >
          {t("chat.menu.restore")}
        </PopMenu.Item>
      ) : null}
      <PopMenu.Item onClick={() => onDialog("leave")}>{t("chat.menu.leave")}</PopMenu.Item>
      {rights.owns ? (
        <PopMenu.Item color="red" onClick={() => onDialog("delete")}>
          {t("chat.menu.delete")}
        </PopMenu.Item>
      ) : null}
    </>
  );
}
