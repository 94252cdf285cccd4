import type { Clock } from "../../shared/clock.ts";
import type { FeaturePanel, Provision } from "../../shared/feature.ts";
import { CHAT } from "../../shared/live/chat.ts";
import { CHAT_PARTS } from "../../shared/live/chatParts.ts";
import { SMS } from "../../shared/live/sms.ts";
import { useService } from "../../shared/panel.ts";
import { createStore, useSnapshot } from "../../shared/store.ts";
import type { Store } from "../../shared/store.ts";
import { whenSignedIn } from "../../shared/viewer.ts";
import type { RunningChat } from "./chatParts.tsx";

/** After the code could not be loaded. */
export const LOAD_AGAIN_MS = 10_000;

type RunningStore = Store<RunningChat | null, RunningChat>;

/** What chat has over every page, once its code is there. */
export function LaterChatLayer() {
  const parts = useSnapshot(useService(CHAT_PARTS));
  return parts === null ? null : <parts.Layer />;
}

/** CHATUI-67: chat and text messages, from the first idle moment or from when their page is opened. */
export const provideChat: Provision = (panel) => {
  const parts: RunningStore = createStore<RunningChat | null, RunningChat>(null, (_, next) => next);
  const running = () => {
    const now = parts.get();
    if (now === null) throw new Error("the code of chat is not loaded");
    return now;
  };
  let load = (): void => undefined;
  const later = { ...parts, load: () => load() };
  CHAT_PARTS.offer(panel, () => later);
  CHAT.offer(panel, () => running().chat);
  SMS.offer(panel, () => running().sms);
  return () => {
    const { signedIn, whenIdle } = panel;
    let cameAt: number | null = null;
    const loading = beginOnce(panel.clock, () => loadChat(panel, parts, cameAt ?? panel.clock.now()));
    load = () => void loading.begin();
    const leave = whenSignedIn(signedIn, ({ flags }) => {
      cameAt ??= panel.clock.now();
      return flags.chatsRead ? whenIdle(load) : null;
    });
    return () => {
      leave();
      loading.stop();
    };
  };
};

/** Starts what was loaded. @returns a stop function */
type Start = () => () => void;

async function loadChat(panel: FeaturePanel, parts: RunningStore, cameAt: number): Promise<Start> {
  const [code, openChatLine] = await Promise.all([import("./chatParts.tsx"), panel.loadChatLine()]);
  return () => {
    const made = parts.get() ?? code.createChatParts(panel, { openChatLine, cameAt });
    const stop = code.startChatParts(made, panel);
    parts.dispatch(made);
    return stop;
  };
}

/** Loads and starts once. Code that cannot be loaded is requested again later; an error of the start is reported like any other. */
export function beginOnce(clock: Clock, load: () => Promise<Start>) {
  let isStopped = false;
  let isAsked = false;
  let end = (): void => undefined;
  const begin = async (): Promise<void> => {
    if (isAsked || isStopped) return;
    isAsked = true;
    let start: Start;
    try {
      start = await load();
    } catch {
      isAsked = false;
      if (!isStopped) end = clock.setTimeout(() => void begin(), LOAD_AGAIN_MS);
      return;
    }
    if (!isStopped) end = start();
  };
  return {
    /** Rejects with an error of the start. */
    begin,
    stop() {
      isStopped = true;
      end();
    },
  };
}
