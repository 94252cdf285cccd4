import type { CallRecord, CallView, PhoneEvent, PhoneSystem, SipSocket } from "@callpanel/phone-port";
import type { Clock } from "../../kernel/clock.ts";
import { stripped } from "./stripped.ts";

/** A message of a call as it went over a connection. */
export interface StoryMessage {
  readonly at: number;
  /** As the phone system sees it. */
  readonly way: "in" | "out";
  readonly first: string;
  readonly text: string;
}

/** The SIP dialog of one party. */
export interface StoryDialog {
  readonly callId: string;
  /** Of the connection of its first message. */
  readonly address: string;
  readonly messages: readonly StoryMessage[];
  /** Further ones that are not kept. */
  readonly dropped: number;
}

export interface CallStory {
  /** As it was last. */
  readonly call: CallView;
  /** Undefined: it goes on. */
  readonly record: CallRecord | undefined;
  /** Of each leg that was in it, in order. */
  readonly dialogs: readonly StoryDialog[];
}

export interface CallStories {
  /** The phone system, with its connections watched. */
  watch<Phone extends Pick<PhoneSystem, "connect" | "subscribe">>(phone: Phone): Phone;
  /** The latest first. */
  list(): readonly Omit<CallStory, "dialogs">[];
  find(id: string): CallStory | undefined;
}

interface Dialog extends StoryDialog {
  readonly messages: StoryMessage[];
  dropped: number;
  chars: number;
  last: number;
}

interface Kept {
  call: CallView;
  record: CallRecord | undefined;
  readonly callIds: Set<string>;
}

/** STORY-3: characters of all messages together, messages of a dialog, and calls. */
const MOST_CHARS = 16_000_000;
const MOST_MESSAGES = 300;
const MOST_CALLS = 5_000;
const SWEEP_EVERY_MS = 60_000;

/** STORY-1 to STORY-3: what was said between the phone system and the phones of a call, for `keepMs`; 0: nothing is kept. */
export function createCallStories({
  clock,
  keepMs,
  mostChars = MOST_CHARS,
}: {
  readonly clock: Pick<Clock, "now">;
  readonly keepMs: number;
  readonly mostChars?: number;
}): CallStories {
  /** By Call-ID, the one that began first is the first. */
  const dialogs = new Map<string, Dialog>();
  const calls = new Map<string, Kept>();
  let chars = 0;

  const forget = (callId: string): void => {
    chars -= dialogs.get(callId)?.chars ?? 0;
    dialogs.delete(callId);
  };

  let sweptAt = clock.now();
  const sweep = (): void => {
    sweptAt = clock.now();
    const before = sweptAt - keepMs;
    for (const [callId, { last }] of dialogs) if (last < before) forget(callId);
    for (const [id, { record }] of calls) if (record !== undefined && record.endedAt < before) calls.delete(id);
  };
  /** After each message and each event. */
  const prune = (): void => {
    if (clock.now() - sweptAt > SWEEP_EVERY_MS) sweep();
    for (const [callId] of dialogs) {
      if (chars <= mostChars) break;
      forget(callId);
    }
    for (const [id] of calls) {
      if (calls.size <= MOST_CALLS) break;
      calls.delete(id);
    }
  };

  const seen = (way: StoryMessage["way"], { remoteAddress: address }: SipSocket, frame: string | Uint8Array): void => {
    // Keep-alives are a few characters.
    if (frame.length < 20) return;
    const message = stripped(frame);
    if (message === undefined) return;
    const { callId, first, text } = message;
    const at = clock.now();
    const known = dialogs.get(callId);
    if (known === undefined && !first.startsWith("INVITE ")) return;
    const dialog = known ?? { callId, address, messages: [], dropped: 0, chars: 0, last: at };
    if (known === undefined) dialogs.set(callId, dialog);
    dialog.last = at;
    if (dialog.messages.length >= MOST_MESSAGES) dialog.dropped += 1;
    else {
      dialog.messages.push({ at, way, first, text });
      dialog.chars += text.length;
      chars += text.length;
    }
    prune();
  };

  const followed = (event: PhoneEvent): void => {
    if (!("call" in event)) return;
    const { call } = event;
    const record = event.kind === "callEnded" ? event.record : undefined;
    const kept = calls.get(call.id) ?? { call, record, callIds: new Set<string>() };
    calls.set(call.id, kept);
    // At its end a call may have no legs any more; the parties stay.
    kept.call = call;
    kept.record = record ?? kept.record;
    for (const { sipCallId } of call.legs) kept.callIds.add(sipCallId);
    prune();
  };

  return {
    watch: (phone) => {
      if (keepMs === 0) return phone;
      phone.subscribe(followed);
      return {
        ...phone,
        connect: (socket) => {
          const { receive, closed } = phone.connect(watched(socket, (frame) => seen("out", socket, frame)));
          return {
            closed,
            receive: (frame) => {
              seen("in", socket, frame);
              receive(frame);
            },
          };
        },
      };
    },
    list: () => {
      sweep();
      return [...calls.values()].map(({ call, record }) => ({ call, record })).toReversed();
    },
    find: (id) => {
      sweep();
      const kept = calls.get(id);
      if (kept === undefined) return undefined;
      const { call, record, callIds } = kept;
      return { call, record, dialogs: [...callIds].flatMap((callId) => dialogs.get(callId) ?? []) };
    },
  };
}

const watched = (socket: SipSocket, sent: (frame: string) => void): SipSocket => ({
  send: (frame) => {
    sent(frame);
    socket.send(frame);
  },
  close: (code, reason) => socket.close(code, reason),
  remoteAddress: socket.remoteAddress,
  ...(socket.network === undefined ? {} : { network: socket.network }),
  get bufferedAmount() {
    return socket.bufferedAmount ?? 0;
  },
});
