import { listDivertedCalls } from "@callpanel/contract";
import type { Webphone } from "@callpanel/webphone";
import type { Api } from "../../../shared/api/api.ts";
import type { LiveEvents } from "../../../shared/live/events.ts";
import type { TextStorage } from "../../../shared/storage.ts";
import type { Viewer } from "../../../shared/viewer.ts";

export interface DivertedCallsDeps {
  readonly api: Api;
  readonly events: Pick<LiveEvents, "listen">;
  readonly phone: Pick<Webphone, "getSnapshot" | "subscribe" | "logDiverted">;
  readonly storage: TextStorage;
  readonly viewer: Pick<Viewer, "user">;
}

/**
 * DIVERT-7: puts the calls that the person's settings diverted into the calls log: as they happen, and after each connection
 * those since the last time in this browser. Only the tab that has the phone does it. @returns a stop function
 */
export function joinDivertedCalls({ api, events, phone, storage, viewer }: DivertedCallsDeps): () => void {
  const key = `diverted.${viewer.user.username}`;
  let isDue = false;
  let isAsking = false;
  let isStopped = false;

  const look = async (): Promise<void> => {
    const after = storage.get(key);
    const answer = await api.call(listDivertedCalls, { query: after === null ? {} : { after: Number(after) } });
    if (isStopped) return;
    // A tab that has lost the phone meanwhile leaves this to the tab that has it.
    if (phone.logDiverted(answer.data)) storage.set(key, String(answer.next));
    else isDue = true;
  };
  const run = (): void => {
    if (!isDue || isAsking || isStopped || phone.getSnapshot().place !== "here") return;
    isDue = false;
    isAsking = true;
    look()
      // A failed request is repeated after the next connection.
      .catch(() => undefined)
      .finally(() => {
        isAsking = false;
        run();
      })
      .catch(() => undefined);
  };
  const stops = [
    events.listen((message) => {
      if (message.type === "event" && message.event.action !== "DIVERTED") return;
      isDue = true;
      run();
    }),
    phone.subscribe(run),
  ];
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}
