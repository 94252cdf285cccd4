import { CHAT_LIMITS, uploadChatFile } from "@callpanel/contract";
import { useEffect, useRef, useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { chatMessages } from "../chat.messages.ts";

/** A file that is attached to a message which is not sent yet. */
export interface Attached {
  readonly key: number;
  readonly name: string;
  readonly state: "uploading" | "ready" | "failed";
  /** 0 to 100. */
  readonly percent: number;
  /** Of the uploaded file. */
  readonly id: string | null;
  /** Why it failed. */
  readonly reason: string;
  /** It may succeed another time. */
  readonly mayRetry: boolean;
}

const MEGABYTE = 1024 * 1024;

/** CHATUI-15: files are uploaded at once, and belong to the room in which they were attached. */
export function useUploads(room: string) {
  const t = useWords(chatMessages);
  const words = useLocaleWords();
  const { upload, notices } = usePanel();
  const [files, setFiles] = useState<readonly Attached[]>([]);
  const next = useRef(0);
  const chosen = useRef(new Map<number, File>());
  const cancels = useRef(new Map<number, AbortController>());
  const change = (key: number, part: Partial<Attached>) =>
    setFiles((before) => before.map((file) => (file.key === key ? { ...file, ...part } : file)));
  const remove = (key: number) => {
    cancels.current.get(key)?.abort();
    cancels.current.delete(key);
    chosen.current.delete(key);
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
    change(key, { state: "uploading", percent: 0, reason: "" });
    try {
      const { id } = await upload(uploadChatFile, {
        body: { room_id: room, name: file.name },
        file,
        signal: cancel.signal,
        onProgress: (share) => change(key, { percent: Math.round(share * 100) }),
      });
      change(key, { state: "ready", percent: 100, id });
    } catch (error) {
      if (cancel.signal.aborted) return;
      const said = sayError(error, "chats.change");
      const reason = said.text === null ? t("chat.fileFailed") : words.say(said);
      change(key, { state: "failed", reason, mayRetry: said.code !== "chats.file.tooLarge" });
    }
  };
  const add = (picked: readonly File[]) => {
    const free = Math.max(0, CHAT_LIMITS.filesPerMessage - files.length);
    if (picked.length > free) notices.error(t("chat.tooManyFiles", { count: CHAT_LIMITS.filesPerMessage }));
    for (const file of picked.slice(0, free)) {
      const key = (next.current += 1);
      const isTooLarge = file.size > CHAT_LIMITS.fileBytes;
      const megabytes = CHAT_LIMITS.fileBytes / MEGABYTE;
      const attached = { key, name: file.name, percent: 0, id: null };
      if (isTooLarge) {
        const refused = { state: "failed", reason: t("chat.fileTooLarge", { megabytes }), mayRetry: false } as const;
        setFiles((before) => [...before, { ...attached, ...refused }]);
        continue;
      }
      chosen.current.set(key, file);
      setFiles((before) => [...before, { ...attached, state: "uploading", reason: "", mayRetry: true }]);
      void start(key, file);
    }
  };
  return {
    files,
    /** Nothing can be sent before each file is there or removed. */
    isBusy: files.some(({ state }) => state !== "ready"),
    add,
    remove,
    retry: (key: number) => {
      const file = chosen.current.get(key);
      if (file !== undefined) void start(key, file);
    },
    /** @returns the ids of what goes with the message */
    take: (): readonly string[] => {
      const ids = files.flatMap(({ id }) => id ?? []);
      cancels.current.clear();
      chosen.current.clear();
      setFiles([]);
      return ids;
    },
  };
}
export type Uploads = ReturnType<typeof useUploads>;
