import { archiveChatRoom, closeDirectMessage, deleteChatRoom } from "@callpanel/contract";
import type { AnyRoom, PanelErrorCode } from "@callpanel/contract";
import { ConfirmDialog } from "@callpanel/ui";
import type { Api } from "../../../shared/api/api.ts";
import { useChange } from "../../../shared/api/useChange.ts";
import { useGoAfter } from "../../../shared/useGoAfter.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useRoomName } from "../useRoomName.ts";
import type { RoomRights } from "../chat.rights.ts";
import { ActsDialog } from "../records/ActsDialog.tsx";
import { ExportDialog } from "../records/ExportDialog.tsx";
import { KeepDialog } from "../records/KeepDialog.tsx";
import type { LogGoal } from "../room/log/useLogJumps.ts";
import { chatDialogsMessages } from "./chatDialogs.messages.ts";
import { DayDialog } from "./DayDialog.tsx";
import { LeaveDialog } from "./LeaveDialog.tsx";
import { MembersDialog } from "./MembersDialog.tsx";
import { NameDialog } from "./NameDialog.tsx";
import { PinsDialog } from "./PinsDialog.tsx";
import { SearchDialog } from "./SearchDialog.tsx";

export type RoomDialog =
  | "members"
  | "search"
  | "pins"
  | "day"
  | "rename"
  | "topic"
  | "keeping"
  | "export"
  | "acts"
  | "leave"
  | "archive"
  | "delete"
  | "deleteDirect";

export interface RoomDialogsProps {
  readonly room: AnyRoom;
  readonly rights: RoomRights;
  readonly dialog: RoomDialog;
  /** Goes to a place in the room. */
  readonly onGoal: (goal: LogGoal) => void;
  readonly onClose: () => void;
}

/** What the head of a room opens; loaded with the first of them. */
export function RoomDialogs({ room, rights, dialog, onGoal, onClose }: RoomDialogsProps) {
  const name = useRoomName()(room);
  switch (dialog) {
    case "members":
      return <MembersDialog room={room} rights={rights} onClose={onClose} />;
    case "search":
      return <SearchDialog room={room} onClose={onClose} />;
    case "pins":
      return <PinsDialog room={room} rights={rights} onGoal={onGoal} onClose={onClose} />;
    case "day":
      return <DayDialog onGoal={onGoal} onClose={onClose} />;
    case "rename":
    case "topic":
      return room.type === "d" ? null : <NameDialog room={room} what={dialog} onClose={onClose} />;
    case "keeping":
      return <KeepDialog room={room} name={name} rights={rights} onClose={onClose} />;
    case "export":
      return <ExportDialog room={room} name={name} onClose={onClose} />;
    case "acts":
      return <ActsDialog room={room} name={name} onClose={onClose} />;
    case "leave":
      return <LeaveDialog room={room} rights={rights} onClose={onClose} />;
    case "archive":
    case "delete":
    case "deleteDirect":
      return <Confirm room={room} act={dialog} onClose={onClose} />;
  }
}

interface Act {
  readonly fallback: PanelErrorCode;
  readonly change: (api: Api, room_id: string) => Promise<unknown>;
  /** The room is no longer on the list afterwards. */
  readonly leaves: boolean;
}
const ACTS = {
  archive: {
    fallback: "chats.archive",
    change: (api, room_id) => api.call(archiveChatRoom, { body: { room_id } }),
    leaves: false,
  },
  delete: {
    fallback: "chats.delete",
    change: (api, room_id) => api.call(deleteChatRoom, { body: { room_id } }),
    leaves: true,
  },
  deleteDirect: {
    fallback: "chats.close",
    change: (api, room_id) => api.call(closeDirectMessage, { body: { room_id } }),
    leaves: true,
  },
} as const satisfies Record<string, Act>;

interface ConfirmProps {
  readonly room: AnyRoom;
  readonly act: keyof typeof ACTS;
  readonly onClose: () => void;
}

function Confirm({ room, act, onClose }: ConfirmProps) {
  const t = useWords(chatDialogsMessages);
  const goAfter = useGoAfter();
  const nameOf = useRoomName();
  const { busy, run } = useChange(() => undefined);
  const { fallback, change, leaves } = ACTS[act];
  const confirm = () => {
    const go = goAfter();
    run({
      fallback,
      change: async (api): Promise<unknown> => change(api, room.id),
      done: null,
      after: () => {
        onClose();
        if (leaves) go(`/chat/${room.type}`);
      },
    });
  };
  return (
    <ConfirmDialog
      opened
      danger={act !== "archive"}
      busy={busy}
      title={t(`chat.d.${act}Title`, { name: nameOf(room) })}
      text={t(`chat.d.${act}Text`)}
      confirmLabel={t(act === "archive" ? "chat.d.archive" : "chat.d.delete")}
      cancelLabel={t("chat.d.cancel")}
      closeLabel={t("chat.d.close")}
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}
