import type { MeetingServerFrame, Participant } from "@callpanel/contract";
import { expect, it } from "vitest";
import { CONNECTING, stepMeeting } from "./meeting.state.ts";
import type { JoinedMeeting, MeetingState } from "./meeting.state.ts";

const person = (id: string, change: Partial<Participant> = {}): Participant => ({
  id,
  name: id,
  role: "guest",
  user_id: null,
  telephone: false,
  microphone: true,
  camera: true,
  screen: false,
  hand: null,
  away: false,
  ...change,
});
const JOINED: Extract<MeetingServerFrame, { type: "joined" }> = {
  type: "joined",
  self: "me",
  room: "Daily",
  role: "guest",
  resume: "token",
  resume_ms: 60_000,
  heartbeat_ms: 10_000,
  locked: false,
  recording: false,
  shared_screen: true,
  may_call: true,
  may_record: true,
  participants: [person("me"), person("ann")],
  messages: [],
};
const take = (state: MeetingState, ...frames: readonly MeetingServerFrame[]): MeetingState =>
  frames.reduce((before, frame) => stepMeeting(before, { type: "frame", frame }), state);
const inMeeting = (...frames: readonly MeetingServerFrame[]): JoinedMeeting => {
  const state = take(CONNECTING, JOINED, ...frames);
  if (state.phase !== "joined") throw new Error(state.phase);
  return state;
};
const message = (n: number) => ({ n, from: "ann", name: "ann", at: n, text: String(n) });

it("VCLIENT-1 one waits in the lobby, is let in or refused; after the end nothing changes any more", () => {
  const lobby = take(CONNECTING, { type: "lobby", room: "Daily", heartbeat_ms: 10_000 });
  expect(lobby).toEqual({ phase: "lobby", room: "Daily" });
  expect(take(lobby, JOINED).phase).toBe("joined");
  expect(take(lobby, { type: "over", reason: "denied" })).toEqual({ phase: "over", reason: "denied" });
  const refused = take(CONNECTING, { type: "refused", code: "video.full" });
  expect(refused).toEqual({ phase: "refused", code: "video.full" });
  expect(take(refused, JOINED)).toBe(refused);
  const over = take(CONNECTING, JOINED, { type: "over", reason: "removed" });
  expect(take(over, JOINED)).toBe(over);
  expect(stepMeeting(over, { type: "ended", reason: "lost" })).toBe(over);
});

it("VCLIENT-1 a refused order ends nothing; a refused way back does", () => {
  expect(inMeeting({ type: "refused", request: "1", code: "video.adminsOnly" }).online).toBe(true);
  const cut = stepMeeting(inMeeting(), { type: "cut" });
  expect(cut).toMatchObject({ phase: "joined", online: false });
  expect(take(cut, { type: "refused", code: "video.ticket" })).toEqual({ phase: "over", reason: "lost" });
});

it("VCLIENT-1 people come, change and go in the order in which they came, with their slots and their voice", () => {
  const slots = [
    { mid: "4", participant: "ann", kind: "camera" },
    { mid: "5", participant: "ben", kind: "camera" },
  ] as const;
  const both = inMeeting(
    { type: "participant", participant: person("ben") },
    { type: "participant", participant: person("ann", { microphone: false }) },
    { type: "slots", slots: [...slots] },
    { type: "talking", participant: "ann", talking: true },
  );
  expect(both.participants.map(({ id, microphone }) => [id, microphone])).toEqual([
    ["me", true],
    ["ann", false],
    ["ben", true],
  ]);
  const left = take(both, { type: "gone", participant: "ann" });
  expect(left).toMatchObject({ slots: [slots[1]], talking: new Set() });
});

it("VCLIENT-2 people who are not in the answer to a reconnection are removed; slots keep their contents until new ones are sent", () => {
  const before = inMeeting(
    { type: "participant", participant: person("ben") },
    { type: "waiting", people: [{ id: "cam", name: "Cam" }] },
    { type: "slots", slots: [{ mid: "4", participant: "ann", kind: "camera" }] },
    { type: "message", message: message(1) },
  );
  const back = take(stepMeeting(before, { type: "cut" }), { ...JOINED, messages: [message(2)] });
  expect(back).toMatchObject({ online: true, waiting: [], slots: before.slots });
  expect(back.phase === "joined" && back.participants.map(({ id }) => id)).toEqual(["me", "ann"]);
  expect(back.phase === "joined" && back.messages.map(({ n }) => n)).toEqual([2]);
  const other = take(before, { ...JOINED, self: "another" });
  expect(other).toMatchObject({ slots: [] });
});

it("VCLIENT-2 a message that comes twice is there once; reactions disappear one by one", () => {
  const said = inMeeting({ type: "message", message: message(1) }, { type: "message", message: message(1) });
  expect(said.messages).toHaveLength(1);
  const reacted = inMeeting(
    { type: "reaction", participant: "ann", emoji: "👍" },
    { type: "reaction", participant: "ann", emoji: "👏" },
  );
  const faded = stepMeeting(reacted, { type: "faded", id: reacted.reactions[0]?.id ?? 0 });
  expect(faded.phase === "joined" && faded.reactions.map(({ emoji }) => emoji)).toEqual(["👏"]);
});
