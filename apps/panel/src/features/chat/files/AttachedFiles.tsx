import { Button, IconButton, IconPaperclip, IconX } from "@callpanel/ui";
import { useRef } from "react";
import type { ClipboardEvent } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { chatMessages } from "../chat.messages.ts";
import styles from "./AttachedFiles.module.css";
import type { Attached, Uploads } from "./useUploads.ts";

/** Files on the clipboard are attached; text is pasted as ever. */
export const pastedFiles = (add: (files: readonly File[]) => void) => (event: ClipboardEvent) => {
  const files = [...event.clipboardData.files];
  if (files.length === 0) return;
  event.preventDefault();
  add(files);
};

export interface AttachButtonProps {
  /** Kinds that the system's dialog offers; undefined: all. */
  readonly accept?: string | undefined;
  readonly onFiles: (files: readonly File[]) => void;
}

export function AttachButton({ accept, onFiles }: AttachButtonProps) {
  const t = useWords(chatMessages);
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        multiple
        accept={accept}
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file can be chosen again.
          currentTarget.value = "";
          onFiles(files);
        }}
      />
      <IconButton icon={IconPaperclip} label={t("chat.attach")} onClick={() => field.current?.click()} />
    </>
  );
}

/** Above the text: what goes with the message, with its progress, or why it was refused. */
export function AttachedFiles({ uploads }: { readonly uploads: Uploads }) {
  if (uploads.files.length === 0) return null;
  return (
    <ul className={styles.attached}>
      {uploads.files.map((file) => (
        <AttachedFile key={file.key} file={file} uploads={uploads} />
      ))}
    </ul>
  );
}

const STATES = { uploading: "chat.uploading", ready: "chat.uploaded", failed: "chat.notUploaded" } as const;

function AttachedFile({ file, uploads }: { readonly file: Attached; readonly uploads: Uploads }) {
  const t = useWords(chatMessages);
  const { key, name, state, percent, reason, mayRetry } = file;
  return (
    <li className={styles.file} data-state={state} aria-label={t(STATES[state], { name, percent, reason })}>
      <span className={styles.fileLines}>
        <bdi className={styles.fileName}>{name}</bdi>
        {state === "failed" ? (
          <span className={styles.fileReason} role="alert">
            {reason}
          </span>
        ) : null}
      </span>
      {state === "uploading" ? (
        <progress className={styles.progress} max={100} value={percent} aria-label={name} />
      ) : null}
      {state === "failed" && mayRetry ? (
        <Button look="quiet" aria-label={t("chat.retryFile", { name })} onClick={() => uploads.retry(key)}>
          {t("chat.retry")}
        </Button>
      ) : null}
      <IconButton
        size="small"
        icon={IconX}
        label={t("chat.removeFile", { name })}
        onClick={() => uploads.remove(key)}
      />
    </li>
  );
}
