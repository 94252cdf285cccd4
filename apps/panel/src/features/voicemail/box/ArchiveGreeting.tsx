import { VOICEMAIL_ARCHIVE_NAME_CHARS } from "@callpanel/contract";
import type { VoicemailGreeting } from "@callpanel/contract";
import { TextField } from "@callpanel/ui";
import { useState } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { FormDialog } from "../dialogs/FormDialog.tsx";
import { greetingChanges } from "./box.api.ts";
import { boxMessages } from "./box.messages.ts";
import { useBoxChange } from "./useBoxChange.ts";

export interface ArchiveGreetingProps {
  readonly greeting: VoicemailGreeting;
  readonly onClose: () => void;
}

/** VMU-34: archives the active greeting under a name, which is required. */
export function ArchiveGreeting({ greeting, onClose }: ArchiveGreetingProps) {
  const t = useWords(boxMessages);
  const [typed, setTyped] = useState("");
  const { busy, run } = useBoxChange("vmail.greeting.save");
  const name = typed.trim();
  return (
    <FormDialog
      title={t("box.archiveTitle")}
      submit={t("box.archiveDo")}
      valid={name !== ""}
      busy={busy}
      onSubmit={() =>
        run((api) => greetingChanges.archive(api, greeting.id, name), t("box.done.archive", { name }), onClose)
      }
      onClose={onClose}
    >
      <TextField
        data-autofocus
        label={t("box.archiveName")}
        maxLength={VOICEMAIL_ARCHIVE_NAME_CHARS}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormDialog>
  );
}
