import type { CallDestination } from "@callpanel/contract";
import type { CallDetailRecord, CallParty, CallRecordStore } from "../calls/index.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const SECOND_MS = 1_000;

export interface DemoPerson {
  readonly id: number;
  readonly extension: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Numbers reserved for fiction (555-01xx); the first ones are in the demo company's contacts. */
const OUTSIDE: ReadonlyArray<readonly [number: string, name: string]> = [
  ["+14165550110", ""],
  ["+14165550132", "Harbour Freight"],
  ["+15145550147", ""],
  ["+16045550181", "Marguerite Lavoie-Desrochers"],
  ["+61255501234", "Southern Cross Imports"],
];

type Outcome = "answered" | "noAnswer" | "busy" | "cancelled" | "rejected";
/** Extension, or `+` and the index of a number in OUTSIDE. */
type Line = readonly [
  daysAgo: number,
  minute: number,
  from: string,
  to: string,
  seconds: number,
  outcome: Outcome,
  destination?: CallDestination,
];

/** By age, in minutes before now, so that a new demo company always has calls of today. */
const CALLS: readonly Line[] = [
  [0, 12, "101", "102", 184, "answered"],
  [0, 31, "+0", "101", 412, "answered"],
  [0, 48, "+3", "101", 24, "noAnswer"],
  [0, 95, "101", "+1", 655, "answered"],
  [0, 140, "103", "104", 73, "answered"],
  [0, 170, "101", "600", 240, "answered", "queue"],
  [0, 215, "+4", "102", 1_380, "answered"],
  [1, 30, "101", "*86", 41, "answered", "music"],
  [1, 64, "102", "101", 19, "cancelled"],
  [1, 120, "101", "103", 8, "busy"],
  [1, 190, "+2", "601", 322, "answered", "queue"],
  [1, 260, "101", "800", 2_712, "answered", "conference"],
  [2, 45, "104", "101", 128, "answered"],
  [2, 88, "101", "*97", 57, "answered", "voicemail"],
  [2, 200, "101", "+3", 31, "rejected"],
  [3, 25, "+1", "101", 903, "answered"],
  [3, 140, "107", "102", 66, "answered"],
  [4, 90, "101", "E_6045550181", 4, "noAnswer"],
  [4, 130, "102", "700", 12, "answered", "parking_lot"],
  [4, 133, "101", "701", 245, "answered", "parking_pickup"],
  [6, 50, "+0", "101", 3_725, "answered"],
  [8, 75, "101", "+4", 540, "answered"],
  [9, 110, "103", "101", 88, "answered"],
  [12, 60, "101", "*99101", 1_204, "answered", "personal_conference"],
  [15, 95, "108", "101", 22, "noAnswer"],
  [21, 40, "101", "+2", 377, "answered"],
  [28, 180, "+3", "102", 214, "answered"],
];

/** Adds calls of the last four weeks to the demo company, the latest a few minutes ago. @returns them, latest first */
export async function seedDemoCalls(
  records: Pick<CallRecordStore, "writeAll">,
  { realm, people, now }: { readonly realm: string; readonly people: readonly DemoPerson[]; readonly now: number },
): Promise<readonly CallDetailRecord[]> {
  const calls = CALLS.map((line, at) => demoCall(line, { at, realm, now, people }));
  await records.writeAll(calls.toReversed());
  return calls;
}

interface Scene {
  readonly at: number;
  readonly realm: string;
  readonly now: number;
  readonly people: readonly DemoPerson[];
}

function demoCall(
  [daysAgo, minute, caller, callee, seconds, outcome, destination]: Line,
  { at, realm, now, people }: Scene,
): CallDetailRecord {
  const [from, to] = [partyOf(caller, people), partyOf(callee, people)];
  const isAnswered = outcome === "answered";
  const startedAt = now - daysAgo * DAY_MS - minute * MINUTE_MS - seconds * SECOND_MS;
  const rang = (5 + (at % 7)) * SECOND_MS;
  return {
    callId: `demo-${at}`,
    realm,
    startedAt,
    answeredAt: isAnswered ? startedAt + rang : null,
    endedAt: startedAt + seconds * SECOND_MS + (isAnswered ? rang : 0),
    from,
    to,
    dialledNumber: to.number,
    direction: caller.startsWith("+") ? "inbound" : callee.startsWith("+") ? "outbound" : "internal",
    disposition: outcome,
    failed: !isAnswered,
    endedBy: at % 2 === 0 ? "caller" : "callee",
    endReason: isAnswered ? "hangup" : outcome,
    sipStatus: isAnswered ? 200 : 480,
    quality: isAnswered ? qualityOf(at, seconds) : null,
    forwardedBy: null,
    destination,
  };
}

function partyOf(which: string, people: readonly DemoPerson[]): CallParty {
  if (/^\+\d$/.test(which)) {
    const [number = "", name = ""] = OUTSIDE[Number(which.slice(1))] ?? [];
    return { number, name, userId: null };
  }
  const person = people.find(({ extension }) => extension === which);
  if (person === undefined) return { number: which, name: "", userId: null };
  return { number: which, name: `${person.firstName} ${person.lastName}`, userId: person.id };
}

/** Values of a good line; one in five is slightly worse. */
function qualityOf(at: number, seconds: number): string {
  const isGood = at % 5 !== 3;
  const packets = seconds * 50;
  const side = {
    codec: "opus",
    packetsReceived: packets,
    packetsSent: packets,
    packetsLost: isGood ? Math.floor(packets / 900) : Math.floor(packets / 25),
    jitterMs: isGood ? 3.2 : 34.5,
    phone: {
      mos: isGood ? 4.4 : 3.1,
      jitterMs: isGood ? 4 : 38,
      lossPercent: isGood ? 0.1 : 4,
      seconds,
      roundTripMs: isGood ? 28 : 190,
    },
  };
  return JSON.stringify({ caller: side, callee: side });
}
