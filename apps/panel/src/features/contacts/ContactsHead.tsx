import {
  Button,
  IconButton,
  IconDots,
  IconDownload,
  IconPlus,
  IconTags,
  IconUpload,
  PopMenu,
  Segments,
} from "@callpanel/ui";
import head from "../../shared/list/Head.module.css";
import { usePanel, useService } from "../../shared/panel.ts";
import { CONTACT_DESK } from "../../shared/contactDesk.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { contactsMessages } from "./contacts.messages.ts";
import { filterOf } from "./contacts.model.ts";
import { listsOf, mayWrite } from "./contacts.lists.ts";
import { useExport } from "./import/useExport.ts";
import { TagFilter } from "./TagFilter.tsx";
import type { Contacts } from "./useContacts.ts";

const ICON = { size: 18, stroke: 1.7, "aria-hidden": true } as const;

export interface ContactsHeadProps {
  readonly contacts: Contacts;
  readonly onTags: () => void;
  readonly onImport: () => void;
}

/** The head of the list: which contacts, which tags, and actions on the whole list. */
export function ContactsHead({ contacts, onTags, onImport }: ContactsHeadProps) {
  const t = useWords(contactsMessages);
  const { viewer } = usePanel();
  const contactDesk = useService(CONTACT_DESK);
  const { view, dispatch, search, state } = contacts;
  const lists = listsOf(viewer.flags);
  const isPersonal = view.list === "personal";
  const writable = mayWrite(viewer.flags, view.list);
  const total = state.phase === "ready" ? state.page.total : null;
  const filtered = search !== "" || filterOf(view).length > 0;
  return (
    <div className={head.head}>
      {lists.length > 1 ? (
        <Segments
          label={t("contacts.lists")}
          segments={lists.map((value) => ({ value, label: t(`contacts.list.${value}`) }))}
          value={view.list}
          onChange={(list) => dispatch({ type: "listChosen", list })}
        />
      ) : null}
      <output className={head.count}>
        {total === null ? "" : t(filtered ? "contacts.found" : "contacts.count", { total })}
      </output>
      <span className={head.tools}>
        <TagFilter view={view} dispatch={dispatch} />
        <MoreMenu contacts={contacts} onTags={onTags} onImport={onImport} />
        {writable ? (
          <Button look="primary" icon={IconPlus} onClick={() => contactDesk.dispatch({ kind: "create", isPersonal })}>
            {t("contacts.add")}
          </Button>
        ) : null}
      </span>
    </div>
  );
}

function MoreMenu({ contacts, onTags, onImport }: ContactsHeadProps) {
  const t = useWords(contactsMessages);
  const { viewer } = usePanel();
  const writable = mayWrite(viewer.flags, contacts.view.list);
  const all = useExport(contacts.view, contacts.search);
  return (
    <PopMenu width={220}>
      <PopMenu.Target>
        <IconButton look="outline" icon={IconDots} label={t("contacts.more")} />
      </PopMenu.Target>
      <PopMenu.Dropdown>
        {writable ? (
          <>
            <PopMenu.Item leftSection={<IconTags {...ICON} />} onClick={onTags}>
              {t("contacts.manageTags")}
            </PopMenu.Item>
            <PopMenu.Item leftSection={<IconUpload {...ICON} />} onClick={onImport}>
              {t("contacts.import")}
            </PopMenu.Item>
          </>
        ) : null}
        <PopMenu.Item leftSection={<IconDownload {...ICON} />} disabled={all.busy} onClick={all.run}>
          {t(all.busy ? "contacts.exporting" : "contacts.export")}
        </PopMenu.Item>
      </PopMenu.Dropdown>
    </PopMenu>
  );
}
