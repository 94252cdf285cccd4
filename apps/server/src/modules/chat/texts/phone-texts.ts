/** Text messages that telephones send: into the direct conversation, or as SMS (docs/spec/phone-texts.md). */
import { createHash } from "node:crypto";
import { AppError, canWrite, type Rights } from "@callpanel/contract";
import type { PhoneText, Texting, TextOutcome } from "@callpanel/phone-port";
import { displayName, rightsOf, type UserStore } from "../../users/index.ts";
import type { ChatCaller } from "../chat.policy.ts";
import type { RunOrder } from "../messages/orders.ts";
import type { Rooms } from "../rooms/rooms.service.ts";

export interface PhoneTextsDeps {
  readonly users: Pick<UserStore, "byId" | "permissionsOf">;
  /** The person with an extension or a SIP username; `other`: the number is something else of the company. */
  readonly find: (address: string) => { readonly userId: number } | "other" | undefined;
  readonly chat: { readonly rooms: Pick<Rooms, "create">; readonly runOrder: RunOrder };
  /** @throws AppError when the person may not, or the number takes none */
  readonly sendSms: (
    caller: ChatCaller & { readonly rights: Rights },
    sms: { readonly to: string; readonly text: string; readonly clientId: string },
  ) => Promise<void>;
}

const OUTSIDE = /^\+?\d{7,}$/;

export function createPhoneTexts({ users, find, chat, sendSms }: PhoneTextsDeps): Texting {
  const deliver = async ({ from, to, text, id }: PhoneText): Promise<TextOutcome> => {
    const [user, rights] = await Promise.all([users.byId(from.id), rightsOf(users, from.id)]);
    if (user === undefined || !user.mayUsePanel || !canWrite(rights, "chats")) return "forbidden";
    const caller = { userId: user.id, realm: user.realm, rights };
    const clientId = `sip-${createHash("sha256").update(`${from.id} ${id}`).digest("hex").slice(0, 32)}`;
    const target = find(to);
    if (target === "other") return "unknown";
    if (target === undefined) {
      const number = to.replaceAll(/[\s().-]/g, "");
      if (!OUTSIDE.test(number)) return "unknown";
      await sendSms(caller, { to: number, text, clientId });
      return "taken";
    }
    const people = [String(target.userId)];
    const room = await chat.rooms.create(caller, { name: undefined, type: "p", topic: "", readOnly: false, people });
    const writer = { ...caller, name: displayName(user), username: user.username, mayWrite: true };
    await chat.runOrder(writer, { order: "send", room: String(room), client_id: clientId, text, files: [] });
    return "taken";
  };

  return {
    take: async (text) => {
      try {
        return await deliver(text);
      } catch (error) {
        if (error instanceof AppError) return OUTCOMES.get(error.code) ?? "forbidden";
        throw error;
      }
    },
  };
}

const OUTCOMES: ReadonlyMap<string, TextOutcome> = new Map([
  ["chats.message.tooLong", "tooLong"],
  ["chats.sms.tooLong", "tooLong"],
  ["chats.person.gone", "unavailable"],
  ["chats.sms.number", "unknown"],
  ["chats.tooFast", "tooMany"],
]);
