import type { Voicemail } from "@callpanel/contract";
import { downloadVoicemail } from "@callpanel/contract";
import {
  Button,
  IconArrowForwardUp,
  IconButton,
  IconPhone,
  IconRecordMail,
  IconStar,
  IconStarFilled,
  IconTrash,
  SoundPlayer,
} from "@callpanel/ui";
import { PersonAvatar } from "../../../shared/chat/PersonAvatar.tsx";
import { useQuery } from "@tanstack/react-query";
import { Drawer, DrawerHead, DrawerTools } from "../../../shared/drawer/Drawer.tsx";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import list from "../../../shared/list/Row.module.css";
import { usePanel } from "../../../shared/panel.ts";
import { usePlayerWords } from "../../../shared/sound/useSoundWords.ts";
import { useDial } from "../../../shared/phone/useDial.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useLayer } from "../layers.ts";
import { MessageMenu } from "../MessageMenu.tsx";
import { useCaller } from "../useCaller.ts";
import { useFavorite } from "../useFavorite.ts";
import { useOpening } from "../useOpening.ts";
import { useSaveSound } from "../useSaveSound.ts";
import { messageQuery } from "../voicemail.api.ts";
import { voicemailMessages } from "../voicemail.messages.ts";
import { actionsFor, callerOf, idOf } from "../voicemail.model.ts";
import { MessageWords } from "./MessageWords.tsx";

const PICTURE_PX = 48;

export interface MessageDrawerProps {
  /** The message's id, as the address has it. */
  readonly segment: string;
  /** Each new number plays the message. */
  readonly play?: number | undefined;
  readonly onClose: () => void;
}

/** Heights of the head, the player and the transcript, px. */
const SHAPES = [48, 44, 120];

/** The open message, next to the list. */
export function MessageDrawer({ segment, play, onClose }: MessageDrawerProps) {
  const t = useWords(voicemailMessages);
  const { api } = usePanel();
  const id = idOf(segment);
  const query = useQuery({ ...messageQuery(api, id ?? 0), enabled: id !== null });
  return (
    <Drawer
      label={query.data ? t("voicemail.message", { name: callerOf(query.data) }) : t("voicemail.loading")}
      query={id === null ? null : query}
      gone={{ icon: IconRecordMail, title: t("voicemail.goneTitle"), text: t("voicemail.goneText") }}
      fallback="vmail.load"
      shapes={SHAPES}
      closeLabel={t("voicemail.closeMessage")}
      onClose={onClose}
    >
      {(message) => <OpenMessage message={message} play={play} onClose={onClose} />}
    </Drawer>
  );
}

interface OpenMessageProps {
  readonly message: Voicemail;
  readonly play: number | undefined;
  readonly onClose: () => void;
}

function OpenMessage({ message, play, onClose }: OpenMessageProps) {
  const t = useWords(voicemailMessages);
  const formats = useFormats();
  const { name, number, imageUrl } = useCaller(message);
  const { archive_name: kept, custom_folder: own } = message;
  useOpening(message);
  return (
    <>
      <DrawerHead
        picture={<PersonAvatar name={name} extension={message.caller_number} src={imageUrl} size={PICTURE_PX} />}
        title={t("voicemail.message", { name })}
        closeLabel={t("voicemail.closeMessage")}
        onClose={onClose}
      >
        <p>
          {number === "" ? null : <bdi className={list.digits}>{number} · </bdi>}
          <time dateTime={new Date(message.origtime).toISOString()}>{formats.dateTime(message.origtime)}</time>
        </p>
        {own === null ? null : <bdi>{own}</bdi>}
        {kept === null ? null : <p>{t("voicemail.archivedAs", { name: kept })}</p>}
      </DrawerHead>
      <Sound message={message} play={play} />
      <Tools message={message} />
      <MessageWords message={message} />
    </>
  );
}

function Sound({ message, play }: Pick<OpenMessageProps, "message" | "play">) {
  const t = useWords(voicemailMessages);
  const words = usePlayerWords();
  const { download } = usePanel();
  const save = useSaveSound();
  if (!message.may_read) return <p className={list.dim}>{t("voicemail.mayNotRead")}</p>;
  const params = { id: String(message.id) };
  return (
    <SoundPlayer
      soundId={params.id}
      play={play}
      label={t("voicemail.sound")}
      words={words}
      durationSeconds={message.duration}
      fetchSound={({ format, signal }) => download(downloadVoicemail, { params, query: { format }, signal })}
      onDownload={() => save(message)}
    />
  );
}

/** The main actions; the others are in the menu. */
function Tools({ message }: { readonly message: Voicemail }) {
  const t = useWords(voicemailMessages);
  const openLayer = useLayer();
  const favorite = useFavorite();
  const dial = useDial();
  const actions = actionsFor(message);
  const number = message.caller_number.trim();
  const ids = [message.id];
  return (
    <DrawerTools>
      {dial && number !== "" ? (
        <Button look="accent" icon={IconPhone} onClick={() => dial(number)}>
          {t("voicemail.callBack")}
        </Button>
      ) : null}
      {actions.has("transfer") ? (
        <IconButton
          look="outline"
          icon={IconArrowForwardUp}
          label={t("voicemail.transfer")}
          onClick={() => openLayer({ kind: "transfer", ids })}
        />
      ) : null}
      {actions.has("favorite") ? (
        <IconButton
          look="outline"
          icon={message.favorite ? IconStarFilled : IconStar}
          label={t(message.favorite ? "voicemail.unfavorite" : "voicemail.favorite")}
          aria-pressed={message.favorite}
          onClick={() => favorite(message)}
        />
      ) : null}
      {actions.has("delete") ? (
        <IconButton
          look="outline"
          icon={IconTrash}
          label={t("voicemail.delete")}
          onClick={() => openLayer({ kind: "delete", ids })}
        />
      ) : null}
      <MessageMenu message={message} />
    </DrawerTools>
  );
}
