import { AppError, type Rights } from "@callpanel/contract";
import type { Texting } from "@callpanel/phone-port";
import type { SmsService } from "../../modules/sms/index.ts";

/** The phone system starts before chat: until then no phone can write. */
export function createLateTexting(): Texting & { open(texting: Texting): void } {
  let opened: Texting | undefined;
  return {
    open: (texting) => {
      opened = texting;
    },
    take: async (text) => (opened === undefined ? "tooMany" : opened.take(text)),
  };
}

/** TEXT-6: a telephone does not say from which number; it is the first that the person shares. */
export const smsOfPhones =
  (sms: Pick<SmsService, "numbersOf" | "send">) =>
  async (
    caller: Parameters<SmsService["send"]>[0] & { readonly rights: Rights },
    { to, text, clientId }: { readonly to: string; readonly text: string; readonly clientId: string },
  ): Promise<void> => {
    const [own] = await sms.numbersOf(caller);
    if (own === undefined) throw new AppError("request.forbidden");
    await sms.send(caller, { did: own.number, to, text, files: [], clientId });
  };
