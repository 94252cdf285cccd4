import type { CallDetailRecord } from "../src/modules/calls/index.ts";

const PARTY = { number: "", name: "", userId: null };

/** A call between two people of a company, or between the given parties. */
export function callRecord({
  from,
  to,
  ...parts
}: Partial<Omit<CallDetailRecord, "from" | "to">> & {
  readonly callId: string;
  readonly from?: Partial<CallDetailRecord["from"]>;
  readonly to?: Partial<CallDetailRecord["to"]>;
}): CallDetailRecord {
  const { startedAt = 1_700_000_000_000 } = parts;
  return {
    realm: "demo",
    startedAt,
    answeredAt: startedAt + 2_000,
    endedAt: startedAt + 62_000,
    from: { ...PARTY, ...from },
    to: { ...PARTY, ...to },
    dialledNumber: to?.number ?? "",
    direction: "internal",
    disposition: "answered",
    failed: false,
    endedBy: "caller",
    endReason: "hangup",
    sipStatus: 200,
    quality: null,
    forwardedBy: null,
    ...parts,
  };
}
