import type { Voicemail } from "@callpanel/contract";
import {
  Checkbox,
  IconAlertCircle,
  IconButton,
  IconPhone,
  IconPlayerPlay,
  IconStar,
  IconStarFilled,
  IconTrash,
} from "@callpanel/ui";
import { PersonAvatar } from "../../shared/chat/PersonAvatar.tsx";
import { useNavigate } from "@tanstack/react-router";
import { useFormats } from "../../shared/formats/useFormats.ts";
import list from "../../shared/list/Row.module.css";
import { RowWhen } from "../../shared/list/RowWhen.tsx";
import { useDial } from "../../shared/phone/useDial.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { useLayer } from "./layers.ts";
import { MessageMenu } from "./MessageMenu.tsx";
import { useCaller } from "./useCaller.ts";
import { useFavorite } from "./useFavorite.ts";
import { voicemailMessages } from "./voicemail.messages.ts";
import { actionsFor, addressOf, rowIdOf } from "./voicemail.model.ts";
import styles from "./VoicemailRow.module.css";

const PICTURE_PX = 36;

export interface VoicemailRowProps {
  readonly message: Voicemail;
  /** Which is shown. */
  readonly folder: string;
  /** More than the own box is shown: each row says the mailbox. */
  readonly namesBox: boolean;
  readonly open: boolean;
  readonly onPlay: () => void;
  readonly ticked: boolean;
  readonly onTick: (on: boolean) => void;
}

/** A message on one line: who, when, how long, and the beginning of the transcript. */
export function VoicemailRow({ message, folder, namesBox, open, onPlay, ticked, onTick }: VoicemailRowProps) {
  const t = useWords(voicemailMessages);
  const navigate = useNavigate();
  const favorite = useFavorite();
  const openLayer = useLayer();
  const { name, number, imageUrl } = useCaller(message);
  const actions = actionsFor(message);
  return (
    <li
      className={`${list.row} ${styles.row}`}
      data-unread={message.isRead ? undefined : ""}
      data-open={open ? "" : undefined}
      data-ticked={ticked ? "" : undefined}
    >
      {actions.has("delete") ? (
        <Checkbox
          className={list.tick}
          label={null}
          aria-label={t("voicemail.select", { name })}
          checked={ticked}
          onChange={onTick}
        />
      ) : (
        <span />
      )}
      <PersonAvatar name={name} extension={message.caller_number} src={imageUrl} size={PICTURE_PX} />
      <div className={list.who}>
        {message.may_read ? (
          <button
            type="button"
            id={rowIdOf(message.id)}
            className={`${list.name} ${list.whole} ${styles.name}`}
            aria-label={t(message.isRead ? "voicemail.open" : "voicemail.openUnread", { name })}
            aria-current={open ? "true" : undefined}
            onClick={() => void navigate({ to: addressOf(folder, message.id) })}
          >
            {message.isRead ? null : <span className={styles.dot} aria-hidden="true" />}
            <bdi className={list.cut}>{name}</bdi>
          </button>
        ) : (
          <span className={`${list.name} ${list.whole} ${styles.name}`} data-tip={t("voicemail.mayNotRead")}>
            <bdi className={list.cut}>{name}</bdi>
          </span>
        )}
        <Facts message={message} number={number} namesBox={namesBox} />
      </div>
      <Words message={message} />
      <RowWhen className={styles.when} at={message.origtime} formats={useFormats()} seconds={message.duration} />
      <div className={list.actions}>
        {message.may_read ? (
          <IconButton icon={IconPlayerPlay} label={t("voicemail.play", { name })} onClick={onPlay} />
        ) : null}
        <CallBack message={message} name={name} />
        {actions.has("favorite") ? (
          <IconButton
            icon={message.favorite ? IconStarFilled : IconStar}
            label={t(message.favorite ? "voicemail.unfavorite" : "voicemail.favorite")}
            aria-pressed={message.favorite}
            className={message.favorite ? styles.star : undefined}
            onClick={() => favorite(message)}
          />
        ) : null}
        {actions.has("delete") ? (
          <IconButton
            icon={IconTrash}
            className={styles.delete}
            label={t("voicemail.deleteFrom", { name })}
            onClick={() => openLayer({ kind: "delete", ids: [message.id] })}
          />
        ) : null}
        <MessageMenu message={message} />
      </div>
    </li>
  );
}

function CallBack({ message, name }: { readonly message: Voicemail; readonly name: string }) {
  const t = useWords(voicemailMessages);
  const dial = useDial();
  const number = message.caller_number.trim();
  if (dial === null || number === "") return null;
  return (
    <IconButton
      icon={IconPhone}
      className={styles.callBack}
      label={t("voicemail.callBackTo", { name })}
      onClick={() => dial(number)}
    />
  );
}

interface FactsProps {
  readonly message: Voicemail;
  readonly number: string;
  readonly namesBox: boolean;
}

/** Number, mailbox, folder and category: what there is of them. */
function Facts({ message, number, namesBox }: FactsProps) {
  const t = useWords(voicemailMessages);
  const { mailbox, custom_folder: own, archive_name: kept, transcription_category: category } = message;
  return (
    <span className={list.facts}>
      {number === "" ? null : <bdi className={list.digits}>{number}</bdi>}
      {message.urgent ? (
        <span className={styles.urgent}>
          <IconAlertCircle size={14} aria-hidden="true" />
          {t("voicemail.urgent")}
        </span>
      ) : null}
      {namesBox ? <span>{t("voicemail.inBox", { extension: mailbox })}</span> : null}
      {own === null ? null : <bdi className={list.chip}>{own}</bdi>}
      {kept === null ? null : <bdi className={list.chip}>{kept}</bdi>}
      {category === null ? null : <span className={list.chip}>{t(`voicemail.category.${category}`)}</span>}
    </span>
  );
}

/** The beginning of the transcript, or that it is being made. */
function Words({ message }: Pick<VoicemailRowProps, "message">) {
  const t = useWords(voicemailMessages);
  const { transcription_state: state, transcription, transcription_summary: summary } = message;
  if (state === "pending") return <p className={`${styles.words} ${styles.pending}`}>{t("voicemail.text.pending")}</p>;
  return (
    <p className={styles.words}>
      <bdi>{summary || transcription || ""}</bdi>
    </p>
  );
}
