import { VOICEMAIL_ARCHIVE_NAME_CHARS } from "@callpanel/contract";
import type { Voicemail } from "@callpanel/contract";
import { SelectField, TextField } from "@callpanel/ui";
import { useState } from "react";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { useVoicemailChange } from "../useVoicemailChange.ts";
import { changes } from "../voicemail.api.ts";
import { voicemailMessages } from "../voicemail.messages.ts";
import { callerOf } from "../voicemail.model.ts";
import { FormDialog } from "./FormDialog.tsx";
import { FolderFields, useFolderChoice } from "./MoveDialog.tsx";

export interface OneProps {
  readonly message: Voicemail;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** VMU-17: archives a message under a name. */
export function ArchiveDialog({ message, onClose, onDone }: OneProps) {
  const t = useWords(voicemailMessages);
  const words = useLocaleWords();
  const { busy, run } = useVoicemailChange();
  const [typed, setTyped] = useState(() => callerOf(message).slice(0, VOICEMAIL_ARCHIVE_NAME_CHARS));
  const name = typed.trim();
  const archive = () =>
    run({
      fallback: "vmail.archive",
      change: (api) => changes.archive(api, message.id, name),
      done: () => t("voicemail.done.archive", { name }),
      after: onDone,
    });
  return (
    <FormDialog
      title={t("voicemail.archiveTitle")}
      submit={t("voicemail.archiveDo")}
      valid={name !== ""}
      busy={busy}
      onSubmit={archive}
      onClose={onClose}
    >
      <TextField
        data-autofocus
        label={t("voicemail.archiveName")}
        hint={t("voicemail.archiveHint")}
        error={name === "" ? words.error("vmail.archiveName") : undefined}
        maxLength={VOICEMAIL_ARCHIVE_NAME_CHARS}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormDialog>
  );
}

const PLACES = ["old", "inbox", "own"] as const;
type Place = (typeof PLACES)[number];

/** VMU-17: restores a message: to old, the inbox or an own folder. */
export function RestoreDialog({ message, onClose, onDone }: OneProps) {
  const t = useWords(voicemailMessages);
  const { busy, run } = useVoicemailChange();
  const [place, setPlace] = useState<Place>("old");
  const own = useFolderChoice();
  const restore = () =>
    run({
      fallback: "vmail.restore",
      change: (api) => changes.restore(api, message.id, place === "own" ? own.name : place),
      done: () => t("voicemail.done.restore"),
      after: onDone,
    });
  return (
    <FormDialog
      title={t("voicemail.restoreTitle")}
      submit={t("voicemail.restoreDo")}
      valid={place !== "own" || own.valid}
      busy={busy}
      onSubmit={restore}
      onClose={onClose}
    >
      <SelectField
        label={t("voicemail.restoreTo")}
        choices={PLACES.map((value) => ({
          value,
          label: t(value === "own" ? "voicemail.folder.custom" : `voicemail.folder.${value}`),
        }))}
        value={place}
        onChange={setPlace}
      />
      {place === "own" ? <FolderFields folder={own} /> : null}
    </FormDialog>
  );
}
