import { CHAT_LIMITS, SMS_LIMITS, uploadChatFile, uploadSmsFile } from "@callpanel/contract";
import type { ChatFile } from "@callpanel/contract";
import { useEffect, useRef, useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { chatMessages } from "../chat.messages.ts";

/** A file that is attached to a message which is not sent yet. */
export interface Attached {
  readonly key: number;
  readonly name: string;
  readonly bytes: number;
  readonly state: "uploading" | "ready" | "failed";
  /** 0 to 100. */
  readonly percent: number;
  /** The uploaded file. */
  readonly file: ChatFile | null;
  /** Why it failed. */
  readonly reason: string;
  /** It may succeed another time. */
  readonly mayRetry: boolean;
}

const MEGABYTE = 1024 * 1024;

interface UploadLimits {
  /** Files of a message. */
  readonly most: number;
  /** Of one file. */
  readonly fileBytes: number;
  /** Of all files of a message. */
  readonly totalBytes: number;
}

interface UploadOrder {
  readonly file: File;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

const ROOM_LIMITS: UploadLimits = {
  most: CHAT_LIMITS.filesPerMessage,
  fileBytes: CHAT_LIMITS.fileBytes,
  totalBytes: Infinity,
};

/** CHATUI-15: files are uploaded at once, and belong to the room in which they were attached. */
export function useRoomUploads(room: string): Uploads {
  const { upload } = usePanel();
  return useUploads(ROOM_LIMITS, (order) =>
    upload(uploadChatFile, { body: { room_id: room, name: order.file.name }, ...order }),
  );
}

const SMS_UPLOADS: UploadLimits = {
  most: SMS_LIMITS.filesPerMessage,
  fileBytes: SMS_LIMITS.fileBytes,
  totalBytes: SMS_LIMITS.fileBytes,
};

/** SMSUI-21: the same for a text message. */
export function useSmsUploads(): Uploads {
  const { upload } = usePanel();
  return useUploads(SMS_UPLOADS, (order) => upload(uploadSmsFile, { body: { name: order.file.name }, ...order }));
}

export interface Uploads {
  readonly files: readonly Attached[];
  /** Nothing can be sent before each file is there or removed. */
  readonly isBusy: boolean;
  readonly add: (picked: readonly File[]) => void;
  readonly remove: (key: number) => void;
  readonly retry: (key: number) => void;
  /** @returns what goes with the message; nothing is attached any more */
  readonly take: () => readonly ChatFile[];
}

/** Another time they are refused as well. */
const FOR_GOOD: ReadonlySet<string | null> = new Set(["chats.file.tooLarge", "chats.sms.fileKind"]);

function useUploads(limits: UploadLimits, upload: (order: UploadOrder) => Promise<ChatFile>): Uploads {
  const t = useWords(chatMessages);
  const words = useLocaleWords();
  const { notices } = usePanel();
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
  // What was not sent ends with the composer.
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
      const onProgress = (share: number) => change(key, { percent: Math.round(share * 100) });
      const uploaded = await upload({ file, signal: cancel.signal, onProgress });
      change(key, { state: "ready", percent: 100, file: uploaded });
    } catch (error) {
      if (cancel.signal.aborted) return;
      const said = sayError(error, "chats.change");
      const reason = said.text === null ? t("chat.fileFailed") : words.say(said);
      change(key, { state: "failed", reason, mayRetry: !FOR_GOOD.has(said.code) });
    }
  };
  /** Why it cannot go, whatever the server says. */
  const refusal = (file: File, bytesBefore: number): string | null => {
    if (file.size > limits.fileBytes) return t("chat.fileTooLarge", { megabytes: limits.fileBytes / MEGABYTE });
    if (bytesBefore + file.size <= limits.totalBytes) return null;
    return t("chat.filesTooLarge", { megabytes: limits.totalBytes / MEGABYTE });
  };
  const add = (picked: readonly File[]) => {
    const free = Math.max(0, limits.most - files.length);
    if (picked.length > free) notices.error(t("chat.tooManyFiles", { count: limits.most }));
    let bytesBefore = files.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const file of picked.slice(0, free)) {
      const key = (next.current += 1);
      const reason = refusal(file, bytesBefore);
      const attached = { key, name: file.name, percent: 0, file: null };
      if (reason !== null) {
        const refused = { ...attached, bytes: 0, state: "failed", reason, mayRetry: false } as const;
        setFiles((before) => [...before, refused]);
        continue;
      }
      bytesBefore += file.size;
      chosen.current.set(key, file);
      const begun = { ...attached, bytes: file.size, state: "uploading", reason: "", mayRetry: true } as const;
      setFiles((before) => [...before, begun]);
      void start(key, file);
    }
  };
  return {
    files,
    isBusy: files.some(({ state }) => state !== "ready"),
    add,
    remove,
    retry: (key) => {
      const file = chosen.current.get(key);
      if (file !== undefined) void start(key, file);
    },
    take: () => {
      const taken = files.flatMap(({ file }) => file ?? []);
      cancels.current.clear();
      chosen.current.clear();
      setFiles([]);
      return taken;
    },
  };
}
