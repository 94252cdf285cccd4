import type { CallDetailRecord } from "./calls.store.ts";

/** Disposition of a call that was given up because its caller sent somebody else to the number they had dialled (XFER-11). */
export const TRANSFERRED = "transferred";

type People = Pick<CallDetailRecord, "answeredBy" | "disposition" | "forwarderIds" | "from" | "to">;

/**
 * CDR-2: the ids of the people in whose call history it is, sorted. A person whose phone rang for a consultation that was
 * given up has the transferred call instead (CDR-64).
 */
export function listedPeople({ from, to, answeredBy, disposition, forwarderIds = [] }: People): readonly number[] {
  const ids = [
    from.userId,
    disposition === TRANSFERRED ? null : to.userId,
    answeredBy?.userId ?? null,
    ...forwarderIds,
  ];
  return [...new Set(ids.flatMap((id) => id ?? []))].toSorted((one, other) => one - other);
}
