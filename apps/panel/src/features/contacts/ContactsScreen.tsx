import { PAGE_SIZE } from "@callpanel/contract";
import type { Contact } from "@callpanel/contract";
import { Button, IconAddressBook, IconPlus, IconSearch, Pager, Skeleton, StatePanel } from "@callpanel/ui";
import { lazy, Suspense, useDeferredValue, useState } from "react";
import { LoadFailed } from "../../shared/LoadFailed.tsx";
import { usePanel } from "../../shared/panel.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { BulkBar } from "./BulkBar.tsx";
import { ContactRow } from "./ContactRow.tsx";
import { ContactsHead } from "./ContactsHead.tsx";
import type { ContactPage } from "./contacts.api.ts";
import { contactsMessages } from "./contacts.messages.ts";
import { filterOf, listsOf, mayWrite, pageCountOf } from "./contacts.model.ts";
import { TagMarks } from "./TagMarks.tsx";
import { useContacts } from "./useContacts.ts";
import type { Contacts } from "./useContacts.ts";
import { useTagColors } from "./useTagColors.ts";
import styles from "./ContactsScreen.module.css";

const BulkDeletion = lazy(async () => ({ default: (await import("./dialogs/BulkDeletion.tsx")).BulkDeletion }));
const TagsDialog = lazy(async () => ({ default: (await import("./tags/TagsDialog.tsx")).TagsDialog }));
const ImportDialog = lazy(async () => ({ default: (await import("./import/ImportDialog.tsx")).ImportDialog }));

/** Rows that the page's first frame shows; the others come in slices after it. */
const FIRST_ROWS = 8;

/** What lies over this page alone. */
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
      <ContactList contacts={contacts} onDelete={() => setLayer("bulkDeletion")} />
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

function ContactList({ contacts, onDelete }: { readonly contacts: Contacts; readonly onDelete: () => void }) {
  const { state, retry } = contacts;
  if (state.phase === "failed") return <LoadFailed error={state.error} fallback="contacts.load" onRetry={retry} />;
  if (state.phase === "loading") return <ListSkeleton />;
  const { page, stale } = state;
  if (page.total === 0) return <NoContacts contacts={contacts} />;
  return <Rows contacts={contacts} page={page} stale={stale} onDelete={onDelete} />;
}

interface RowsProps {
  readonly contacts: Contacts;
  readonly page: ContactPage;
  readonly stale: boolean;
  readonly onDelete: () => void;
}

function Rows({ contacts, page, stale, onDelete }: RowsProps) {
  const t = useWords(contactsMessages);
  const { viewer } = usePanel();
  const { view, dispatch } = contacts;
  const colors = useTagColors(view.list);
  const rowCount = useDeferredValue(page.data.length, FIRST_ROWS);
  const writable = mayWrite(viewer.flags, view.list);
  return (
    <>
      {writable ? <BulkBar view={view} shown={page.data} dispatch={dispatch} onDelete={onDelete} /> : null}
      <ul className={styles.rows} aria-label={t("contacts.rows")} aria-busy={stale} data-stale={stale ? "" : undefined}>
        {page.data.slice(0, rowCount).map((contact) => (
          <ContactRow
            key={contact.id}
            contact={contact}
            colors={colors}
            writable={writable}
            ticked={view.selected.has(contact.id)}
            onTick={(on) => dispatch({ type: "ticked", ids: [contact.id], on })}
          />
        ))}
      </ul>
      <Pages contacts={contacts} total={page.total} shown={page.data} />
    </>
  );
}

interface PagesProps {
  readonly contacts: Contacts;
  readonly total: number;
  readonly shown: readonly Contact[];
}

function Pages({ contacts: { view, dispatch }, total, shown }: PagesProps) {
  const t = useWords(contactsMessages);
  const first = view.page * PAGE_SIZE.contacts;
  return (
    <div className={styles.pages}>
      <Pager
        label={t("contacts.pages")}
        previousLabel={t("contacts.previous")}
        nextLabel={t("contacts.next")}
        range={t("contacts.range", { first: first + 1, last: first + shown.length, total })}
        page={view.page}
        pageCount={pageCountOf(total)}
        onPage={(page) => dispatch({ type: "pageTurned", page })}
      />
    </div>
  );
}

function ListSkeleton() {
  const t = useWords(contactsMessages);
  return (
    <output className={styles.skeletons} aria-busy="true" aria-label={t("contacts.loading")}>
      {Array.from({ length: 9 }, (_, at) => (
        <Skeleton key={at} height={60} />
      ))}
    </output>
  );
}

/** Nothing there at all, or nothing that fits: each says what to do about it. */
function NoContacts({ contacts: { view, dispatch, search } }: { readonly contacts: Contacts }) {
  const t = useWords(contactsMessages);
  const { viewer, contactDesk, search: field } = usePanel();
  const isPersonal = view.list === "personal";
  if (search !== "")
    return (
      <StatePanel
        icon={IconSearch}
        title={t("contacts.noneTitle")}
        text={t("contacts.noneSearch", { search })}
        action={
          <Button onClick={() => field.dispatch({ type: "typed", text: "" })}>{t("contacts.clearSearch")}</Button>
        }
      />
    );
  if (filterOf(view).length > 0)
    return (
      <StatePanel
        icon={IconSearch}
        title={t("contacts.noneTitle")}
        text={t("contacts.noneTags")}
        action={<Button onClick={() => dispatch({ type: "tagsCleared" })}>{t("contacts.clearFilter")}</Button>}
      />
    );
  return (
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
  );
}
