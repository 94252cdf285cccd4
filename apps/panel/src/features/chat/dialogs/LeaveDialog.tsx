import { leaveChatRoom } from "@callpanel/contract";
import type { AnyRoom } from "@callpanel/contract";
import { Button, Dialog, SelectField } from "@callpanel/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useChange } from "../../../shared/api/useChange.ts";
import { CHAT } from "../../../shared/live/chat.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useGoAfter } from "../../../shared/useGoAfter.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { membersQuery } from "../chat.api.ts";
import { useRoomName } from "../useRoomName.ts";
import type { RoomRights } from "../chat.rights.ts";
import { chatDialogsMessages } from "./chatDialogs.messages.ts";
import styles from "./Dialogs.module.css";

export interface LeaveDialogProps {
  readonly room: AnyRoom;
  readonly rights: RoomRights;
  readonly onClose: () => void;
}

/** CHATUI-19: the last owner names the next one while leaving. */
export function LeaveDialog({ room, rights, onClose }: LeaveDialogProps) {
  const t = useWords(chatDialogsMessages);
  const goAfter = useGoAfter();
  const { api } = usePanel();
  const { uid } = useService(CHAT).client;
  const nameOf = useRoomName();
  const { data } = useInfiniteQuery({ ...membersQuery(api, room.id, ""), enabled: rights.owns });
  // Owners come first: whether there is another one, the first page says.
  const members = data?.pages.flatMap((page) => page.data) ?? [];
  const others = members.filter(({ id }) => id !== uid);
  const isLast = rights.owns && others.length > 0 && !others.some(({ roles }) => roles.includes("owner"));
  const [next, setNext] = useState("");
  const heir = isLast ? (others.find(({ id }) => id === next) ?? others[0]) : undefined;
  const { busy, run } = useChange(() => undefined);
  const leave = () => {
    const go = goAfter();
    run({
      fallback: "chats.leave",
      change: (server) =>
        server.call(leaveChatRoom, {
          body: { room_id: room.id, ...(heir === undefined ? {} : { rocket_uid: heir.id }) },
        }),
      done: null,
      after: () => {
        onClose();
        go(`/chat/${room.type}`);
      },
    });
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t("chat.d.leaveTitle", { name: nameOf(room) })}
      closeLabel={t("chat.d.close")}
    >
      <div className={styles.form}>
        <p className={styles.text}>{t(isLast ? "chat.d.nextOwnerText" : "chat.d.leaveText")}</p>
        {isLast ? (
          <SelectField
            label={t("chat.d.nextOwner")}
            choices={others.map(({ id, name }) => ({ value: id, label: name }))}
            value={heir?.id ?? ""}
            onChange={setNext}
          />
        ) : null}
        <div className={styles.buttons}>
          <Button data-autofocus onClick={onClose}>
            {t("chat.d.cancel")}
          </Button>
          <Button look="danger" busy={busy} onClick={leave}>
            {t("chat.d.leave")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
