import { isIP } from "node:net";
import { isEmailAddress } from "@callpanel/contract";
import { isLoopback, portOf, refuse, SettingsError, text, type Environment } from "./environment.ts";

export interface MailSettings {
  /** Undefined: mails are written as files to the data directory. */
  readonly smtpUrl: string | undefined;
  /** `Name <address>` or an address. */
  readonly from: string;
}

/** RFC 6761 §6.4: the domain never exists, and no mail is sent from it. */
const MAIL_FROM_DEFAULT = "callpanel <no-reply@callpanel.invalid>";

export function mailOf(env: Environment): MailSettings {
  const smtpUrl = text(env, "SMTP_URL");
  const from = text(env, "MAIL_FROM");
  // Not shown in the message: it may contain a password.
  if (smtpUrl !== undefined && !(URL.canParse(smtpUrl) && /^smtps?:\/\/[^/?#]/i.test(smtpUrl)))
    throw new SettingsError("SMTP_URL must be an address such as smtps://user:password@mail.example.com:465");
  if (smtpUrl !== undefined && from === undefined)
    throw new SettingsError("MAIL_FROM is needed with SMTP_URL: the address that mail comes from");
  const address = /<([^<>]*)>$/.exec(from ?? "")?.[1] ?? from;
  if (from !== undefined && (address === undefined || !isEmailAddress(address)))
    return refuse("MAIL_FROM", "an address such as Phone <phone@example.com>", from);
  return { smtpUrl, from: from ?? MAIL_FROM_DEFAULT };
}

export interface SmsReplySettings {
  /** Of the addresses to which people answer. */
  readonly domain: string;
  /** Where the site's mail server delivers this mail by SMTP. */
  readonly host: string;
  readonly port: number;
}

export function smsUrlOf(env: Environment): string | undefined {
  const value = text(env, "SMS_URL");
  // Not shown in the message: it may contain a password.
  if (value !== undefined && !isSmsUrl(value))
    throw new SettingsError(
      "SMS_URL must be an address such as https://user:password@sms.example.com/send or twilio://account:token@api.twilio.com",
    );
  return value;
}

/** Tokens are not sent to other machines without TLS. */
function isSmsUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password, search } = new URL(value);
  if (/^https?:$/.test(protocol)) return true;
  // Centres are often reached without TLS, through a tunnel.
  if (/^smpps?:$/.test(protocol)) return hostname !== "" && username !== "" && password !== "";
  const isKannel = protocol === "kannel:" || (protocol === "kannel+http:" && isLoopback(hostname));
  if (isKannel) return hostname !== "" && username !== "" && password !== "" && search === "";
  const isTwilio = protocol === "twilio:" || (protocol === "twilio+http:" && isLoopback(hostname));
  return isTwilio && hostname !== "" && /^\w{1,64}$/.test(username) && password !== "" && search === "";
}

export function smsFromOf(env: Environment): string | undefined {
  const value = text(env, "SMS_FROM");
  if (value === undefined || /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/i.test(value)) return value;
  return refuse("SMS_FROM", "a number such as +14165550100, or the id of a messaging service", value);
}

/** It is part of an address. */
export function smsCallbackSecretOf(env: Environment): string | undefined {
  const value = text(env, "SMS_CALLBACK_SECRET");
  if (value === undefined || /^[\w-]{20,128}$/.test(value)) return value;
  throw new SettingsError("SMS_CALLBACK_SECRET must be 20 to 128 letters, digits, - and _");
}

const SMS_REPLY_LISTEN_DEFAULT = "127.0.0.1:2525";

export function smsRepliesOf(env: Environment): SmsReplySettings | undefined {
  const domain = text(env, "SMS_REPLY_DOMAIN");
  if (domain === undefined) return undefined;
  if (!isEmailAddress(`sms@${domain}`) || !domain.includes("."))
    return refuse("SMS_REPLY_DOMAIN", "a domain such as sms.example.com", domain);
  const listen = text(env, "SMS_REPLY_LISTEN") ?? SMS_REPLY_LISTEN_DEFAULT;
  const [, host = "", port = ""] = /^\[?([0-9a-f.:]+?)\]?:(\d+)$/i.exec(listen) ?? [];
  if (isIP(host) === 0) return refuse("SMS_REPLY_LISTEN", "an address and a port such as 127.0.0.1:2525", listen);
  return { domain, host, port: portOf(port, "SMS_REPLY_LISTEN", 0) };
}
