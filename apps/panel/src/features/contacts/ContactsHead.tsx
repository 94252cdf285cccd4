import { Button, IconDots, IconButton, IconPlus, IconTags, PopMenu, Segments } from "@callpanel/ui";
import { usePanel } from "../../shared/panel.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { contactsMessages } from "./contacts.messages.ts";
import { filterOf, listsOf, mayWrite } from "./contacts.model.ts";
import { TagFilter } from "./TagFilter.tsx";
import type { Contacts } from "./useContacts.ts";
import styles from "./ContactsHead.module.css";

const ICON = { size: 18, stroke: 1.7, "aria-hidden": true } as const;

export interface ContactsHeadProps {
  readonly contacts: Contacts;
  readonly onTags: () => void;
}

/** Above the list: whose, with which tags, and what can be done with all of it. */
export function ContactsHead({ contacts, onTags }: ContactsHeadProps) {
  const t = useWords(contactsMessages);
  const { viewer, contactDesk } = usePanel();
  const { view, dispatch, search, state } = contacts;
  const lists = listsOf(viewer.flags);
  const isPersonal = view.list === "personal";
  const writable = mayWrite(viewer.flags, view.list);
  const total = state.phase === "ready" ? state.page.total : null;
  const filtered = search !== "" || filterOf(view).length > 0;
  return (
    <div className={styles.head}>
      {lists.length > 1 ? (
        <Segments
          label={t("contacts.lists")}
          segments={lists.map((value) => ({ value, label: t(`contacts.list.${value}`) }))}
          value={view.list}
          onChange={(list) => dispatch({ type: "listChosen", list })}
        />
      ) : null}
      <output className={styles.count}>
        {total === null ? "" : t(filtered ? "contacts.found" : "contacts.count", { total })}
      </output>
      <span className={styles.tools}>
        <TagFilter view={view} dispatch={dispatch} />
        {writable ? <MoreMenu onTags={onTags} /> : null}
        {writable ? (
          <Button look="primary" icon={IconPlus} onClick={() => contactDesk.dispatch({ kind: "create", isPersonal })}>
            {t("contacts.add")}
          </Button>
        ) : null}
      </span>
    </div>
  );
}

function MoreMenu({ onTags }: Pick<ContactsHeadProps, "onTags">) {
  const t = useWords(contactsMessages);
  return (
    <PopMenu width={220}>
      <PopMenu.Target>
        <IconButton look="outline" icon={IconDots} label={t("contacts.more")} />
      </PopMenu.Target>
      <PopMenu.Dropdown>
        <PopMenu.Item leftSection={<IconTags {...ICON} />} onClick={onTags}>
          {t("contacts.manageTags")}
        </PopMenu.Item>
      </PopMenu.Dropdown>
    </PopMenu>
  );
}
