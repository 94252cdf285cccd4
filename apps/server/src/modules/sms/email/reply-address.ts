/** Where a forwarded e-mail is answered: an address that only its reader knows (docs/spec/sms.md, SMS-44). */
import { timingSafeEqual } from "node:crypto";
import type { SecretBox } from "../../../kernel/secrets/secret-box.ts";

export interface ReplyAddressDeps {
  readonly box: Pick<SecretBox, "sign">;
  /** Part after the `@`. */
  readonly domain: string;
}

const DAY_MS = 86_400_000;
const VALID_DAYS = 30;
/** 160 bits; RFC 5321 §4.5.3.1.1 allows 64 characters, and mail servers may change their case. */
const SIGNATURE_CHARS = 40;
const LOCAL_PART = /^sms-([1-9a-z][0-9a-z]{0,9})-([1-9a-z][0-9a-z]{0,4})-([0-9a-f]{40})$/;
const PURPOSE = "answers to forwarded text messages";

export type ReplyTo =
  | { readonly kind: "none" }
  | { readonly kind: "valid" | "expired"; readonly conversationId: number };

export function createReplyAddresses({ box, domain }: ReplyAddressDeps) {
  const signatureOf = (conversationId: number, untilDay: number, reader: string): string =>
    box
      .sign(JSON.stringify([conversationId, untilDay, reader.toLowerCase()]), PURPOSE)
      .toString("hex")
      .slice(0, SIGNATURE_CHARS);
  const partsOf = (address: string) => {
    const at = address.lastIndexOf("@");
    if (address.slice(at + 1).toLowerCase() !== domain.toLowerCase()) return undefined;
    const [, conversation = "", day = "", signature = ""] = LOCAL_PART.exec(address.slice(0, at).toLowerCase()) ?? [];
    if (signature === "") return undefined;
    return { conversationId: Number.parseInt(conversation, 36), untilDay: Number.parseInt(day, 36), signature };
  };
  return {
    /** The address for one conversation and one reader, for thirty days. */
    create: (conversationId: number, reader: string, now: number): string => {
      const untilDay = Math.floor(now / DAY_MS) + VALID_DAYS;
      const signature = signatureOf(conversationId, untilDay, reader);
      return `sms-${conversationId.toString(36)}-${untilDay.toString(36)}-${signature}@${domain}`;
    },
    /** Whether it looks like one; its signature needs the reader. */
    isOne: (address: string): boolean => partsOf(address) !== undefined,
    read: (address: string, reader: string, now: number): ReplyTo => {
      const parts = partsOf(address);
      if (parts === undefined) return { kind: "none" };
      const { conversationId, untilDay, signature } = parts;
      const wanted = signatureOf(conversationId, untilDay, reader);
      if (!timingSafeEqual(Buffer.from(wanted), Buffer.from(signature))) return { kind: "none" };
      return { kind: untilDay * DAY_MS + DAY_MS > now ? "valid" : "expired", conversationId };
    },
  };
}

export type ReplyAddresses = ReturnType<typeof createReplyAddresses>;
