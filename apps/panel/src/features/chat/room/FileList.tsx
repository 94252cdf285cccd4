import { getChatFile } from "@callpanel/contract";
import type { ChatFile } from "@callpanel/contract";
import { Dialog, IconDownload, IconFile, IconButton, Spinner } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { CHAT_KEY } from "../chat.api.ts";
import { chatMessages } from "../chat.messages.ts";
import { sizeText } from "./files.model.ts";
import styles from "./FileList.module.css";

/** CHATUI-16: the files of a message: pictures are shown, others can be downloaded. */
export function FileList({ files }: { readonly files: readonly ChatFile[] }) {
  if (files.length === 0) return null;
  return (
    <div className={styles.files}>
      {files.map((file) =>
        file.kind === "picture" ? <Picture key={file.id} file={file} /> : <Card key={file.id} file={file} />,
      )}
    </div>
  );
}

function useSaveFile({ id, name }: ChatFile) {
  const t = useWords(chatMessages);
  const { download, saveFile, notices } = usePanel();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(await download(getChatFile, { params: { file_id: id }, query: { form: "whole" } }), name);
    } catch {
      notices.error(t("chat.file.failed"));
    } finally {
      setBusy(false);
    }
  };
  return { busy, save: () => void save() };
}

function Card({ file }: { readonly file: ChatFile }) {
  const t = useWords(chatMessages);
  const { busy, save } = useSaveFile(file);
  return (
    <div className={styles.card}>
      <IconFile size={22} stroke={1.5} aria-hidden />
      <span className={styles.lines}>
        <bdi className={styles.name}>{file.name}</bdi>
        <span className={styles.size}>{sizeText(file.bytes)}</span>
      </span>
      <IconButton
        icon={IconDownload}
        label={t("chat.file.save", { name: file.name })}
        aria-busy={busy || undefined}
        onClick={save}
      />
    </div>
  );
}

/** A picture of a message, once it is loaded. */
function usePicture(id: string, form: "thumbnail" | "shown") {
  const { download } = usePanel();
  return useQuery({
    queryKey: [...CHAT_KEY, "picture", id, form],
    queryFn: ({ signal }) => download(getChatFile, { params: { file_id: id }, query: { form }, signal }),
    staleTime: Infinity,
  });
}

/** Its address is needed only until it is drawn. */
function Shown({ picture, alt }: { readonly picture: Blob; readonly alt: string }) {
  const [url] = useState(() => URL.createObjectURL(picture));
  return <img src={url} alt={alt} onLoad={() => URL.revokeObjectURL(url)} />;
}

/** Pictures of a message are no higher than this; the space is reserved before they are loaded, px. */
const MOST = { width: 360, height: 240 } as const;

function Picture({ file }: { readonly file: ChatFile }) {
  const t = useWords(chatMessages);
  const [isOpen, setOpen] = useState(false);
  const { data, isError } = usePicture(file.id, "thumbnail");
  const { width, height } = file;
  const scale = Math.min(1, MOST.width / (width ?? MOST.width), MOST.height / (height ?? MOST.height));
  const size = {
    width: Math.round((width ?? MOST.width) * scale),
    height: Math.round((height ?? MOST.height) * scale),
  };
  if (isError) return <Card file={file} />;
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        style={{ aspectRatio: `${size.width} / ${size.height}`, width: size.width }}
        aria-label={t("chat.file.picture", { name: file.name })}
        onClick={() => setOpen(true)}
      >
        {data === undefined ? <Spinner size={20} /> : <Shown picture={data} alt="" />}
      </button>
      {isOpen ? <WholePicture file={file} onClose={() => setOpen(false)} /> : null}
    </>
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
