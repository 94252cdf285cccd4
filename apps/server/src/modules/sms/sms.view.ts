import type { ChatFile, SmsConversation, SmsMessage } from "@callpanel/contract";
import type { ListedSmsConversation, SmsNumber, SmsPerson, StoredSms, StoredSmsFile } from "./sms.store.ts";

const presentPerson = (person: SmsPerson | undefined) =>
  person === undefined ? null : { uid: String(person.id), name: person.name };

export const presentSmsFile = ({ id, name, bytes, kind, width, height }: StoredSmsFile): ChatFile => ({
  id,
  name,
  bytes,
  kind,
  width,
  height,
});

/** `client_id` is sent only to its sender. */
export function presentSms(message: StoredSms, viewer: number): SmsMessage {
  const { id, n, direction, text, state, cause, by, byEmail, isAutomatic, segments, at, clientId, files } = message;
  const own = by?.id === viewer && clientId !== undefined ? { client_id: clientId } : {};
  return {
    id: String(id),
    n,
    direction,
    text,
    state,
    cause,
    by: presentPerson(by),
    by_email: byEmail ?? null,
    automatic: isAutomatic,
    segments,
    at,
    files: files.map(presentSmsFile),
    ...own,
  };
}

/** A contact with a number. */
export interface SmsContact {
  readonly contactId: number;
  readonly name: string;
}

export interface SmsView {
  readonly viewer: number;
  readonly numbers: readonly SmsNumber[];
  readonly names: ReadonlyMap<string, SmsContact>;
  readonly sendsFiles: boolean;
}

export function presentSmsConversation(
  one: ListedSmsConversation,
  { viewer, numbers, names, sendsFiles }: SmsView,
): SmsConversation {
  const contact = names.get(one.customer);
  const sharing = numbers.find(({ number }) => number === one.did);
  // SMS-19: a person who no longer shares the number holds nothing.
  const holder =
    one.claimedBy !== undefined && sharing?.people.has(one.claimedBy.id) ? presentPerson(one.claimedBy) : null;
  return {
    id: String(one.id),
    is_sms: true,
    did: one.did,
    did_name: sharing?.name ?? "",
    number: one.customer,
    inContacts: contact !== undefined,
    contactId: contact?.contactId ?? null,
    contact_name: contact?.name ?? null,
    unread: one.unread,
    n: one.n,
    lastMessage: one.last === undefined ? null : presentSms(one.last, viewer),
    updatedAt: one.updatedAt,
    stopped: one.isStopped,
    claimed_by: holder === null ? null : { ...holder, at: one.claimedAt ?? 0 },
    sends_files: sendsFiles,
  };
}
