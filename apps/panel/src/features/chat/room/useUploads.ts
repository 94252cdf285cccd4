import { CHAT_LIMITS, uploadChatFile } from "@callpanel/contract";
import { useEffect, useRef, useState } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { chatMessages } from "../chat.messages.ts";

/** A file that is attached to a message which is not sent yet. */
export interface Attached {
  readonly key: number;
  readonly name: string;
  readonly state: "uploading" | "ready";
  /** 0 to 100. */
  readonly percent: number;
  /** Of the uploaded file. */
  readonly id: string | null;
}

const MEGABYTE = 1024 * 1024;

/** CHATUI-15: files are uploaded at once, and belong to the room in which they were attached. */
export function useUploads(room: string) {
  const t = useWords(chatMessages);
  const { upload, notices } = usePanel();
  const [files, setFiles] = useState<readonly Attached[]>([]);
  const next = useRef(0);
  const cancels = useRef(new Map<number, AbortController>());
  const change = (key: number, part: Partial<Attached>) =>
    setFiles((before) => before.map((file) => (file.key === key ? { ...file, ...part } : file)));
  const remove = (key: number) => {
    cancels.current.get(key)?.abort();
    cancels.current.delete(key);
    setFiles((before) => before.filter((file) => file.key !== key));
  };
  // Another room is another composer: what was not sent there ends.
  useEffect(() => {
    const running = cancels.current;
    return () => {
      for (const cancel of running.values()) cancel.abort();
    };
  }, []);
  const start = async (key: number, file: File) => {
    const cancel = new AbortController();
    cancels.current.set(key, cancel);
    try {
      const { id } = await upload(uploadChatFile, {
        body: { room_id: room, name: file.name },
        file,
        signal: cancel.signal,
        onProgress: (share) => change(key, { percent: Math.round(share * 100) }),
      });
      change(key, { state: "ready", percent: 100, id });
    } catch {
      if (!cancel.signal.aborted) notices.error(t("chat.fileFailed", { name: file.name }));
      remove(key);
    }
  };
  const add = (chosen: readonly File[]) => {
    const room = Math.max(0, CHAT_LIMITS.filesPerMessage - files.length);
    if (chosen.length > room) notices.error(t("chat.tooManyFiles", { count: CHAT_LIMITS.filesPerMessage }));
    for (const file of chosen.slice(0, room)) {
      if (file.size > CHAT_LIMITS.fileBytes) {
        const megabytes = CHAT_LIMITS.fileBytes / MEGABYTE;
        notices.error(t("chat.fileTooLarge", { name: file.name, megabytes }));
        continue;
      }
      const key = (next.current += 1);
      setFiles((before) => [...before, { key, name: file.name, state: "uploading", percent: 0, id: null }]);
      void start(key, file);
    }
  };
  return {
    files,
    isBusy: files.some(({ state }) => state === "uploading"),
    add,
    remove,
    /** @returns the ids of what goes with the message */
    take: (): readonly string[] => {
      const ids = files.flatMap(({ id }) => id ?? []);
      cancels.current.clear();
      setFiles([]);
      return ids;
    },
  };
}
export type Uploads = ReturnType<typeof useUploads>;
