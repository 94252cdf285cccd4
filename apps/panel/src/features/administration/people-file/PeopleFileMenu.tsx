import { exportPeople } from "@callpanel/contract";
import { IconButton, IconDots, IconDownload, IconUpload, PopMenu } from "@callpanel/ui";
import { useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import type { PeopleFilter } from "../people/people.api.ts";
import { PeopleFileDialog } from "./PeopleFileDialog.tsx";
import { peopleFileMessages } from "./peopleFile.messages.ts";

const MENU_PX = 220;
const ICON = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

export interface PeopleFileMenuProps {
  readonly search: string;
  readonly filter: PeopleFilter;
  readonly mayImport: boolean;
}

/** PEOPLE-10, PEOPLE-13: the ways in and out of the list. */
export function PeopleFileMenu({ search, filter, mayImport }: PeopleFileMenuProps) {
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
      <PopMenu width={MENU_PX}>
        <PopMenu.Target>
          <IconButton look="outline" icon={IconDots} label={t("peopleFile.menu")} />
        </PopMenu.Target>
        <PopMenu.Dropdown>
          {mayImport ? (
            <PopMenu.Item leftSection={<IconUpload {...ICON} />} onClick={() => setOpened(true)}>
              {t("peopleFile.import")}
            </PopMenu.Item>
          ) : null}
          <PopMenu.Item leftSection={<IconDownload {...ICON} />} disabled={busy} onClick={() => void save()}>
            {t("peopleFile.export")}
          </PopMenu.Item>
        </PopMenu.Dropdown>
      </PopMenu>
      {opened ? <PeopleFileDialog onClose={() => setOpened(false)} /> : null}
    </>
  );
}
