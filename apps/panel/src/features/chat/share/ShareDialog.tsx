import { canWrite, shareCallRecording, shareVoicemail } from "@callpanel/contract";
import type { AnyRoom, ChatMessage } from "@callpanel/contract";
import type { ChatClient, ClientRoom } from "@callpanel/contract/chat-client";
import { Button, Dialog, IconButton, IconUsers, IconX, Option, TextField } from "@callpanel/ui";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { FormEvent } from "react";
import { sayError } from "../../../shared/api/api.ts";
import type { Api } from "../../../shared/api/api.ts";
import type { SharedSound } from "../../../shared/chat/shareDesk.ts";
import { roomPath } from "../../../shared/chat/useMessage.ts";
import { CHAT } from "../../../shared/live/chat.ts";
import { sameItems, useChat } from "../../../shared/chat/useChat.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { OptionSearch } from "../../../shared/phone/OptionSearch.tsx";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { roomRights } from "../chat.rights.ts";
import dialogs from "../dialogs/Dialogs.module.css";
import { useRoomName } from "../useRoomName.ts";
import { RoomPicture } from "../list/RoomPicture.tsx";
import styles from "./ShareDialog.module.css";
import { shareMessages } from "./share.messages.ts";

export interface ShareDialogProps {
  readonly sound: SharedSound;
  readonly onClose: () => void;
}

const roomsOf = (client: ChatClient): readonly ClientRoom[] => client.roomIds().flatMap((id) => client.room(id) ?? []);

/** CHATUI-70: a recording or a voicemail message goes to a conversation; the dialog says who hears it there. */
export function ShareDialog({ sound, onClose }: ShareDialogProps) {
  const t = useWords(shareMessages);
  const words = useLocaleWords();
  const navigate = useNavigate();
  const { api, notices } = usePanel();
  const { uid } = useService(CHAT).client;
  const nameOf = useRoomName();
  const [room, setRoom] = useState<AnyRoom | null>(null);
  const [message, setMessage] = useState("");
  const [clientId] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const share = async (to: AnyRoom) => {
    setBusy(true);
    setError(null);
    try {
      await send(api, sound, { room_id: to.id, name: sound.name, message: message.trim(), client_id: clientId });
      onClose();
      notices.success(t("share.done", { name: nameOf(to) }), {
        action: { label: t("share.open"), run: () => void navigate({ to: roomPath(to) }) },
      });
    } catch (failure) {
      setError(words.say(sayError(failure, "chats.share")));
      setBusy(false);
    }
  };
  return (
    <Dialog opened persistent="form" onClose={onClose} title={t(`share.${sound.of}`)} closeLabel={t("share.close")}>
      <form
        className={dialogs.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (room !== null && !busy) void share(room);
        }}
      >
        {room === null ? (
          <RoomField onChosen={setRoom} />
        ) : (
          <>
            <div className={styles.chosen}>
              <RoomPicture room={room} uid={uid} size={28} />
              <bdi className={styles.name}>{nameOf(room)}</bdi>
              <IconButton size="small" icon={IconX} label={t("share.another")} onClick={() => setRoom(null)} />
            </div>
            <TextField
              data-autofocus
              label={t("share.text")}
              value={message}
              onChange={(event) => setMessage(event.currentTarget.value)}
            />
            <div className={styles.hears} role="note">
              <IconUsers size={18} stroke={1.75} aria-hidden />
              <p>
                <strong>{hearers(t, { room, name: nameOf(room), uid })}</strong> {t("share.stays")}
              </p>
            </div>
          </>
        )}
        {error === null ? null : (
          <p className={dialogs.error} role="alert">
            {error}
          </p>
        )}
        <div className={dialogs.buttons}>
          <Button onClick={onClose}>{t("share.cancel")}</Button>
          <Button type="submit" look="primary" busy={busy} disabled={room === null}>
            {t("share.share")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function send(
  api: Api,
  sound: SharedSound,
  body: { readonly room_id: string; readonly name: string; readonly message: string; readonly client_id: string },
): Promise<ChatMessage> {
  if (sound.of === "voicemail") return api.call(shareVoicemail, { params: { id: sound.id }, body });
  const { call, recording } = sound;
  return api.call(shareCallRecording, { params: { id: call }, body: { ...body, recording } });
}

/** The people who can hear it from then on. */
function hearers(
  t: ReturnType<typeof useWords<typeof shareMessages>>,
  { room, name, uid }: { readonly room: AnyRoom; readonly name: string; readonly uid: string },
): string {
  if (room.type !== "d")
    return t(`share.hears.${room.type}`, { name: room.type === "c" ? `#${name}` : name, count: room.usersCount });
  return room.users.some((person) => person.uid !== uid) ? t("share.hears.d", { name }) : t("share.hears.self");
}

const SHOWN_MOST = 8;

/** The conversations in which the user may write, by name; the latest first. */
function RoomField({ onChosen }: { readonly onChosen: (room: AnyRoom) => void }) {
  const t = useWords(shareMessages);
  const { viewer } = usePanel();
  const rooms = useChat(roomsOf, sameItems);
  const { uid } = useService(CHAT).client;
  const nameOf = useRoomName();
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLocaleLowerCase();
  const mayWrite = canWrite(viewer.rights, "chats");
  const found = rooms
    .map(({ room }) => room)
    .filter((room) => roomRights(room, mayWrite).writes && nameOf(room).toLocaleLowerCase().includes(wanted))
    .toSorted((one, other) => other.updatedAt - one.updatedAt)
    .slice(0, SHOWN_MOST);
  return (
    <div className={dialogs.people}>
      <span className={dialogs.label}>{t("share.to")}</span>
      <OptionSearch
        label={t("share.to")}
        hint={t("share.toHint")}
        listLabel={t("share.found")}
        search={search}
        onSearch={setSearch}
        items={found}
        keyOf={({ id }) => id}
        onChoose={onChosen}
        none={t("share.none", { search })}
      >
        {(room, option) => (
          <Option {...option}>
            <RoomPicture room={room} uid={uid} size={28} />
            <bdi>{nameOf(room)}</bdi>
          </Option>
        )}
      </OptionSearch>
    </div>
  );
}
