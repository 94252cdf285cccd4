import { listCalls } from "@callpanel/contract";
import { MOST_FOUND } from "../../shared/find/find.ts";
import type { Find } from "../../shared/find/find.ts";
import { numbersOf } from "../../shared/find/numbers.ts";
import { formatsOf } from "../../shared/formats/formats.ts";
import { ANY_TIME } from "../../shared/list/period.model.ts";
import { callHistoryMessages } from "./call-history.messages.ts";
import { kindOf, peerOf } from "../../shared/phone/pastCall.ts";
import { queryOf } from "./call-history.model.ts";

const KINDS = {
  incoming: "callHistory.kind.incoming",
  outgoing: "callHistory.kind.outgoing",
  missed: "callHistory.kind.missed",
  forwarded: "callHistory.kind.forwarded",
  failed: "callHistory.kind.failed",
  between: "callHistory.kind.between",
} as const;

/** SHELL-26: the user's past calls, the latest first, each number once, to call it back. */
export const findCalls: Find = async ({ panel, words, text, signal }) => {
  const { write, call } = await numbersOf(panel);
  if (call === null) return [];
  const { user } = panel.viewer;
  const now = panel.clock.now();
  const filter = { kind: "all", people: [user.extension], period: ANY_TIME, zone: "UTC", order: "latest" } as const;
  const { data } = await panel.api.call(listCalls, {
    query: { ...queryOf(filter, text, now), start: 0, limit: MOST_FOUND },
    signal,
  });
  const formats = formatsOf(words);
  const numbers = new Set<string>();
  return data.flatMap((record) => {
    const peer = peerOf(record, user.id);
    if (peer === null || numbers.has(peer.number)) return [];
    numbers.add(peer.number);
    const { number } = peer;
    return [
      {
        id: `call-${record.id}`,
        label: words.text(callHistoryMessages, "callHistory.call", { number: peer.name.trim() || write(number) }),
        detail: `${words.text(callHistoryMessages, KINDS[kindOf(record, user.id)])} · ${formats.recent(record.calldate, now)}`,
        go: () => call(number),
      },
    ];
  });
};
