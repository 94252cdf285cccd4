/**
 * An emergency number: refused only when no line is free, or at a fourth such call of the same person
 * (docs/spec/emergency-calls.md).
 */
import type { HeaderField } from "@callpanel/sip";
import type { Destination } from "../../dialplan/resolve.ts";
import type { Clock, DirectoryUser, Log, Party, PhoneEvent } from "@callpanel/phone-port";
import type { Arrival } from "../call/arrival.ts";
import { cleanLine } from "../../signalling/caller-identity.ts";
import type { Callbacks } from "./emergency-callbacks.ts";
import type { LegReason } from "../leg/leg.model.ts";
import type { Allowance } from "../lines/allowance.ts";
import type { Lines } from "../lines/lines.ts";
import { planOf } from "../ringing/reach-plan.ts";

export interface EmergencyDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly realm: string;
  readonly emit: (event: PhoneEvent) => void;
  readonly lines: Lines;
  readonly allowance: Allowance;
  readonly callbacks: Callbacks;
}

const NO_LINE: LegReason = { status: 503, text: "Emergency services cannot be reached: no outside line" };

export function createReachEmergency({ clock, log, realm, emit, lines, allowance, callbacks }: EmergencyDeps) {
  return async (arrival: Arrival, { number }: Destination & { kind: "emergency" }): Promise<void> => {
    const { call, by } = arrival;
    const trunks = await lines.present();
    if (!call.live) return;
    const outside: Party = { number, name: "Emergency" };
    call.goesOutside();
    const permit = allowance.ofEmergency(by);
    const tooMany = permit.refusal();
    if (tooMany !== undefined) return call.refuse(outside, tooMany);
    callbacks.expect(by);
    const caller = callbackOf(by);
    const shown = { caller };
    const headers = emergencyHeaders(by, caller);
    const reach = lines.reach({ arrival, permit, trunks, outside, shown, headers, pastLimits: true });
    const first = reach.open();
    if (first.length === 0) {
      log.error("an emergency call found no outside line", { call: call.id, user: by.id, number });
      call.refuse(outside, NO_LINE);
    } else call.ring(outside, first, { more: reach.more, plan: planOf(reach, first, undefined) });
    emit({
      kind: "emergencyDialled",
      at: clock.now(),
      realm,
      callId: call.id,
      number,
      by: { number: by.extension, name: by.displayName, userId: by.id },
      callbackNumber: caller.number,
      location: by.emergency?.location ?? "",
      reached: first.length > 0,
    });
  };
}

/** The number that an emergency service can call back; an extension is better than nothing. */
function callbackOf({ emergency, outgoing, extension, displayName }: DirectoryUser): Party {
  const number = emergency?.callbackNumber ?? outgoing?.number ?? extension;
  return { number, name: emergency?.callbackName ?? outgoing?.name ?? displayName };
}

function emergencyHeaders({ emergency, extension, displayName }: DirectoryUser, caller: Party): readonly HeaderField[] {
  const location = cleanLine(emergency?.location ?? "", LOCATION_LENGTH);
  return [
    ["Priority", "emergency"], // RFC 3261 §20.26
    ["X-Emergency-Callback", cleanLine(caller.number, LOCATION_LENGTH)],
    ["X-Emergency-Caller", `${extension} ${cleanLine(displayName, LOCATION_LENGTH)}`],
    ...(location === "" ? [] : [["X-Emergency-Location", location] as const]),
  ];
}

/** Maximum length of a header field that people read. */
const LOCATION_LENGTH = 256;
