import type { BuddyCall, BuddyState, RealtimeEvent } from "@callpanel/contract";
import type { LiveBuddy } from "../../../shared/live/liveBuddies.ts";

/** The state of a person who is not in a snapshot. */
export const ABSENT: LiveBuddy = {
  presence: "offline",
  note: null,
  registered: false,
  dnd: null,
  forward: null,
  followme: null,
  calls: [],
  meeting: null,
};

/** BUDDIES-6: the state of one person in a snapshot. */
export function fromSnapshot(state: BuddyState, clockOffsetMs: number): LiveBuddy {
  const { presence, note = null, registered, dnd, forward, followme, meeting = null } = state;
  return {
    presence,
    note,
    registered,
    dnd,
    forward,
    followme,
    calls: state.calls.map((call) => inOwnTime(call, clockOffsetMs)),
    meeting,
  };
}

/** Events about people; other events are ignored here. */
export type BuddyEvent = Extract<
  RealtimeEvent,
  {
    readonly action:
      | "PRESENCE"
      | "PRESENCE_FEATURE"
      | "REGISTER"
      | "MEETING"
      | "INITIATE"
      | "CONFIRMED"
      | "CALLCHAN"
      | "CALLMONITOR"
      | "TERMINATED"
      | "SIPERROR"
      | "CANCELED";
  }
>;

export function isBuddyEvent(event: RealtimeEvent): event is BuddyEvent {
  switch (event.action) {
    case "PRESENCE":
    case "PRESENCE_FEATURE":
    case "REGISTER":
    case "MEETING":
    case "INITIATE":
    case "CONFIRMED":
    case "CALLCHAN":
    case "CALLMONITOR":
    case "TERMINATED":
    case "SIPERROR":
    case "CANCELED":
      return true;
    default:
      return false;
  }
}

/** BUDDIES-7: applies one event. Returns the same object when nothing changes. */
export function stepLiveBuddy(buddy: LiveBuddy, event: BuddyEvent, clockOffsetMs: number): LiveBuddy {
  switch (event.action) {
    case "PRESENCE":
      return { ...buddy, presence: event.presence, note: event.note ?? null };
    case "PRESENCE_FEATURE":
      if (event.feature === "forward")
        return { ...buddy, forward: { enabled: event.enabled, number: event.number ?? "" } };
      return { ...buddy, [event.feature]: event.enabled };
    case "MEETING":
      return { ...buddy, meeting: event.meeting };
    case "REGISTER":
      return { ...buddy, registered: event.expires > 0, presence: registeredPresence(buddy, event.expires > 0) };
    case "INITIATE":
    case "CONFIRMED":
    case "CALLCHAN":
      return { ...buddy, calls: withCall(buddy.calls, inOwnTime(event.call, clockOffsetMs)) };
    case "CALLMONITOR": {
      const call = buddy.calls.find(({ callid }) => callid === event.callid);
      // RT-58: a recording that is paused is one too, and CALLCHAN says that it is.
      if (call === undefined || (call.recording !== "off") === event.recording) return buddy;
      return { ...buddy, calls: withCall(buddy.calls, { ...call, recording: event.recording ? "on" : "off" }) };
    }
    case "TERMINATED":
    case "SIPERROR":
    case "CANCELED": {
      const calls = buddy.calls.filter(({ callid }) => callid !== event.callid);
      return calls.length === buddy.calls.length ? buddy : { ...buddy, calls };
    }
  }
}

/** Spec 1 §4: expires 0 sets a buddy offline, another number online. A running call or an own status is kept. */
function registeredPresence({ presence, calls }: LiveBuddy, registered: boolean): LiveBuddy["presence"] {
  if (calls.length > 0) return presence;
  if (!registered) return "offline";
  return presence === "offline" || presence === "unknown" ? "online" : presence;
}

function withCall(calls: readonly BuddyCall[], call: BuddyCall): readonly BuddyCall[] {
  const known = calls.some(({ callid }) => callid === call.callid);
  return known ? calls.map((one) => (one.callid === call.callid ? call : one)) : [...calls, call];
}

function inOwnTime(call: BuddyCall, offsetMs: number): BuddyCall {
  const { startedAt, answeredAt, ...rest } = call;
  return {
    ...rest,
    startedAt: startedAt + offsetMs,
    ...(answeredAt === undefined ? {} : { answeredAt: answeredAt + offsetMs }),
  };
}
