import type { Voicemail } from "@callpanel/contract";
import { downloadVoicemail } from "@callpanel/contract";
import { sayError } from "../../shared/api/api.ts";
import { usePanel } from "../../shared/panel.ts";
import { useLocaleWords } from "../../shared/words/useWords.ts";

/** Downloads the sound of a message as an MP3 file. */
export function useSaveSound(): (message: Pick<Voicemail, "id" | "mailbox">) => void {
  const { download, saveFile, notices } = usePanel();
  const words = useLocaleWords();
  return ({ id, mailbox }) =>
    void download(downloadVoicemail, { params: { id: String(id) }, query: { format: "mp3" } }).then(
      (sound) => saveFile(sound, `voicemail-${mailbox}-${id}.mp3`),
      (error: unknown) => notices.error(words.say(sayError(error, "vmail.sound"))),
    );
}
