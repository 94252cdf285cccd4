import type { Voicemail } from "@callpanel/contract";
import { downloadVoicemail } from "@callpanel/contract";
import {
  Avatar,
  Button,
  IconArrowForwardUp,
  IconButton,
  IconPhone,
  IconRecordMail,
  IconStar,
  IconStarFilled,
  IconTrash,
  IconX,
  Skeleton,
  SoundPlayer,
  StatePanel,
} from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { ApiError } from "../../../shared/api.ts";
import { LoadFailed } from "../../../shared/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { usePlayerWords } from "../../../shared/sound/useSoundWords.ts";
import { useDial } from "../../../shared/useDial.ts";
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
import styles from "./MessageDrawer.module.css";

const PICTURE_PX = 48;

export interface MessageDrawerProps {
  /** The message's id, as the address has it. */
  readonly segment: string;
  readonly onClose: () => void;
}

/** The open message beside the list. Escape closes it. */
export function MessageDrawer({ segment, onClose }: MessageDrawerProps) {
  const t = useWords(voicemailMessages);
  const { api } = usePanel();
  const id = idOf(segment);
  const query = useQuery({ ...messageQuery(api, id ?? 0), enabled: id !== null });
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => drawer.current?.focus(), []);
  const isGone = id === null || (query.isError && isNotFound(query.error));
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    // Escape is heard from every control inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={drawer}
      className={styles.drawer}
      tabIndex={-1}
      aria-label={query.data ? t("voicemail.message", { name: callerOf(query.data) }) : t("voicemail.loading")}
      aria-busy={query.isPending && !isGone}
      onKeyDown={press}
    >
      {isGone ? (
        <Bare onClose={onClose}>
          <StatePanel icon={IconRecordMail} title={t("voicemail.goneTitle")} text={t("voicemail.goneText")} />
        </Bare>
      ) : query.data !== undefined ? (
        <OpenMessage message={query.data} onClose={onClose} />
      ) : query.isError ? (
        <Bare onClose={onClose}>
          <LoadFailed error={query.error} fallback="vmail.load" onRetry={() => void query.refetch()} />
        </Bare>
      ) : (
        <Bare onClose={onClose}>
          <Skeleton height={48} />
          <Skeleton height={44} />
          <Skeleton height={120} />
        </Bare>
      )}
    </aside>
  );
}

const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.fault.kind === "answer" && error.fault.status === 404;

function Bare({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const t = useWords(voicemailMessages);
  return (
    <>
      <div className={styles.bare}>
        <IconButton icon={IconX} label={t("voicemail.closeMessage")} onClick={onClose} />
      </div>
      {children}
    </>
  );
}

interface OpenMessageProps {
  readonly message: Voicemail;
  readonly onClose: () => void;
}

function OpenMessage({ message, onClose }: OpenMessageProps) {
  const t = useWords(voicemailMessages);
  const formats = useFormats();
  const { name, number, imageUrl } = useCaller(message);
  const { archive_name: kept, custom_folder: own } = message;
  useOpening(message);
  return (
    <>
      <header className={styles.head}>
        <Avatar name={name} src={imageUrl} size={PICTURE_PX} />
        <div className={styles.who}>
          <h2 className={styles.name}>{t("voicemail.message", { name })}</h2>
          <p className={styles.dim}>
            {number === "" ? null : <bdi className={styles.digits}>{number} · </bdi>}
            <time dateTime={new Date(message.origtime).toISOString()}>{formats.dateTime(message.origtime)}</time>
          </p>
          {own === null ? null : <bdi className={styles.dim}>{own}</bdi>}
          {kept === null ? null : <p className={styles.dim}>{t("voicemail.archivedAs", { name: kept })}</p>}
        </div>
        <IconButton icon={IconX} label={t("voicemail.closeMessage")} onClick={onClose} />
      </header>
      <Sound message={message} />
      <Tools message={message} />
      <MessageWords message={message} />
    </>
  );
}

function Sound({ message }: { readonly message: Voicemail }) {
  const t = useWords(voicemailMessages);
  const words = usePlayerWords();
  const { download } = usePanel();
  const save = useSaveSound();
  if (!message.may_read) return <p className={styles.dim}>{t("voicemail.mayNotRead")}</p>;
  const params = { id: String(message.id) };
  return (
    <SoundPlayer
      soundId={params.id}
      label={t("voicemail.sound")}
      words={words}
      durationSeconds={message.duration}
      fetchSound={({ format, signal }) => download(downloadVoicemail, { params, query: { format }, signal })}
      onDownload={() => save(message)}
    />
  );
}

/** What is done most, in reach; the rest is in the menu. */
function Tools({ message }: { readonly message: Voicemail }) {
  const t = useWords(voicemailMessages);
  const openLayer = useLayer();
  const favorite = useFavorite();
  const dial = useDial();
  const actions = actionsFor(message);
  const number = message.caller_number.trim();
  const ids = [message.id];
  return (
    <div className={styles.tools}>
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
    </div>
  );
}
