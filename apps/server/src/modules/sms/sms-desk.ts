import type { SmsConversation, SmsMessage } from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { SmsOrder, SmsService } from "./sms.service.ts";
import type { ListedSmsConversation } from "./sms.store.ts";
import { presentSms, presentSmsConversation, type SmsContact } from "./sms.view.ts";

export interface SmsDeskDeps {
  readonly sms: SmsService;
  /** Contacts that the caller may read, by number. */
  readonly contactNames: (caller: Caller, numbers: readonly string[]) => Promise<ReadonlyMap<string, SmsContact>>;
  /** Numbers of contacts that the caller may read and that fit a search. */
  readonly contactNumbersNamed: (caller: Caller, search: string) => Promise<readonly string[]>;
}

export type SmsDesk = ReturnType<typeof createSmsDesk>;

/** Conversations as a caller sees them: with the names of the caller's contacts. */
export function createSmsDesk({ sms, contactNames, contactNumbersNamed }: SmsDeskDeps) {
  const present = async (caller: Caller, conversations: readonly ListedSmsConversation[]) => {
    const numbers = await sms.numbersOf(caller);
    const customers = conversations.map(({ customer }) => customer);
    const names = await contactNames(caller, customers);
    const view = { viewer: caller.userId, numbers, names, sendsFiles: sms.sendsFiles };
    return conversations.map((one) => presentSmsConversation(one, view));
  };
  const one = async (caller: Caller, id: number): Promise<SmsConversation> => {
    const [conversation] = await present(caller, [await sms.see(caller, id)]);
    if (conversation === undefined) throw new Error("a conversation that was seen is presented");
    return conversation;
  };
  return {
    /** SMS-12: by number, or by the name of a contact that the caller may read. */
    list: async (caller: Caller, query: Omit<Parameters<SmsService["list"]>[1], "named">) => {
      const named = query.search === "" ? [] : await contactNumbersNamed(caller, query.search);
      const { total, unread, conversations } = await sms.list(caller, { ...query, named });
      return { total, unread, data: await present(caller, conversations) };
    },
    one,
    send: async (
      caller: Caller,
      order: SmsOrder,
    ): Promise<{ readonly conversation: SmsConversation; readonly message: SmsMessage }> => {
      const message = await sms.send(caller, order);
      return { conversation: await one(caller, message.conversationId), message: presentSms(message, caller.userId) };
    },
  };
}
