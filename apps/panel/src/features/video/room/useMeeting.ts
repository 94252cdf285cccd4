import type { MeetingClient, MeetingSnapshot } from "@callpanel/meeting";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { MeetingOrder } from "@callpanel/contract";
import { useWords } from "../../../shared/words/useWords.ts";
import { refusalText } from "./refusal.ts";
import { roomMessages } from "./room.messages.ts";

export const useMeeting = (client: MeetingClient): MeetingSnapshot =>
  useSyncExternalStore(client.subscribe, client.get);

/** A line about what just happened. */
export interface RoomNote {
  readonly id: number;
  readonly kind: "status" | "alert";
  readonly text: string;
}

const NOTE_MS = 5_000;

export interface RoomNotes {
  readonly note: RoomNote | null;
  readonly say: (kind: RoomNote["kind"], text: string) => void;
}

/** One line at a time; the next one replaces it. */
export function useNotes(): RoomNotes {
  const [note, setNote] = useState<RoomNote | null>(null);
  const count = useRef(0);
  useEffect(() => {
    if (note === null) return undefined;
    const timer = setTimeout(() => setNote(null), NOTE_MS);
    return () => clearTimeout(timer);
  }, [note]);
  const say = (kind: RoomNote["kind"], text: string) => {
    count.current += 1;
    setNote({ id: count.current, kind, text });
  };
  return { note, say };
}

export type GiveOrder = (order: MeetingOrder) => void;

/** Gives orders; a refusal is said. */
export function useOrders(client: MeetingClient, say: RoomNotes["say"]): GiveOrder {
  const t = useWords(roomMessages);
  return (order) =>
    void client.order(order).then((result) => {
      if (!result.ok) say("alert", refusalText(t, result.code));
    });
}

/** Shares a screen or window; why it cannot is said (VCLIENT-13). */
export function useSharing(client: MeetingClient, say: RoomNotes["say"]): () => void {
  const t = useWords(roomMessages);
  return () =>
    void client.shareScreen().then((outcome) => {
      if (outcome !== "shared" && outcome !== "cancelled") say("alert", t(`room.fault.screen.${outcome}`));
    });
}
