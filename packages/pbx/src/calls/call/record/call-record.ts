import type {
  CallLedger,
  CallRecord,
  CallRecording,
  CallView,
  Clock,
  DivertedFrom,
  LegQuality,
  Log,
  Party,
  PhoneEvent,
} from "@callpanel/phone-port";
import type { BridgeEnd } from "../../bridge/bridge.state.ts";
import type { Leg } from "../../leg/leg.port.ts";

const NOT_FAILED: ReadonlySet<CallRecord["disposition"]> = new Set(["answered", "cancelled", "transferred"]);

export interface CallFacts {
  readonly id: string;
  readonly realm: string;
  readonly startedAt: number;
  readonly answeredAt: number | undefined;
  readonly endedAt: number;
  readonly from: Party;
  readonly to: Party;
  readonly dialledNumber: string;
  readonly direction: CallRecord["direction"];
  /** The people who forwarded it, in order. */
  readonly forwards: readonly Party[];
  readonly sentBy: Party | undefined;
  readonly answeredBy: Party | undefined;
  readonly divertedFrom: readonly DivertedFrom[];
  readonly legIds: readonly string[];
  readonly end: BridgeEnd;
}

interface FilingParts {
  readonly deps: {
    readonly clock: Clock;
    readonly log: Log;
    readonly ledger: CallLedger;
    readonly emit: (event: PhoneEvent) => void;
  };
  /** False: the end is reported, and nothing stored. */
  readonly isKept: boolean;
  readonly facts: CallFacts;
  /** The recordings of the call. */
  readonly recordings: () => Promise<readonly CallRecording[]>;
  readonly sides: { readonly caller: Leg | undefined; readonly callee: Leg | undefined };
  readonly view: () => CallView;
}

/**
 * Emits the end of a call and stores its record (rules CALL-40, CALL-41). For an unanswered call there is no `await`,
 * so that its events stay in order with those of the next call.
 */
export async function fileRecord({ deps, isKept, facts, recordings, sides, view }: FilingParts): Promise<void> {
  const record =
    facts.answeredAt === undefined
      ? recordOf(facts, {}, [])
      : recordOf(
          facts,
          { caller: await sides.caller?.quality, callee: await sides.callee?.quality },
          await recordings(),
        );
  deps.emit({ kind: "callEnded", at: deps.clock.now(), call: view(), record });
  if (!isKept) return;
  try {
    await deps.ledger.callEnded(record);
  } catch (error) {
    deps.log.error("a call record was lost", { call: record.id, error: String(error) });
  }
}

function recordOf(
  facts: CallFacts,
  quality: { readonly caller?: LegQuality | undefined; readonly callee?: LegQuality | undefined },
  recordings: readonly CallRecording[],
): CallRecord {
  const { end, answeredAt, forwards, sentBy, answeredBy, divertedFrom, ...rest } = facts;
  return {
    ...rest,
    ...(answeredAt === undefined ? {} : { answeredAt }),
    ...(forwards.length === 0 ? {} : { forwardedBy: [...forwards] }),
    ...(sentBy === undefined ? {} : { sentBy }),
    ...(answeredBy === undefined ? {} : { answeredBy }),
    ...(divertedFrom.length === 0 ? {} : { divertedFrom: [...divertedFrom] }),
    disposition: end.disposition,
    failed: !NOT_FAILED.has(end.disposition),
    endedBy: end.endedBy,
    endReason: end.reason,
    sipStatus: end.status,
    recordings,
    quality: {
      ...(quality.caller === undefined ? {} : { caller: quality.caller }),
      ...(quality.callee === undefined ? {} : { callee: quality.callee }),
    },
  };
}
