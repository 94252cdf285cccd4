import * as z from "zod/mini";
import type { Bus } from "../../kernel/bus/bus.ts";
import { topic } from "../../kernel/bus/topic.ts";
import type { VoicemailStore } from "./voicemail.store.ts";

/** These messages were added, changed or removed. */
const messagesWritten = topic("messages.written", z.object({ ids: z.array(z.number()) }));

/** Fits into a message of every transport. */
const MOST_IDS = 400;

export interface WrittenMessagesDeps {
  readonly store: Pick<VoicemailStore, "onWritten" | "writtenElsewhere">;
  readonly bus: Pick<Bus, "publish" | "subscribe" | "onGap">;
}

/** VM-3: what one server writes, searches at the others find too. @returns stops it */
export function shareWrittenMessages({ store, bus }: WrittenMessagesDeps): () => void {
  const stops = [
    store.onWritten((ids) => {
      for (let at = 0; at < ids.length; at += MOST_IDS)
        bus.publish(messagesWritten, { ids: ids.slice(at, at + MOST_IDS) });
    }),
    bus.subscribe(messagesWritten, ({ ids }) => store.writtenElsewhere(ids)),
    bus.onGap(() => store.writtenElsewhere("any")),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
