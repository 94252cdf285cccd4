import { exportPeople } from "@callpanel/contract";
import { Button, IconDownload, IconUpload } from "@callpanel/ui";
import { useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import type { PeopleFilter } from "../people/people.api.ts";
import { PeopleFileDialog } from "./PeopleFileDialog.tsx";
import { peopleFileMessages } from "./peopleFile.messages.ts";

export interface PeopleFileButtonsProps {
  readonly search: string;
  readonly filter: PeopleFilter;
  readonly mayImport: boolean;
}

/** PEOPLE-10, PEOPLE-13: the ways in and out of the list. */
export function PeopleFileButtons({ search, filter, mayImport }: PeopleFileButtonsProps) {
  const t = useWords(peopleFileMessages);
  const words = useLocaleWords();
  const { download, saveFile, notices } = usePanel();
  const [busy, setBusy] = useState(false);
  const [opened, setOpened] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const query = {
        search,
        ...(filter.state === null ? {} : { state: filter.state }),
        ...(filter.group === null ? {} : { group: filter.group }),
      };
      saveFile(await download(exportPeople, { query }), "people.csv");
    } catch (failure) {
      notices.error(words.say(sayError(failure, "administration.load")));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {mayImport ? (
        <Button icon={IconUpload} onClick={() => setOpened(true)}>
          {t("peopleFile.import")}
        </Button>
      ) : null}
      <Button icon={IconDownload} busy={busy} onClick={() => void save()}>
        {t("peopleFile.export")}
      </Button>
      {opened ? <PeopleFileDialog onClose={() => setOpened(false)} /> : null}
    </>
  );
}
