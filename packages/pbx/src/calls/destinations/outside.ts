/**
 * An outside number: the call goes to an outside line if the responsible person may call the number
 * (docs/spec/lines.md, toll.md).
 */
import type { Destination } from "../../dialplan/resolve.ts";
import type { Directory, Party } from "@callpanel/phone-port";
import type { PhoneSettings } from "../../settings.ts";
import type { Arrival } from "../call/arrival.ts";
import type { LegReason } from "../leg/leg.model.ts";
import type { Allowance } from "../lines/allowance.ts";
import { linesFor } from "../lines/lines.ts";
import type { Lines } from "../lines/lines.ts";
import { planOf } from "../ringing/reach-plan.ts";
import { NO_CIRCUIT } from "../leg/q850.ts";
import { refusalOf } from "../leg/refusal.ts";
import { shownOutside } from "../ringing/shown-caller.ts";

export interface OutsideDeps {
  readonly realm: string;
  readonly directory: Directory;
  readonly settings: PhoneSettings;
  readonly lines: Lines;
  readonly allowance: Allowance;
}

const NO_LINE: LegReason = { status: 404, text: "No outside line" };
const ALL_BUSY: LegReason = { status: 503, text: "All outside lines are busy", q850Cause: NO_CIRCUIT };

export function createReachOutside({ realm, directory, settings, lines, allowance }: OutsideDeps) {
  return async (arrival: Arrival, { number }: Destination & { kind: "outside" }): Promise<void> => {
    const { call, by } = arrival;
    const trunks = await lines.present();
    const outside: Party = { number, name: (await directory.callerName?.(by, number)) ?? "" };
    const allowed = await allowance.of(by, number);
    if (!call.live) return;
    call.goesOutside();
    if (!allowed.may) return call.refuse(outside, asTold(allowed.reason, arrival));
    const full = allowed.permit.refusal();
    if (full !== undefined) return call.refuse(outside, asTold(full, arrival));
    if (linesFor(trunks, allowed.permit).length === 0) return call.refuse(outside, NO_LINE);
    const reach = lines.reach({
      arrival,
      permit: allowed.permit,
      trunks,
      outside,
      shown: shownOutside(arrival, realm),
    });
    const first = reach.open();
    if (first.length === 0) return call.refuse(outside, ALL_BUSY);
    call.ring(outside, first, { more: reach.more, plan: planOf(reach, first, settings.noAnswerMs) });
  };
}

/** The caller of a forwarded call learns only that the person cannot be reached, not which numbers they may call. */
function asTold(reason: LegReason, { diversions = [] }: Arrival): LegReason {
  return diversions.length === 0 ? reason : { ...refusalOf(480), recordedAs: reason.text };
}
