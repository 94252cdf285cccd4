/** The service of a call, while it serves the caller, and after it gave the caller to a phone that it rang. */
import type { Party } from "@callpanel/phone-port";
import type { BridgeEvent, LegId } from "../bridge/bridge.state.ts";
import type { PressedDigit } from "../../signalling/digits.ts";
import type { LegReason } from "../leg/leg.model.ts";
import type { Leg } from "../leg/leg.port.ts";
import type { RecordingStep, SharedRecording } from "../leg/leg-recorder.ts";
import { isSameParty } from "./facing.ts";
import type { ServedPhones, Service, ServiceStay } from "./service.ts";

export interface Serving {
  put(service: Service, company: Party | undefined): void;
  /** The service takes the leg. One that replaces another joins before the other leaves, so that a room is not empty in between. */
  serve(leg: Leg): void;
  readonly stay: ServiceStay | undefined;
  /** The other party of the caller in the service. */
  readonly company: Party | undefined;
  /** A key of the caller, or of a phone that rings for them. */
  pressed(leg: Leg, digit: PressedDigit): void;
  joined(leg: LegId): void;
  notJoined(leg: LegId, why: "gone" | "unfit"): void;
  /** A phone that rings for the caller was answered on another phone of the same person (RFC 3891). */
  picked(leg: Leg): void;
}

export function createServing(parts: {
  readonly callId: string;
  readonly send: (event: BridgeEvent) => void;
  /** The company has changed. */
  readonly met: () => void;
  readonly ring: ServedPhones["ring"];
  readonly legOf: (id: LegId) => Leg | undefined;
  readonly recorded: (leg: Leg, step: RecordingStep | SharedRecording) => void;
}): Serving {
  const { callId, send, met, ring, legOf, recorded } = parts;
  const dismiss = (reason: LegReason): void => send({ kind: "dismissed", reason });
  const phones: ServedPhones = {
    ring,
    withdraw: (legs, reason) => send({ kind: "withdrawn", legs, reason }),
    take: (leg) => send({ kind: "answered", leg }),
  };
  let service: Service | undefined;
  let served: Leg | undefined;
  let stay: ServiceStay | undefined;
  let company: Party | undefined;

  const meet = (party: Party): void => {
    if (company !== undefined && isSameParty(company, party)) return;
    company = party;
    met();
  };

  return {
    put: (given, together) => {
      service = given;
      company = together;
    },
    serve: (leg) => {
      const before = stay;
      served = leg;
      stay = service?.serve({ callId, leg, dismiss, meet, phones, recorded: (step) => recorded(leg, step) });
      before?.stop();
    },
    get stay() {
      return stay;
    },
    get company() {
      return company;
    },
    pressed: (leg, digit) => {
      if (leg === served) stay?.pressed?.(digit);
      else stay?.phone?.({ kind: "pressed", leg, digit });
    },
    joined: (id) => {
      const leg = legOf(id);
      if (leg !== undefined) stay?.phone?.({ kind: "joined", leg });
    },
    notJoined: (id, why) => {
      const leg = legOf(id);
      if (leg !== undefined) stay?.phone?.({ kind: "notJoined", leg, why });
    },
    picked: (leg) => {
      send({ kind: "offered", candidates: [leg.id] });
      stay?.phone?.({ kind: "answered", leg });
    },
  };
}
