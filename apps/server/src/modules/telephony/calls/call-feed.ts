import { createHash } from "node:crypto";
import type { PhoneEvent, PhoneSystem } from "@callpanel/phone-port";
import { isLeftToBox } from "./call-destination.ts";

type Phone = Pick<PhoneSystem, "subscribe">;

/** Calls to people, in the form that notifications need. */
export function createCallFeed(phone: Phone) {
  const on = (take: (event: PhoneEvent) => void) => phone.subscribe(take);
  return {
    onStarted: (
      listener: (call: {
        readonly id: string;
        readonly userId: number;
        readonly from: { readonly name: string; readonly number: string };
      }) => void,
    ) =>
      on((event) => {
        if (event.kind !== "callStarted") return;
        const { id, caller, callee } = event.call;
        if (callee.userId !== undefined)
          listener({ id, userId: callee.userId, from: { name: caller.name, number: caller.number } });
      }),
    onEnded: (listener: (end: { readonly id: string; readonly answered: boolean }) => void) =>
      on((event) => {
        if (event.kind !== "callEnded") return;
        const { call, record } = event;
        listener({ id: call.id, answered: record.answeredAt !== undefined && !isLeftToBox(record) });
      }),
  };
}

/** At most 32 characters of base64url (RFC 8030 §5.4). */
export const pushTopicOf = (callId: string): string =>
  createHash("sha256").update(callId).digest("base64url").slice(0, 32);
