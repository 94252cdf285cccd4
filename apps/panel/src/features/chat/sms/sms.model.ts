import type { ChatFile, SmsConversation, SmsMessage } from "@callpanel/contract";
import type { SmsWaiting } from "../../../shared/live/sms.ts";

/** A message as it is drawn: one of the conversation, or one that waits in the outbox. */
export interface DrawnSms {
  /** The same before and after the server has it. */
  readonly key: string;
  readonly direction: SmsMessage["direction"];
  readonly text: string;
  readonly files: readonly ChatFile[];
  readonly at: number;
  readonly state: "sending" | "sent" | "failed" | "read";
  /** Null: it waits in the outbox. */
  readonly message: SmsMessage | null;
  readonly waiting: SmsWaiting | null;
  /** The first of a day. */
  readonly isNewDay: boolean;
  /** The first that one had not read when the conversation was opened. */
  readonly isFirstNew: boolean;
}

/** On the wire a delivered message is `delivered`; the accessible state of any chat calls it `read`. */
const STATES = { queued: "sending", sent: "sent", delivered: "read", failed: "failed", received: "sent" } as const;

const keyOf = ({ id, client_id }: SmsMessage): string => client_id ?? `sms-${id}`;
const dayOf = (at: number): string => new Date(at).toDateString();

export interface SmsDrawing {
  readonly messages: readonly SmsMessage[];
  /** Of this conversation. */
  readonly waiting: readonly SmsWaiting[];
  /** Everything up to this place was read; null: everything. */
  readonly readAt: number | null;
}

/** SMSUI-4: the messages, and behind them those that wait. */
export function drawnSms({ messages, waiting, readAt }: SmsDrawing): readonly DrawnSms[] {
  const known = new Set(messages.map(keyOf));
  const isNew = (message: SmsMessage) => readAt !== null && message.n > readAt && message.direction === "in";
  const firstNew = messages.find(isNew);
  const drawn = [
    ...messages.map((message) => ({
      key: keyOf(message),
      direction: message.direction,
      text: message.text,
      files: message.files,
      at: message.at,
      state: STATES[message.state],
      message,
      waiting: null,
      isFirstNew: message === firstNew,
    })),
    ...waiting
      .filter(({ request }) => !known.has(request))
      .map((one) => ({
        key: one.request,
        direction: "out" as const,
        text: one.text,
        files: one.files,
        at: one.at,
        state: one.refusal === null ? ("sending" as const) : ("failed" as const),
        message: null,
        waiting: one,
        isFirstNew: false,
      })),
  ];
  return drawn.map((one, at) => {
    const before = drawn[at - 1];
    return { ...one, isNewDay: before === undefined || dayOf(before.at) !== dayOf(one.at) };
  });
}

/** Why nothing can be written in a conversation; null: writing is possible. */
export type SmsBar = "noWrite" | "noCarrier" | "stopped" | "noAnswer" | null;
export function smsBar(
  { stopped, number }: Pick<SmsConversation, "stopped" | "number">,
  { mayWrite, carrier }: { readonly mayWrite: boolean; readonly carrier: string },
): SmsBar {
  if (!mayWrite) return "noWrite";
  if (carrier === "none") return "noCarrier";
  if (stopped) return "stopped";
  // A short code or a name takes no answers.
  return /^\+\d{8,15}$/.test(number) ? null : "noAnswer";
}

/** SMSUI-12: a template with the names in its places. */
export const filledTemplate = (text: string, names: { readonly contact: string; readonly me: string }): string =>
  text.replace(/\{(contact|me)\}/g, (_, name: string) => (name === "me" ? names.me : names.contact));
