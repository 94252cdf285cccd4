import type { Voicemail } from "@callpanel/contract";
import {
  IconArchive,
  IconArrowForwardUp,
  IconDotsVertical,
  IconButton,
  IconDownload,
  IconFolder,
  IconFolderMinus,
  IconMail,
  IconMailOpened,
  IconMessageShare,
  IconPhone,
  IconRestore,
  IconTrash,
  IconUserPlus,
  PopMenu,
} from "@callpanel/ui";
import type { Icon } from "@callpanel/ui";
import { soundMessages } from "../../shared/sound/sound.messages.ts";
import { usePanel, useService } from "../../shared/panel.ts";
import { CONTACT_DESK } from "../../shared/contactDesk.ts";
import { useSharing } from "../../shared/chat/shareDesk.ts";
import { MessageItem } from "../../shared/chat/MessageItem.tsx";
import { useDial } from "../../shared/phone/useDial.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { useLayer } from "./layers.ts";
import { useCaller } from "./useCaller.ts";
import { useReadToggle, useVoicemailChange } from "./useVoicemailChange.ts";
import { useSaveSound } from "./useSaveSound.ts";
import { changes } from "./voicemail.api.ts";
import { voicemailMessages } from "./voicemail.messages.ts";
import { actionsFor } from "./voicemail.model.ts";

const sign = (Shape: Icon) => <Shape size={17} stroke={1.75} aria-hidden />;

/** All actions on a message. */
export function MessageMenu({ message }: { readonly message: Voicemail }) {
  const t = useWords(voicemailMessages);
  const sound = useWords(soundMessages);
  const openLayer = useLayer();
  const toggleRead = useReadToggle();
  const save = useSaveSound();
  const share = useSharing();
  const { name } = useCaller(message);
  const { run } = useVoicemailChange();
  const actions = actionsFor(message);
  const ids = [message.id];
  const unmove = () =>
    run({
      fallback: "vmail.unmove",
      change: (api) => changes.unmove(api, message.id),
      done: () => t("voicemail.done.unmove", { count: 1 }),
    });
  return (
    <PopMenu width={230} position="bottom-end">
      <PopMenu.Target>
        <IconButton icon={IconDotsVertical} label={t("voicemail.moreOf", { name })} />
      </PopMenu.Target>
      <PopMenu.Dropdown>
        <CallerItems message={message} />
        {actions.has("read") ? (
          <PopMenu.Item
            leftSection={sign(message.isRead ? IconMail : IconMailOpened)}
            onClick={() => toggleRead(message)}
          >
            {t(message.isRead ? "voicemail.markUnread" : "voicemail.markRead")}
          </PopMenu.Item>
        ) : null}
        {actions.has("move") ? (
          <PopMenu.Item leftSection={sign(IconFolder)} onClick={() => openLayer({ kind: "move", ids })}>
            {t("voicemail.move")}
          </PopMenu.Item>
        ) : null}
        {actions.has("unmove") ? (
          <PopMenu.Item leftSection={sign(IconFolderMinus)} onClick={unmove}>
            {t("voicemail.unmove")}
          </PopMenu.Item>
        ) : null}
        {actions.has("archive") ? (
          <PopMenu.Item leftSection={sign(IconArchive)} onClick={() => openLayer({ kind: "archive", message })}>
            {t("voicemail.archive")}
          </PopMenu.Item>
        ) : null}
        {actions.has("restore") ? (
          <PopMenu.Item leftSection={sign(IconRestore)} onClick={() => openLayer({ kind: "restore", message })}>
            {t("voicemail.restore")}
          </PopMenu.Item>
        ) : null}
        {actions.has("transfer") ? (
          <PopMenu.Item leftSection={sign(IconArrowForwardUp)} onClick={() => openLayer({ kind: "transfer", ids })}>
            {t("voicemail.transfer")}
          </PopMenu.Item>
        ) : null}
        {message.may_read && share !== null ? (
          <PopMenu.Item
            leftSection={sign(IconMessageShare)}
            onClick={() => share({ of: "voicemail", id: message.id, name: t("voicemail.shareName", { name }) })}
          >
            {t("voicemail.share")}
          </PopMenu.Item>
        ) : null}
        {message.may_read ? (
          <PopMenu.Item leftSection={sign(IconDownload)} onClick={() => save(message)}>
            {sound("sound.download")}
          </PopMenu.Item>
        ) : null}
        {actions.has("delete") ? (
          <>
            <PopMenu.Divider />
            <PopMenu.Item leftSection={sign(IconTrash)} onClick={() => openLayer({ kind: "delete", ids })}>
              {t("voicemail.delete")}
            </PopMenu.Item>
          </>
        ) : null}
      </PopMenu.Dropdown>
    </PopMenu>
  );
}

/** Calling back, and saving the caller as a contact. */
function CallerItems({ message }: { readonly message: Voicemail }) {
  const t = useWords(voicemailMessages);
  const { viewer } = usePanel();
  const contactDesk = useService(CONTACT_DESK);
  const dial = useDial();
  const { isKnown } = useCaller(message);
  const number = message.caller_number.trim();
  if (number === "") return null;
  const add = (isPersonal: boolean) =>
    contactDesk.dispatch({ kind: "create", isPersonal, phoneNumber: number, name: message.caller_name.trim() });
  const { contactsWrite, contactsManagePersonal } = viewer.flags;
  return (
    <>
      {dial ? (
        <PopMenu.Item leftSection={sign(IconPhone)} onClick={() => dial(number)}>
          {t("voicemail.callBack")}
        </PopMenu.Item>
      ) : null}
      <MessageItem extension={number} />
      {contactsWrite && !isKnown ? (
        <PopMenu.Item leftSection={sign(IconUserPlus)} onClick={() => add(false)}>
          {t("voicemail.addShared")}
        </PopMenu.Item>
      ) : null}
      {contactsManagePersonal && !isKnown ? (
        <PopMenu.Item leftSection={sign(IconUserPlus)} onClick={() => add(true)}>
          {t("voicemail.addPersonal")}
        </PopMenu.Item>
      ) : null}
    </>
  );
}
