import { Button, IconAddressBook, IconPlus, StatePanel } from "@callpanel/ui";
import { lazy, Suspense, useState } from "react";
import { ListPage } from "../../shared/list/ListPage.tsx";
import { NothingFits } from "../../shared/list/NothingFits.tsx";
import { loadNumberRules } from "../../shared/phone/useNumberText.ts";
import { usePanel, useService } from "../../shared/panel.ts";
import { CONTACT_DESK } from "../../shared/contactDesk.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { BulkBar } from "./BulkBar.tsx";
import { ContactRow } from "./ContactRow.tsx";
import { ContactsHead } from "./ContactsHead.tsx";
import type { ContactPage } from "./contacts.api.ts";
import { contactsMessages } from "./contacts.messages.ts";
import { filterOf } from "./contacts.model.ts";
import { listsOf, mayWrite } from "./contacts.lists.ts";
import { TagMarks } from "./TagMarks.tsx";
import { useContacts } from "./useContacts.ts";
import type { Contacts } from "./useContacts.ts";
import { useTagColors } from "./useTagColors.ts";

// Loaded in parallel with the first page of contacts, not after it.
void loadNumberRules();

const BulkDeletion = lazy(async () => ({ default: (await import("./dialogs/BulkDeletion.tsx")).BulkDeletion }));
const TagsDialog = lazy(async () => ({ default: (await import("./tags/TagsDialog.tsx")).TagsDialog }));
const ImportDialog = lazy(async () => ({ default: (await import("./import/ImportDialog.tsx")).ImportDialog }));

const ROW_HEIGHT_PX = 60;

/** The dialogs of this page. */
type Layer = "none" | "bulkDeletion" | "tags" | "import";

/** The address book: shared and personal contacts, found by search and tags. */
export function ContactsScreen() {
  const { viewer } = usePanel();
  const contacts = useContacts(listsOf(viewer.flags)[0] ?? "shared");
  const [layer, setLayer] = useState<Layer>("none");
  const close = () => setLayer("none");
  const { view, dispatch } = contacts;
  return (
    <>
      <ContactsHead contacts={contacts} onTags={() => setLayer("tags")} onImport={() => setLayer("import")} />
      <TagMarks list={view.list} tags={filterOf(view)} dispatch={dispatch} />
      <BulkBar contacts={contacts} onDelete={() => setLayer("bulkDeletion")} />
      <ContactList contacts={contacts} />
      <Suspense fallback={null}>
        {layer === "bulkDeletion" ? (
          <BulkDeletion ids={[...view.selected]} onDone={() => dispatch({ type: "unticked" })} onClose={close} />
        ) : null}
        {layer === "tags" ? (
          <TagsDialog
            list={view.list}
            onRenamed={(tag, to) => dispatch({ type: "tagRenamed", tag, to })}
            onClose={close}
          />
        ) : null}
        {layer === "import" ? <ImportDialog list={view.list} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function ContactList({ contacts }: { readonly contacts: Contacts }) {
  const t = useWords(contactsMessages);
  return (
    <ListPage
      list={contacts}
      names={{ rows: t("contacts.rows"), loading: t("contacts.loading"), pages: t("contacts.pages") }}
      fallback="contacts.load"
      rowHeight={ROW_HEIGHT_PX}
      empty={<NoContacts contacts={contacts} />}
    >
      {(page) => <Rows contacts={contacts} page={page} />}
    </ListPage>
  );
}

function Rows({ contacts: { view, dispatch }, page }: { readonly contacts: Contacts; readonly page: ContactPage }) {
  const { viewer } = usePanel();
  const colors = useTagColors(view.list);
  const writable = mayWrite(viewer.flags, view.list);
  return page.data.map((contact) => (
    <ContactRow
      key={contact.id}
      contact={contact}
      colors={colors}
      writable={writable}
      ticked={view.selected.has(contact.id)}
      onTick={(on) => dispatch({ type: "ticked", ids: [contact.id], on })}
    />
  ));
}

function NoContacts({ contacts: { view, dispatch, search } }: { readonly contacts: Contacts }) {
  const t = useWords(contactsMessages);
  const { viewer } = usePanel();
  const contactDesk = useService(CONTACT_DESK);
  const isPersonal = view.list === "personal";
  const filter = {
    text: t("contacts.noneTags"),
    clear: t("contacts.clearFilter"),
    onClear: () => dispatch({ type: "tagsCleared" }),
  };
  return (
    <NothingFits
      title={t("contacts.noneTitle")}
      search={search === "" ? null : t("contacts.noneSearch", { search })}
      filter={filterOf(view).length > 0 ? filter : null}
    >
      <StatePanel
        icon={IconAddressBook}
        title={t("contacts.emptyTitle")}
        text={t(isPersonal ? "contacts.emptyPersonal" : "contacts.emptyShared")}
        action={
          mayWrite(viewer.flags, view.list) ? (
            <Button look="primary" icon={IconPlus} onClick={() => contactDesk.dispatch({ kind: "create", isPersonal })}>
              {t("contacts.add")}
            </Button>
          ) : null
        }
      />
    </NothingFits>
  );
}
