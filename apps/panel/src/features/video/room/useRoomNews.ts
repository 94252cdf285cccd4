import type { MeetingMiss } from "@callpanel/contract";
import type { JoinedMeeting, MeetingClient, NoiseState } from "@callpanel/meeting";
import { useEffect, useRef } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { roomMessages } from "./room.messages.ts";
import type { RoomNotes } from "./useMeeting.ts";

/** Shows who came, left, waits or raised a hand, and who turned off the user's microphone, camera or screen. */
export function useRoomNews(client: MeetingClient, meeting: JoinedMeeting, say: RoomNotes["say"]): void {
  const t = useWords(roomMessages);
  const latest = useRef({ t, say });
  useEffect(() => {
    latest.current = { t, say };
  });
  useEffect(
    () =>
      client.onMuted(({ what, by }) => {
        const { current } = latest;
        current.say("status", current.t(`room.mutedBy.${what}`, { name: by }));
      }),
    [client],
  );
  const before = useRef(meeting);
  useEffect(() => {
    const text = newsOf(before.current, meeting);
    before.current = meeting;
    if (text !== null) latest.current.say("status", latest.current.t(text.id, { name: text.name }));
  }, [meeting]);
}

/** NOISE-7: says once that noise is no longer reduced. */
export function useNoiseNews(noise: NoiseState, say: RoomNotes["say"]): void {
  const t = useWords(roomMessages);
  const latest = useRef({ t, say });
  useEffect(() => {
    latest.current = { t, say };
  });
  useEffect(() => {
    if (noise !== "blocked" && noise !== "slow") return;
    const { current } = latest;
    current.say("alert", current.t(noise === "slow" ? "room.noiseSlow" : "room.noiseBlocked"));
  }, [noise]);
}

interface News {
  readonly id: "room.joined" | "room.left" | "room.waits" | "room.handOf" | `room.missed.${MeetingMiss}`;
  readonly name: string;
}

/** The most important change between two states; null: none. */
export function newsOf(before: JoinedMeeting, now: JoinedMeeting): News | null {
  const { missed } = now;
  if (missed !== null && missed.n !== before.missed?.n) return { id: `room.missed.${missed.why}`, name: missed.name };
  const waits = now.waiting.find(({ id }) => before.waiting.every((one) => one.id !== id));
  if (waits !== undefined) return { id: "room.waits", name: waits.name };
  const came = now.participants.find(({ id }) => before.participants.every((one) => one.id !== id));
  if (came !== undefined) return { id: "room.joined", name: came.name };
  const left = before.participants.find(({ id }) => now.participants.every((one) => one.id !== id));
  if (left !== undefined) return { id: "room.left", name: left.name };
  const hand = now.participants.find(
    ({ id, hand: isUp }) =>
      isUp !== null && id !== now.self && before.participants.some((one) => one.id === id && one.hand === null),
  );
  return hand === undefined ? null : { id: "room.handOf", name: hand.name };
}
