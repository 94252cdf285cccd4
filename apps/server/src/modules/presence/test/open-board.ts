/** An office with one receiver of its events, and the events of Bob's phone. */
import { mergePermissions, type Permission } from "@callpanel/contract";
import { createFakeClock } from "@callpanel/testkit";
import { NO_PERSONAL_STATE, type PersonalState } from "../../call-handling/index.ts";
import { createPresenceBoard, type PresenceBoardEvent } from "../presence-board.ts";
import type { PersonCall } from "../presence.model.ts";
import { presenceEvents, presenceSightOf } from "../presence.sight.ts";

export const show = (rule: string, targets?: string[]): Permission =>
  targets === undefined ? { module: "panel_buddies", rule } : { module: "panel_buddies", rule, targets };

const MARKS = [show("show_dnd"), show("show_callforward"), show("show_followme")];

export const ALL = mergePermissions([
  ...["read", "show_call_state", "show_caller_id_info", "show_voicemail_count"].map((rule) => show(rule)),
  ...MARKS,
]);

export const BOB = { realm: "demo", userId: 2, exten: "102" } as const;

export const ALICE = { realm: "demo", userId: 1, exten: "101" } as const;

export const call = (changes: Partial<PersonCall> = {}): PersonCall => ({
  callid: "c1",
  legCallid: "sip-1",
  user: "101",
  name: "Alice Archer",
  state: "early",
  direction: "in",
  channel: "leg-1",
  peerChannel: "",
  recording: "off",
  held: false,
  startedAt: 1_000,
  ...changes,
});

export const registered: PresenceBoardEvent = { kind: "registered", ...BOB, userAgent: "desk", expiresSeconds: 600 };

export const called = (...calls: readonly PersonCall[]): PresenceBoardEvent => ({
  kind: "called",
  callid: "c1",
  sides: calls.map((one) => ({ ...BOB, call: one })),
});

export const ended = (callid = "c1"): PresenceBoardEvent => ({ kind: "ended", end: { callid, how: "TERMINATED" } });

export const published = (document: string, expiresSeconds = 2_592_000, id = "p1"): PresenceBoardEvent => ({
  kind: "published",
  realm: "demo",
  userId: 2,
  id,
  document,
  expiresSeconds,
});

export const switched = (features: Partial<PersonalState>): PresenceBoardEvent => ({
  kind: "switched",
  ...BOB,
  features: { ...NO_PERSONAL_STATE, ...features },
});

export const pidf = (basic: string, note = "") =>
  `<?xml version="1.0"?><presence xmlns="urn:ietf:params:xml:ns:pidf" entity="sip:bob@demo"><tuple id="t"><status><basic>${basic}</basic></status>${note === "" ? "" : `<note>${note}</note>`}</tuple></presence>`;

/** A person who is not in any of the calls. */
export const RECEIVER = 9;

export function openBoard(rights = ALL, userId = RECEIVER) {
  const clock = createFakeClock();
  const presenceBoard = createPresenceBoard({ clock });
  const sight = presenceSightOf("demo", { userId, rights });
  const told: object[] = [];
  presenceBoard.subscribe((change) => told.push(...presenceEvents(change, sight)));
  return {
    clock,
    presenceBoard,
    told,
    actions: () => told.splice(0).map((event) => ("action" in event ? event.action : "")),
    presence: (of = 2) => presenceBoard.stateOf("demo", of, { userId, rights }).presence,
    apply: (...events: readonly PresenceBoardEvent[]) => events.forEach((event) => presenceBoard.apply(event)),
  };
}
