import type { PhoneNumber } from "@callpanel/contract";
import { Button, IconAlertTriangle, IconUsers, SearchField, Skeleton, StatePanel } from "@callpanel/ui";
import { PersonAvatar } from "../../../shared/chat/PersonAvatar.tsx";
import { useQuery } from "@tanstack/react-query";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { CONTACT_COUNT, kindOf } from "../softphone.api.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { numbersQuery } from "../../../shared/phone/send/send.api.ts";
import { useSoftphone, useSoftphoneState } from "../softphone.context.ts";
import { callMessages } from "../call.messages.ts";
import { useEntryWords } from "../dial/useEntryWords.ts";
import { VirtualList } from "./VirtualList.tsx";
import styles from "./PaneRow.module.css";

/** People to call, searched by number, name or username; a click dials. */
export function ContactsPane() {
  const t = useWords(callMessages);
  const { actions } = useSoftphone();
  const { contactSearch } = useSoftphoneState();
  return (
    <>
      <SearchField
        className={styles.search}
        label={t("softphone.contacts.search")}
        clearLabel={t("softphone.contacts.clear")}
        placeholder={t("softphone.contacts.searchHint")}
        value={contactSearch}
        onChange={actions.searchContacts}
      />
      <ContactList />
    </>
  );
}

const SKELETON_ROWS = ["a", "b", "c", "d"];

function ContactList() {
  const t = useWords(callMessages);
  const { api, settledSearch } = useSoftphone();
  const search = useSnapshot(settledSearch).trim();
  const { data, isPending, isError, refetch } = useQuery(numbersQuery(api, { search, limit: CONTACT_COUNT }));
  if (isPending)
    return SKELETON_ROWS.map((row) => (
      <div key={row} className={styles.row} aria-busy="true">
        <Skeleton width={36} height={36} round />
        <Skeleton width="60%" height={14} />
      </div>
    ));
  if (isError)
    return (
      <StatePanel
        urgent
        icon={IconAlertTriangle}
        title={t("softphone.contacts.failed")}
        action={<Button onClick={() => void refetch()}>{t("softphone.contacts.retry")}</Button>}
      />
    );
  const people = data.data.filter((entry) => kindOf(entry) === "person");
  if (people.length === 0)
    return (
      <StatePanel icon={IconUsers} title={t("softphone.contacts.empty")} text={t("softphone.contacts.emptyHint")} />
    );
  return (
    <VirtualList rows={people} label={t("softphone.contacts")} keyOf={(entry) => `${entry.phoneNumber} ${entry.label}`}>
      {(entry) => <ContactRow entry={entry} />}
    </VirtualList>
  );
}

function ContactRow({ entry }: { readonly entry: PhoneNumber }) {
  const t = useWords(callMessages);
  const { actions, viewer } = useSoftphone();
  const write = useNumberText(viewer);
  const { name, label } = useEntryWords(entry);
  return (
    <button
      type="button"
      className={styles.row}
      aria-label={t("softphone.contacts.dial", { name, number: entry.phoneNumber })}
      onClick={() => actions.dial(entry.phoneNumber)}
    >
      <PersonAvatar
        silent
        name={name}
        extension={entry.label === "extension" ? entry.phoneNumber : undefined}
        src={entry.imageUrl}
        size={36}
      />
      <span className={styles.who}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.detail}>{label}</span>
      </span>
      <span className={styles.when}>{write(entry.phoneNumber)}</span>
    </button>
  );
}
