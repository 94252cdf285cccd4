import type { CallRecord, LegQuality, Party } from "../ports.ts";
import type { BridgeEnd } from "./bridge.model.ts";

export interface CallFacts {
  readonly id: string;
  readonly realm: string;
  readonly startedAt: number;
  readonly answeredAt: number | undefined;
  readonly endedAt: number;
  readonly from: Party;
  readonly to: Party;
  readonly dialledNumber: string;
  readonly end: BridgeEnd;
}

/** The record of a call that has ended (rule CALL-40). */
export function recordOf(
  facts: CallFacts,
  quality: { readonly caller?: LegQuality | undefined; readonly callee?: LegQuality | undefined },
): CallRecord {
  const { end, answeredAt, ...rest } = facts;
  return {
    ...rest,
    ...(answeredAt === undefined ? {} : { answeredAt }),
    direction: "internal",
    disposition: end.disposition,
    failed: end.disposition !== "answered" && end.disposition !== "cancelled",
    endedBy: end.endedBy,
    endReason: end.reason,
    sipStatus: end.status,
    quality: {
      ...(quality.caller === undefined ? {} : { caller: quality.caller }),
      ...(quality.callee === undefined ? {} : { callee: quality.callee }),
    },
  };
}
