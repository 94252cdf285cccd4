/** What is published about a call while it lives: its events, its view and, at the end, its record. */
import type { CallRecord, CallView, Came, DivertedFrom, LegView, Party, RecordingView } from "@callpanel/phone-port";
import type { Announcement, BridgeEnd, LegId } from "../../bridge/bridge.state.ts";
import { legView } from "./call-view.ts";
import { ANONYMOUS } from "../../../signalling/caller-identity.ts";
import type { CallDeps } from "../call.port.ts";
import type { Leg } from "../../leg/leg.port.ts";
import { fileRecord } from "./call-record.ts";
import { createCallRecordings } from "./call-recordings.ts";
import type { RecordingStep, RunningRecording, SharedRecording } from "../../leg/leg-recorder.ts";

/** A leg of the call in its current role. */
export interface Member {
  readonly id: LegId;
  readonly side: LegView["side"];
}

export interface CallProgress {
  readonly id: string;
  readonly callee: Party;
  /** As the far end may see them. */
  readonly caller: Party;
  /** How the caller came here; the latest way counts. */
  readonly came: Came | undefined;
  nameCaller(name: string): void;
  cameBy(came: Came): void;
  /** The callee is known. */
  readonly started: boolean;
  forwardedBy(party: Party): void;
  sentBy(party: Party): void;
  divertedFrom(of: Omit<DivertedFrom, "caller">): void;
  goesOutside(): void;
  withholdCaller(): void;
  /** Every leg that is or was in the call. */
  readonly legs: Map<LegId, Leg>;
  /** Sets the callee. The first time this also emits that the call has begun. */
  start(callee: Party): void;
  /** Updates which legs are in the call now. */
  follow(members: readonly Member[]): void;
  /** The caller talks with this leg: of a queue's agents, the one who answered. */
  talkedTo(leg: LegId): void;
  announce(what: Announcement, legId: LegId): void;
  /** A leg joined; what is recorded of it belongs to this call from now on. */
  joined(leg: Leg): void;
  parted(leg: Leg): void;
  recorded(leg: Leg, step: RecordingStep | SharedRecording): void;
  view(): CallView;
  /** Emits the end; resolves when the record has been stored. `unrecorded`: none is. */
  finish(end: BridgeEnd, caller?: Leg, how?: "unrecorded"): Promise<void>;
}

interface ProgressParts {
  readonly deps: CallDeps;
  readonly id: string;
  readonly dialledNumber: string;
  readonly caller: Party;
  /** The caller is behind a trunk. */
  readonly fromOutside?: boolean;
}

export function createCallProgress({
  deps,
  id,
  dialledNumber,
  fromOutside = false,
  ...parts
}: ProgressParts): CallProgress {
  const { clock, realm, emit } = deps;
  const startedAt = clock.now();
  const legs = new Map<LegId, Leg>();
  const legIds = new Set<LegId>();
  const recordings = createCallRecordings(clock);
  const forwards: Party[] = [];
  const diverted: DivertedFrom[] = [];
  let sender: Party | undefined;
  let caller = parts.caller;
  let withheld = false;
  let direction: CallRecord["direction"] = fromOutside ? "inbound" : "internal";
  let callee: Party = { number: dialledNumber, name: "" };
  let members: readonly Member[] = [];
  let agent: Party | undefined;
  let answeredAt: number | undefined;
  let started = false;
  let came: Came | undefined;
  let ended = false;

  const shownCaller = (): Party => (withheld ? ANONYMOUS : caller);
  const view = (): CallView => ({
    id,
    realm,
    state: answeredAt === undefined ? "ringing" : "answered",
    startedAt,
    answeredAt,
    caller: shownCaller(),
    callee,
    dialledNumber,
    direction,
    ...(forwards.length === 0 ? {} : { forwardedBy: [...forwards] }),
    legs: members.flatMap((member) => {
      const leg = legs.get(member.id);
      return leg === undefined ? [] : [legView(leg, member.side)];
    }),
  });

  const start = (party: Party): void => {
    callee = party;
    if (started) return;
    started = true;
    emit({ kind: "callStarted", at: clock.now(), call: view() });
  };

  return {
    id,
    legs,
    get callee() {
      return callee;
    },
    get caller() {
      return shownCaller();
    },
    nameCaller: (name) => {
      caller = { ...caller, name };
    },
    get came() {
      return came;
    },
    cameBy: (how) => {
      came = how;
    },
    get started() {
      return started;
    },
    forwardedBy: (party) => void forwards.push(party),
    sentBy: (party) => {
      sender = party;
    },
    divertedFrom: (of) => void diverted.push({ ...of, caller: shownCaller() }),
    goesOutside: () => {
      if (!fromOutside) direction = "outbound";
    },
    withholdCaller: () => {
      withheld = true;
    },
    start,
    follow: (now) => void (members = now),
    talkedTo: (leg) => void (agent = legs.get(leg)?.party ?? agent),
    announce: (what, legId) => {
      if (what === "answered") answeredAt = clock.now();
      emit({ kind: EVENT_OF[what], at: clock.now(), call: view(), legId });
    },
    joined: (leg) => {
      legIds.add(leg.id);
      if (leg.recorder.current !== undefined) recordings.begin(leg.recorder.current);
    },
    parted: (leg) => {
      if (leg.recorder.current !== undefined) recordings.end(leg.recorder.current);
    },
    recorded: (leg, step) => {
      if (step.kind === "shared") return recordings.begin(step.recording);
      if (step.kind === "unshared") return recordings.end(step.recording);
      const recording = viewOf(step.recording);
      const at = clock.now();
      if (step.kind === "ended") return emit({ kind: "recordingEnded", at, realm, recording, sound: step.sound });
      if (step.kind === "started") recordings.begin(step.recording);
      if (step.kind === "stopped") recordings.end(step.recording);
      if (!ended) emit({ kind: RECORDING_EVENT_OF[step.kind], at, call: view(), legId: leg.id, recording });
    },
    view,
    finish: (end, callerLeg, how) => {
      start(callee);
      ended = true;
      const farId = members.find(({ side }) => side === "callee")?.id;
      const far = farId === undefined ? undefined : legs.get(farId);
      const sides = { caller: callerLeg, callee: far };
      const times = { startedAt, answeredAt, endedAt: clock.now() };
      const to = callee.number === ANONYMOUS.number ? (far?.party ?? callee) : callee;
      const answeredBy = callee.kind === "queue" ? agent : undefined;
      const parties = { from: caller, to, answeredBy, forwards, sentBy: sender, divertedFrom: diverted };
      const facts = { id, realm, ...times, ...parties, legIds: [...legIds], dialledNumber, direction, end };
      return fileRecord({ deps, isKept: how !== "unrecorded", facts, recordings: recordings.settle, sides, view });
    },
  };
}

const viewOf = ({ id, by, of, startedAt, closed }: RunningRecording): RecordingView => ({
  id,
  by,
  of,
  startedAt,
  ...(closed ? { closed } : {}),
});

const RECORDING_EVENT_OF = {
  started: "recordingStarted",
  paused: "recordingPaused",
  resumed: "recordingResumed",
  stopped: "recordingStopped",
} as const;

const EVENT_OF = {
  ringing: "callRinging",
  answered: "callAnswered",
  held: "callHeld",
  resumed: "callResumed",
  left: "legLeft",
  returned: "legReturned",
  reattached: "legReattached",
  met: "farEndChanged",
} as const;
