import { authChat, getEventsConfig } from "@callpanel/contract";
import { createEventsClient } from "../adapters/events/events-client.ts";
import type { EventsClient } from "../adapters/events/events-client.ts";
import type { OpenChatLine } from "../shared/live/chatLine.ts";
import type { EventsState } from "../shared/live/events.ts";
import type { Panel } from "./compose.ts";
import { shellMessages } from "./shell/shell.messages.ts";

/** The realtime connection, from sign-in to sign-out. `start` also shows notices of losses. */
export function createConnection(panel: Panel, rightsChanged: () => void): EventsClient {
  const { api, clock, session, openSocket } = panel;
  const events = createEventsClient({
    clock,
    openSocket,
    config: () => api.call(getEventsConfig, {}),
    token: async (refused) => {
      const bearer = refused === null ? await session.current() : await session.renew(`Bearer ${refused}`);
      return bearer?.replace(/^Bearer /i, "") ?? null;
    },
    rightsChanged,
  });
  return {
    ...events,
    start() {
      const stopReporting = reportLosses(panel, events);
      const stop = events.start();
      return () => {
        stopReporting();
        stop();
      };
    },
  };
}

/** The connection to chat. */
export async function loadChatLine({ api, clock, openSocket }: Panel): Promise<OpenChatLine> {
  const { createChatLine } = await import("../adapters/chat/chat-line.ts");
  const auth = () => api.call(authChat, {});
  return (handlers) => createChatLine({ clock, openSocket, auth, random: Math.random }, handlers);
}

const KEY = { key: "connection" } as const;

/** RT-25: one notice for a loss and one for its end, with any number of tries between; also for errors of the phone system. */
function reportLosses({ notices, words }: Panel, events: EventsClient): () => void {
  let before: EventsState["phase"] = events.get().phase;
  let lost = false;
  const stopErrors = events.listen((message) => {
    if (message.type !== "event" || message.event.action !== "ERROR") return;
    notices.error(words.get().error("events.error", { message: message.event.message }));
  });
  const stopLosses = events.subscribe(() => {
    const { phase } = events.get();
    if (phase === before) return;
    if (phase === "closed")
      notices.error(words.get().error(before === "open" ? "rmqc.error.connLost" : "rmqc.error.init"), KEY);
    if (phase === "open" && lost) notices.success(words.get().text(shellMessages, "rmqc.online"), KEY);
    lost = phase === "closed";
    before = phase;
  });
  return () => {
    stopErrors();
    stopLosses();
    // The sign-in page has no connection that could be lost.
    notices.withdraw(KEY.key);
  };
}
