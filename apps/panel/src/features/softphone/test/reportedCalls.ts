/** The calls of an open softphone as the phone system reports them to the panel. */
import type { BuddyCall } from "@callpanel/contract";
import { act } from "@testing-library/react";
import type { Opened } from "./openSoftphone.tsx";

/** A call that Bob has made, answered: its legs are `own` and `peer`. */
export const reportedCall = (changes: Partial<BuddyCall> = {}): BuddyCall => ({
  callid: "c1",
  legCallid: "sip-102",
  user: "102",
  name: "Bob Brandt",
  state: "answered",
  direction: "in",
  channel: "own",
  peerChannel: "peer",
  recording: "off",
  held: false,
  startedAt: 0,
  ...changes,
});

/** Gives each call of the phone the SIP Call-ID `sip-<number>`, by which it is reported. */
export const nameCalls = ({ phone }: Opened): void =>
  act(() => {
    const calls = phone.getSnapshot().calls.map((call) => ({ ...call, sipCallId: `sip-${call.number}` }));
    phone.far.shows({ calls });
  });

/** Reports these as the calls of this person. */
export const reportCalls = ({ shows }: Opened, ...calls: readonly BuddyCall[]): void =>
  shows("101", {
    presence: calls.some(({ state }) => state === "answered") ? "oncall" : "ringing",
    note: null,
    meeting: null,
    registered: true,
    dnd: false,
    forward: null,
    followme: null,
    calls,
  });
