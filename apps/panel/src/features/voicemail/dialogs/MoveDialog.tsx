import { folderNamed, folderNameFault } from "@callpanel/contract";
import { SelectField, TextField } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { useVoicemailChange } from "../useVoicemailChange.ts";
import { bulkChanges, changes, foldersQuery } from "../voicemail.api.ts";
import { voicemailMessages } from "../voicemail.messages.ts";
import type { ManyProps } from "./Deletion.tsx";
import { FormDialog } from "./FormDialog.tsx";

/** No folder has this name: names are of letters. */
const NEW = "+";

/** An own folder, existing or new. */
export function useFolderChoice() {
  const { api } = usePanel();
  const words = useLocaleWords();
  const { data: own = [] } = useQuery(foldersQuery(api, ""));
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState("");
  const choice = chosen ?? own[0]?.name ?? NEW;
  const written = typed.trim();
  const names = own.map((folder) => folder.name);
  const name = choice === NEW ? (folderNamed(names, written) ?? written) : choice;
  const fault = choice === NEW ? folderNameFault(name) : undefined;
  return {
    own,
    choice,
    setChosen,
    typed,
    setTyped,
    name,
    valid: fault === undefined,
    // An empty field shows no error.
    error: typed === "" || fault === undefined ? undefined : words.error(fault),
  };
}

/** VMU-15: moves to an own folder; a new name creates it. */
export function MoveDialog({ ids, onClose, onDone }: ManyProps) {
  const t = useWords(voicemailMessages);
  const { busy, run } = useVoicemailChange();
  const folder = useFolderChoice();
  const [only] = ids;
  const move = () =>
    run({
      fallback: ids.length === 1 ? "vmail.move" : "vmail.bulkMove",
      change: async (api) =>
        only !== undefined && ids.length === 1
          ? (await changes.move(api, only, folder.name), 1)
          : (await bulkChanges.move(api, ids, folder.name)).count,
      done: (count) => t("voicemail.done.move", { count, folder: folder.name }),
      after: onDone,
    });
  return (
    <FormDialog
      title={t("voicemail.moveTitle")}
      submit={t("voicemail.moveDo")}
      valid={folder.valid}
      busy={busy}
      onSubmit={move}
      onClose={onClose}
    >
      <FolderFields folder={folder} />
    </FormDialog>
  );
}

/** The select and, for a new folder, its name. */
export function FolderFields({ folder }: { readonly folder: ReturnType<typeof useFolderChoice> }) {
  const t = useWords(voicemailMessages);
  return (
    <>
      {folder.own.length === 0 ? null : (
        <SelectField
          label={t("voicemail.moveChoice")}
          choices={[
            ...folder.own.map(({ name }) => ({ value: name, label: name })),
            { value: NEW, label: t("voicemail.newFolder") },
          ]}
          value={folder.choice}
          onChange={folder.setChosen}
        />
      )}
      {folder.choice === NEW ? (
        <TextField
          data-autofocus
          label={t("voicemail.folderName")}
          hint={t("voicemail.folderHint")}
          error={folder.error}
          maxLength={32}
          autoComplete="off"
          value={folder.typed}
          onChange={({ currentTarget }) => folder.setTyped(currentTarget.value)}
        />
      ) : null}
    </>
  );
}
