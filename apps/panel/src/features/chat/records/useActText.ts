import type { AuditLine } from "@callpanel/contract";
import { KEEP_FOR_EVER } from "@callpanel/contract";
import { usePersonName } from "../../../shared/chat/usePersonName.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { recordsMessages } from "./records.messages.ts";
import { useDaysText } from "./useDaysText.ts";

type ActText = keyof typeof recordsMessages & `chat.acts.chat.${string}`;

/** CHATUI-53: what was done, as a sentence. */
export function useActText(): (line: AuditLine) => string {
  const t = useWords(recordsMessages);
  const daysText = useDaysText();
  const nameOf = usePersonName();
  return (line) => {
    const { by, person, details } = line;
    const id = textIdOf(line);
    const { from, to, form } = details;
    return t(id, {
      by: by === null ? t("chat.acts.system") : nameOf(by.name),
      person: nameOf(person?.name),
      from: String(from ?? ""),
      to: typeof to === "number" ? daysText(to) : String(to ?? ""),
      form: t(form === "json" ? "chat.acts.form.json" : "chat.acts.form.html"),
    });
  };
}

/** Acts with several forms, by their details. */
function textIdOf({ act, details: { to, files, of } }: AuditLine): ActText | "chat.acts.other" {
  if (act === "chat.topic" && to === "") return "chat.acts.chat.topicRemoved";
  if (act === "chat.kept" && to === null) return "chat.acts.chat.keptCompany";
  if (act === "chat.kept" && to === KEEP_FOR_EVER) return "chat.acts.chat.keptForever";
  if (act === "chat.exported" && files === true) return "chat.acts.chat.exportedFiles";
  if (act === "chat.soundShared" && of === "voicemail") return "chat.acts.chat.voicemailShared";
  const id = `chat.acts.${act}` as const;
  return isText(id) ? id : "chat.acts.other";
}

const isText = (id: string): id is ActText => Object.hasOwn(recordsMessages, id);
