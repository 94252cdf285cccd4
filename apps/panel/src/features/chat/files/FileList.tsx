import { getChatFile, getSmsFile } from "@callpanel/contract";
import type { ChatFile } from "@callpanel/contract";
import {
  Dialog,
  IconButton,
  IconDownload,
  IconExternalLink,
  IconFile,
  IconFileTypePdf,
  SoundPlayer,
  Spinner,
} from "@callpanel/ui";
import type { Icon } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useCallback, useContext, useState } from "react";
import type { ReactNode } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { usePainted } from "../../../shared/painted.ts";
import { usePlayerWords } from "../../../shared/sound/useSoundWords.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { CHAT_KEY } from "../../../shared/chat/chatPeople.ts";
import { chatMessages } from "../chat.messages.ts";
import { pictureSize, sizeText } from "./files.model.ts";
import { useLeft } from "../room/useLeft.ts";
import styles from "./FileList.module.css";

/** Where files are fetched: those of rooms, and those of text messages, have different readers. */
const ENDPOINTS = { chat: getChatFile, sms: getSmsFile } as const;
export type FilePlace = keyof typeof ENDPOINTS;
const PLACE = createContext<FilePlace>("chat");

export interface FileListProps {
  readonly files: readonly ChatFile[];
  readonly place?: FilePlace;
}

/** CHATUI-16, SMSUI-20: the files of a message: pictures are shown, others can be downloaded. */
export function FileList({ files, place = "chat" }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <PLACE value={place}>
      <div className={styles.files}>
        {files.map((file) => (
          <FileView key={file.id} file={file} />
        ))}
      </div>
    </PLACE>
  );
}

type FileForm = "whole" | "thumbnail" | "shown";

/** The content of a file, as it is wanted. */
function useFetchFile() {
  const { download } = usePanel();
  const place = useContext(PLACE);
  return (id: string, form: FileForm, signal?: AbortSignal) =>
    download(ENDPOINTS[place], { params: { file_id: id }, query: { form }, ...(signal && { signal }) });
}

function FileView({ file }: { readonly file: ChatFile }) {
  switch (file.kind) {
    case "picture":
      return <Picture file={file} />;
    case "sound":
      return <Sound file={file} />;
    case "pdf":
      return <Pdf file={file} />;
    case "other":
      return <Card file={file} />;
  }
}

/** CHATUI-44: heard in its place; loaded when it is played. */
function Sound({ file }: { readonly file: ChatFile }) {
  const t = useWords(chatMessages);
  const words = usePlayerWords();
  const fetchFile = useFetchFile();
  const { busy, save } = useSaveFile(file);
  // A player that was stopped does not start again: when the user comes back there is a new one.
  const [visits, setVisits] = useState(0);
  const left = useCallback(() => setVisits((count) => count + 1), []);
  useLeft(left);
  return (
    <div className={styles.sound}>
      <p className={styles.soundName}>
        <bdi className={styles.name}>{file.name}</bdi>
        <span className={styles.size}>{sizeText(file.bytes)}</span>
        <IconButton
          className={styles.end}
          size="small"
          icon={IconDownload}
          label={t("chat.file.save", { name: file.name })}
          aria-busy={busy || undefined}
          onClick={save}
        />
      </p>
      <SoundPlayer
        key={visits}
        soundId={file.id}
        label={t("chat.file.sound", { name: file.name })}
        words={words}
        loads="played"
        fetchSound={({ signal }) => fetchFile(file.id, "whole", signal)}
      />
    </div>
  );
}

/** CHATUI-44: a card that opens the document in a tab of its own, in the browser's viewer. */
function Pdf({ file }: { readonly file: ChatFile }) {
  const t = useWords(chatMessages);
  const { notices } = usePanel();
  const fetchFile = useFetchFile();
  const [busy, setBusy] = useState(false);
  const open = async () => {
    // Opened at once: a browser lets no page open a tab later.
    const tab = window.open("", "_blank");
    setBusy(true);
    try {
      const bytes = await fetchFile(file.id, "whole");
      const url = URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
      if (tab === null) throw new Error("the browser opens no tab");
      tab.opener = null;
      tab.location.replace(url);
    } catch {
      tab?.close();
      notices.error(t("chat.file.failed"));
    } finally {
      setBusy(false);
    }
  };
  const view = (
    <IconButton
      icon={IconExternalLink}
      label={t("chat.file.open", { name: file.name })}
      aria-busy={busy || undefined}
      onClick={() => void open()}
    />
  );
  return <Card file={file} icon={IconFileTypePdf} action={view} />;
}

