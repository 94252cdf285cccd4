import type { CallRecord, Contact } from "@callpanel/contract";
import { listCalls, listContacts } from "@callpanel/contract";
import type { CallSnapshot } from "@callpanel/webphone";
import { Button } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { clockText } from "../../../shared/formats/duration.ts";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { recentOf } from "../home/useRecent.ts";
import { useSoftphone } from "../softphone.context.ts";
import { callMessages } from "../call.messages.ts";
import { isThing, isListening, personOf } from "../softphone.model.ts";
import styles from "./CallerCard.module.css";

/** As many as a user can read during a call. */
const LAST_CALLS = 3;
/** Shorter numbers are those of colleagues and services, who are no contacts. */
const CONTACT_DIGITS = 7;
const SECOND_MS = 1_000;

/** SOFT-82: the other party: company, tags, and the last calls with that number. Nothing, if nothing is known. */
export function CallerCard({ call }: { readonly call: CallSnapshot }) {
  const t = useWords(callMessages);
  const { contactDesk } = useSoftphone();
  const isPerson = !isThing(call) && !isListening(call);
  const number = isPerson ? personOf(call).number : "";
  const contact = useContact(number);
  const calls = useLastCalls(number);
  if (contact === null && calls.length === 0) return null;
  return (
    <section className={styles.card} aria-label={t("softphone.caller")}>
      {contact === null ? null : (
        <div className={styles.contact}>
          <p className={styles.lines}>
            <bdi>{[contact.job_title, contact.company].filter(Boolean).join(", ")}</bdi>
            <Tags contact={contact} />
          </p>
          <Button onClick={() => contactDesk.dispatch({ kind: "show", contact })}>{t("softphone.caller.open")}</Button>
        </div>
      )}
      <LastCalls calls={calls} />
    </section>
  );
}

function Tags({ contact: { tags, personal_tags } }: { readonly contact: Contact }) {
  const names = `${tags} ${personal_tags}`.split(" ").filter(Boolean);
  return names.length === 0 ? null : (
    <span className={styles.tags}>
      {names.map((name) => (
        <bdi key={name} className={styles.tag}>
          {name}
        </bdi>
      ))}
    </span>
  );
}

function LastCalls({ calls }: { readonly calls: readonly CallRecord[] }) {
  const t = useWords(callMessages);
  const formats = useFormats();
  const { clock, viewer } = useSoftphone();
  if (calls.length === 0) return null;
  return (
    <div>
      <p className={styles.title}>{t("softphone.caller.last")}</p>
      <ul className={styles.calls} aria-label={t("softphone.caller.last")}>
        {calls.map((past) => {
          const entry = recentOf(past, viewer.user.id);
          return entry === undefined ? null : (
            <li key={past.id} className={styles.call} data-dir={entry.dir}>
              <span>{t(`softphone.log.${entry.dir}`)}</span>
              <time dateTime={past.calldate}>{formats.recent(past.calldate, clock.now())}</time>
              <span className={styles.length}>
                {past.talk_duration === null ? "" : clockText(past.talk_duration * SECOND_MS)}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function useContact(number: string): Contact | null {
  const { api, viewer } = useSoftphone();
  const { contactsRead, contactsManagePersonal } = viewer.flags;
  const digits = number.replace(/\D/g, "");
  const { data } = useQuery({
    // The address book's events load it again.
    queryKey: ["contacts", "caller", number],
    queryFn: async ({ signal }) => {
      const { data: found } = await api.call(listContacts, { query: { start: 0, limit: 5, search: number }, signal });
      // A search finds parts of numbers too.
      return found.find((one) => one.phone_numbers.some(({ phone_number }) => phone_number === number)) ?? null;
    },
    enabled: digits.length >= CONTACT_DIGITS && (contactsRead || contactsManagePersonal),
    retry: false,
  });
  return data ?? null;
}

const NO_CALLS: readonly CallRecord[] = [];

function useLastCalls(number: string): readonly CallRecord[] {
  const { api, viewer } = useSoftphone();
  const { data } = useQuery({
    queryKey: ["cdrs", "caller", number],
    queryFn: async ({ signal }) => {
      const query = { filter_by_extension: viewer.user.extension, search: number, limit: LAST_CALLS };
      const { data: calls } = await api.call(listCalls, { query, signal });
      return calls.filter((call) => call.from === number || call.to === number);
    },
    enabled: number !== "" && viewer.flags.cdrsRead,
    retry: false,
  });
  return data ?? NO_CALLS;
}
