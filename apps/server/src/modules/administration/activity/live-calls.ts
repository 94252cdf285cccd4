import {
  holdsForAll,
  holdsRule,
  isPrivateRoom,
  THREE_WAY_ROOM_NAME,
  type LiveCall,
  type Rights,
} from "@callpanel/contract";
import type { CallView, Party } from "@callpanel/phone-port";

/** The person who reads. */
export interface CallReader {
  readonly userId: number;
  readonly rights: Rights;
}

const MODULE = "panel_buddies";
const READING = ["read", "read_for", "list_for"] as const;

/**
 * ACTIVITY-2: the parties shown in a call. A person: to those who see that they are in a call. The other side: to those who
 * see the other party of that person. Everyone sees their own calls.
 */
export function liveCall(call: CallView, reader: CallReader): Omit<LiveCall, "sound"> {
  const { id, caller, callee, direction, state, startedAt, answeredAt } = call;
  return {
    id,
    from: shown(caller, callee, reader),
    to: shown(callee, caller, reader),
    direction,
    state,
    since: startedAt,
    answered_at: answeredAt ?? null,
    trouble: troubleOf(call),
  };
}

function shown(party: Party, other: Party, reader: CallReader): LiveCall["from"] {
  const { name, number, userId, kind } = party;
  const holds = (rule: string, id: number): boolean => holdsRule(reader.rights, MODULE, rule, String(id));
  const sees = (id: number): boolean =>
    id === reader.userId || (READING.some((rule) => holds(rule, id)) && holds("show_call_state", id));
  const seesPartner = (id: number): boolean => id === reader.userId || (sees(id) && holds("show_caller_id_info", id));
  const isShown = (userId !== undefined && sees(userId)) || (other.userId !== undefined && seesPartner(other.userId));
  if (!isShown) return null;
  // RT-45, ROOM-11: as on the cards of people.
  if (kind === "listening" && !holdsForAll(reader.rights, "active_calls", "execute_callspy")) return null;
  return isPrivateRoom(number) ? { name: THREE_WAY_ROOM_NAME, number: "" } : { name, number };
}

function troubleOf({ legs }: CallView): LiveCall["trouble"] {
  const running = legs.filter(({ state }) => state !== "ended");
  if (running.some(({ detached }) => detached)) return "lost";
  if (running.some(({ far }) => far?.silence !== undefined)) return "silent";
  return running.some(({ held }) => held) ? "held" : null;
}
