import type { CallRecord, CallView, PhoneEvent, PhoneSystem, SipSocket } from "@callpanel/phone-port";
import type { Clock } from "../../kernel/clock.ts";
import { callIdIn, stripped } from "./stripped.ts";

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
/** STORY-7 */
const SHARE_OF_UNCLAIMED = 8;
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
  /** Of calls. */
  const dialogs = createDialogs(mostChars);
  /** Of no call so far: INVITEs that are not accepted, also of strangers, must not push out stories. */
  const unclaimed = createDialogs(mostChars / SHARE_OF_UNCLAIMED);
  const calls = new Map<string, Kept>();
  /** The Call-IDs of all legs of `calls`. */
  const claimed = new Set<string>();

  const forget = (id: string): void => {
    for (const callId of calls.get(id)?.callIds ?? []) claimed.delete(callId);
    calls.delete(id);
  };

  let sweptAt = clock.now();
  const sweep = (): void => {
    sweptAt = clock.now();
    const before = sweptAt - keepMs;
    dialogs.forgetBefore(before);
    unclaimed.forgetBefore(before);
    for (const [id, { record }] of calls) if (record !== undefined && record.endedAt < before) forget(id);
  };
  /** After each message and each event. */
  const prune = (): void => {
    if (clock.now() - sweptAt > SWEEP_EVERY_MS) sweep();
    for (const [id] of calls) {
      if (calls.size <= MOST_CALLS) break;
      forget(id);
    }
  };

  const seen = (way: StoryMessage["way"], { remoteAddress: address }: SipSocket, frame: string | Uint8Array): void => {
    // Keep-alives are a few characters.
    if (frame.length < 20) return;
    const whole = typeof frame === "string" ? frame : Buffer.from(frame).toString("utf8");
    const mayBeOf = callIdIn(whole);
    const isKept = mayBeOf === undefined || claimed.has(mayBeOf) || dialogs.has(mayBeOf) || unclaimed.has(mayBeOf);
    if (!isKept && !whole.startsWith("INVITE ")) return;
    const message = stripped(whole);
    if (message === undefined) return;
    const { callId, first, text } = message;
    const at = clock.now();
    const book = claimed.has(callId) || dialogs.has(callId) ? dialogs : unclaimed;
    if (!book.has(callId) && !first.startsWith("INVITE ")) return;
    book.add(callId, address, { at, way, first, text });
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
    for (const { sipCallId } of call.legs) {
      kept.callIds.add(sipCallId);
      claimed.add(sipCallId);
      const dialog = unclaimed.take(sipCallId);
      if (dialog !== undefined) dialogs.put(dialog);
    }
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

interface Dialogs {
  has(callId: string): boolean;
  get(callId: string): StoryDialog | undefined;
  /** Adds a message to its dialog, which begins with it if there is none. */
  add(callId: string, address: string, message: StoryMessage): void;
  put(dialog: Dialog): void;
  /** Removes it. */
  take(callId: string): Dialog | undefined;
  /** Those whose last message is older. */
  forgetBefore(at: number): void;
}

/** Dialogs by Call-ID; above the limit of characters the one that began first is dropped. */
function createDialogs(mostChars: number): Dialogs {
  const byCallId = new Map<string, Dialog>();
  let chars = 0;

  const take = (callId: string): Dialog | undefined => {
    const dialog = byCallId.get(callId);
    chars -= dialog?.chars ?? 0;
    byCallId.delete(callId);
    return dialog;
  };
  const fit = (): void => {
    for (const callId of byCallId.keys()) {
      if (chars <= mostChars) break;
      take(callId);
    }
  };
  return {
    has: (callId) => byCallId.has(callId),
    get: (callId) => byCallId.get(callId),
    take,
    put: (dialog) => {
      byCallId.set(dialog.callId, dialog);
      chars += dialog.chars;
      fit();
    },
    add: (callId, address, message) => {
      const dialog = byCallId.get(callId) ?? { callId, address, messages: [], dropped: 0, chars: 0, last: 0 };
      byCallId.set(callId, dialog);
      dialog.last = message.at;
      if (dialog.messages.length >= MOST_MESSAGES) {
        dialog.dropped += 1;
        return;
      }
      dialog.messages.push(message);
      dialog.chars += message.text.length;
      chars += message.text.length;
      fit();
    },
    forgetBefore: (at) => {
      for (const [callId, { last }] of byCallId) if (last < at) take(callId);
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
