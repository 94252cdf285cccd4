import {
  EVENTS_CLOSE,
  EVENTS_SIGN_IN_WAIT_MS,
  RECONNECT_DELAY_MS,
  SEND_RETRY_COUNT,
  SEND_RETRY_MS,
  serverFrameSchema,
} from "@callpanel/contract";
import type { ClientFrame, EventsConfig, ServerFrame } from "@callpanel/contract";
import { ApiError } from "../../shared/api/api.ts";
import type { Clock } from "../../shared/clock.ts";
import type { EventsMessage, EventsState, LiveEvents } from "../../shared/live/events.ts";
import { createStore } from "../../shared/store.ts";
import { openLink } from "../sockets/link.ts";
import type { Link, OpenSocket } from "../sockets/link.ts";
import { createAnswers } from "./answers.ts";
import { createSequence } from "./sequence.ts";

export interface EventsClientDeps {
  readonly clock: Clock;
  readonly openSocket: OpenSocket;
  /** The address of the events and the token. Rejects when it fails to load. */
  readonly config: () => Promise<EventsConfig>;
  /** An access token that is not `refused`; null when there is no session. */
  readonly token: (refused: string | null) => Promise<string | null>;
  /** The server ended the connection because the person has other rights than before, or no right to events any more. */
  readonly rightsChanged: () => void;
}

export interface EventsClient extends LiveEvents {
  /** Connects, and again after every loss. @returns a stop function */
  start(): () => void;
  /** Tries immediately instead of waiting: the network is back. */
  retry(): void;
}

/** RT-20 to RT-25: one connection, which is restored after each loss until it is stopped. */
export function createEventsClient(deps: EventsClientDeps): EventsClient {
  const { clock } = deps;
  const store = createStore<EventsState, EventsState>({ phase: "connecting" }, (_, next) => next);
  const listeners = new Set<(message: EventsMessage) => void>();
  const answers = createAnswers(clock);
  let config: EventsConfig | null = null;
  let link: Link<ClientFrame> | null = null;
  let refused: string | null = null;
  let heardAt: number | null = null;
  let cancelRetry: (() => void) | null = null;
  /** Counts starts and tries: what belongs to an earlier one is no longer listened to. */
  let turn = 0;
  let running = false;

  const sequence = createSequence({
    deliver: (message) => {
      for (const listener of listeners) listener(message);
    },
    askForSnapshot: () => link?.send({ type: "snapshot" }),
  });

  const closed = (delayMs: number | null, now: EventsState = { phase: "closed", heardAt }) => {
    turn += 1;
    link?.close();
    link = null;
    answers.failAll(new ApiError({ kind: "unreachable" }));
    store.dispatch(now);
    cancelRetry?.();
    cancelRetry = delayMs === null ? null : clock.setTimeout(connect, delayMs);
  };
  const retryDelay = () => config?.reconnect_delay_ms ?? RECONNECT_DELAY_MS;

  const take = (frame: ServerFrame, now: number) => {
    heardAt = now;
    switch (frame.type) {
      case "hello":
        refused = null;
        return sequence.begin(now - frame.at);
      case "ping":
        return link?.send({ type: "pong" });
      case "snapshot":
        sequence.snapshot(frame);
        // Only now the shown state is current again.
        if (store.get().phase !== "open") store.dispatch({ phase: "open" });
        return undefined;
      case "event":
        return sequence.event(frame);
      case "answer":
      case "refusal":
        return answers.take(frame);
    }
  };

  const tryOnce = async (mine: number) => {
    config ??= await deps.config();
    const token = await deps.token(refused);
    if (mine !== turn) return;
    if (token === null) return closed(null);
    const { url, username, realm } = config;
    link = openLink<ClientFrame, ServerFrame>({
      clock,
      openSocket: deps.openSocket,
      url,
      signInWaitMs: EVENTS_SIGN_IN_WAIT_MS,
      parse: (json) => serverFrameSchema.safeParse(json).data ?? null,
      heartbeatOf: (frame) => (frame.type === "hello" ? frame.heartbeatMs : null),
      opened: (sendNow) => sendNow({ type: "signin", username, token, realm, batches: true }),
      receive: (frame) => {
        if (mine === turn) take(frame, clock.now());
      },
      ended: (code) => {
        if (mine !== turn) return;
        // The token was not accepted: the next try brings another.
        if (code === EVENTS_CLOSE.badSignIn) refused = token;
        const isForbidden = code === EVENTS_CLOSE.forbidden;
        if (!isForbidden && code !== EVENTS_CLOSE.rightsChanged) return closed(retryDelay());
        // Nothing is lost: the server wants another sign-in.
        if (isForbidden) closed(null);
        else closed(0, { phase: "connecting" });
        deps.rightsChanged();
      },
    });
  };

  function connect() {
    cancelRetry = null;
    turn += 1;
    const mine = turn;
    tryOnce(mine).catch(() => {
      if (mine === turn) closed(retryDelay());
    });
  }

  /** RT-22: while closed a send is tried again every 200 ms, five times; the first connection is waited for. */
  const send = (frame: ClientFrame, failed: (error: ApiError) => void, tries = 0) => {
    if (link !== null && store.get().phase === "open") return link.send(frame);
    if (!running || tries >= SEND_RETRY_COUNT) return failed(new ApiError({ kind: "unreachable" }));
    const counted = store.get().phase === "connecting" ? 0 : 1;
    clock.setTimeout(() => send(frame, failed, tries + counted), SEND_RETRY_MS);
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    command: (command) => answers.expect((id, failed) => send({ ...command, type: "command", id }, failed)),
    retry() {
      if (cancelRetry === null) return;
      cancelRetry();
      connect();
    },
    start() {
      running = true;
      connect();
      return () => {
        running = false;
        closed(null);
      };
    },
  };
}
