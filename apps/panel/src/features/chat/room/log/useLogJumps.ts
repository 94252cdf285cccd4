import type { ChatMessage } from "@callpanel/contract";
import { useCallback, useEffect, useState } from "react";
import { useLeft } from "../useLeft.ts";
import type { History, HistoryPlace } from "./useHistory.ts";
import type { Row } from "./rows.model.ts";

/** Where one wants to be in a room; a new object is a new wish. */
export type LogGoal = { readonly kind: "message"; readonly id: number } | { readonly kind: "day"; readonly at: number };

export interface LogJumpsDeps {
  readonly goal: LogGoal | null;
  readonly messages: readonly ChatMessage[];
  readonly rows: readonly Row[];
  readonly history: History;
  /** Place of the first new message, less one. */
  readonly readAt: number | null;
  readonly toRow: (key: string, rows: readonly Row[]) => void;
  readonly toLatest: () => Promise<void>;
  /** The wanted message is an answer. */
  readonly onAnswer: (root: number, id: number) => void;
}

type Wanted = { readonly id: number } | { readonly afterN: number };

/** Goes to a message, a day or the first new message, which may have to be loaded; the message is marked. */
export function useLogJumps({ goal, messages, rows, history, readAt, toRow, toLatest, onAnswer }: LogJumpsDeps) {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [marked, setMarked] = useState<number | null>(null);
  const left = useCallback(() => {
    setWanted(null);
    setMarked(null);
  }, []);
  useLeft(left);
  const load = (place: HistoryPlace) => history.load(place);
  const toMessage = async (id: number) => {
    if (!messages.some((message) => message.id === id)) {
      const page = await load({ id });
      if (page === null) return;
      if (page.thread !== null) return onAnswer(page.thread, id);
    }
    setMarked(id);
    setWanted({ id });
  };
  const toDay = async (at: number) => {
    const first = (await load({ date: at }))?.messages[0];
    if (first === undefined || first.at < at) return toLatest();
    setWanted({ id: first.id });
  };
  const toUnread = async () => {
    if (readAt === null) return;
    if ((messages[0]?.n ?? 0) > readAt + 1) await load({ unread: "1" });
    setWanted({ afterN: readAt });
  };
  const isThere = messages.length > 0;
  useEffect(() => {
    if (goal === null || !isThere) return;
    if (goal.kind === "message") void toMessage(goal.id);
    else void toDay(goal.at);
    // Once for each wish, when the room is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [goal, isThere]);
  useEffect(() => {
    if (wanted === null) return;
    const found = rows.find(({ message }) => ("id" in wanted ? message.id === wanted.id : message.n > wanted.afterN));
    if (found === undefined) return;
    toRow(found.key, rows);
    setWanted(null);
  }, [wanted, rows, toRow]);
  return { marked, toUnread: () => void toUnread() };
}