function useSaveFile({ id, name }: ChatFile) {
  const t = useWords(chatMessages);
  const { saveFile, notices } = usePanel();
  const fetchFile = useFetchFile();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(await fetchFile(id, "whole"), name);
    } catch {
      notices.error(t("chat.file.failed"));
    } finally {
      setBusy(false);
    }
  };
  return { busy, save: () => void save() };
}

interface CardProps {
  readonly file: ChatFile;
  readonly icon?: Icon;
  readonly action?: ReactNode;
}

function Card({ file, icon: Shape = IconFile, action }: CardProps) {
  const t = useWords(chatMessages);
  const { busy, save } = useSaveFile(file);
  return (
    <div className={styles.card}>
      <Shape className={styles.icon} size={24} stroke={1.5} aria-hidden />
      <span className={styles.lines}>
        <bdi className={styles.name}>{file.name}</bdi>
        <span className={styles.size}>{sizeText(file.bytes)}</span>
      </span>
      {action}
      <IconButton
        icon={IconDownload}
        label={t("chat.file.save", { name: file.name })}
        aria-busy={busy || undefined}
        onClick={save}
      />
    </div>
  );
}

const pictureKey = (id: string, form: "thumbnail" | "shown") => [...CHAT_KEY, "picture", id, form] as const;

/** A picture of a message, once it is loaded. */
function usePicture(id: string, form: "thumbnail" | "shown") {
  const fetchFile = useFetchFile();
  return useQuery({
    queryKey: pictureKey(id, form),
    queryFn: ({ signal }) => fetchFile(id, form, signal),
    staleTime: Infinity,
  });
}

/** Its address is needed only until it is drawn. */
function Shown({ picture, alt }: { readonly picture: Blob; readonly alt: string }) {
  const [url] = useState(() => URL.createObjectURL(picture));
  return <img src={url} alt={alt} decoding="async" onLoad={() => URL.revokeObjectURL(url)} />;
}

/** CHATUI-71: its message is painted first; then it is asked for. */
function Picture({ file }: { readonly file: ChatFile }) {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  useLeft(close);
  const queries = useQueryClient();
  const isPainted = usePainted(queries.getQueryData(pictureKey(file.id, "thumbnail")) !== undefined);
  const open = () => setOpen(true);
  return (
    <>
      {isPainted ? (
        <Thumbnail file={file} onOpen={open} />
      ) : (
        <PictureButton file={file} picture={undefined} onOpen={open} />
      )}
      {isOpen ? <WholePicture file={file} onClose={close} /> : null}
    </>
  );
}

interface ThumbnailProps {
  readonly file: ChatFile;
  readonly onOpen: () => void;
}

function Thumbnail({ file, onOpen }: ThumbnailProps) {
  const { data, isError } = usePicture(file.id, "thumbnail");
  return isError ? <Card file={file} /> : <PictureButton file={file} picture={data} onOpen={onOpen} />;
}

interface PictureButtonProps extends ThumbnailProps {
  /** Undefined: it is not there yet; its place is reserved. */
  readonly picture: Blob | undefined;
}

function PictureButton({ file, picture, onOpen }: PictureButtonProps) {
  const t = useWords(chatMessages);
  const size = pictureSize(file);
  return (
    <button
      type="button"
      className={styles.picture}
      style={{ aspectRatio: `${size.width} / ${size.height}`, width: size.width }}
      aria-label={t("chat.file.picture", { name: file.name })}
      onClick={onOpen}
    >
      {picture === undefined ? <Spinner size={20} /> : <Shown picture={picture} alt="" />}
    </button>
  );
}

const VIEWER_PX = 960;

function WholePicture({ file, onClose }: { readonly file: ChatFile; readonly onClose: () => void }) {
  const t = useWords(chatMessages);
  const { data } = usePicture(file.id, "shown");
  const { busy, save } = useSaveFile(file);
  return (
    <Dialog opened onClose={onClose} title={file.name} closeLabel={t("chat.close")} width={VIEWER_PX}>
      <div className={styles.viewer}>
        {data === undefined ? <Spinner size={28} /> : <Shown picture={data} alt={file.name} />}
        <IconButton
          icon={IconDownload}
          look="outline"
          label={t("chat.file.save", { name: file.name })}
          aria-busy={busy || undefined}
          onClick={save}
        />
      </div>
    </Dialog>
  );
}
