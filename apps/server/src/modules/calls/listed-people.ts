import type { CallDetailRecord } from "./calls.store.ts";

/** `endReason` of a call that was given up because its caller sent somebody else to the number they had dialled (XFER-11). */
export const TRANSFERRED = "transferred";

type People = Pick<CallDetailRecord, "answeredAt" | "answeredBy" | "endReason" | "forwarderIds" | "from" | "to">;

/**
 * CDR-2: the ids of the people in whose call history it is, sorted. A person whose phone rang for a consultation that was
 * given up has the transferred call instead (CDR-64).
 */
export function listedPeople({ from, to, answeredBy, forwarderIds = [], ...call }: People): readonly number[] {
  const isGivenUp = call.answeredAt === null && call.endReason === TRANSFERRED;
  const ids = [from.userId, isGivenUp ? null : to.userId, answeredBy?.userId ?? null, ...forwarderIds];
  return [...new Set(ids.flatMap((id) => id ?? []))].toSorted((one, other) => one - other);
}
