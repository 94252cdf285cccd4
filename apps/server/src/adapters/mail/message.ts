import { createTransport } from "nodemailer";
import { headerText, renderMail, type Mail } from "../../modules/mail/index.ts";

/** A mail as it is sent, with its envelope: sender and recipient (RFC 5321 §3.3). */
export interface Message {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** Ms since the epoch. */
  readonly writtenAt: number;
  readonly expiresAt: number;
  /** RFC 5322 */
  readonly raw: Buffer;
}

/** Composes messages; a sender is `Name <address>` or only an address. */
export function createComposer(sender: string) {
  const { name, address } = readSender(sender);
  const composer = createTransport(
    { streamTransport: true, buffer: true, newline: "windows" },
    { disableFileAccess: true, disableUrlAccess: true },
  );
  return async (
    mail: Mail,
    { id, now, expiresAt }: { id: string; now: number; expiresAt: number },
  ): Promise<Message> => {
    const { subject, text, html, pictures } = renderMail(mail, name);
    const domain = address.slice(address.indexOf("@") + 1);
    const automatic = mail.answers === undefined ? "auto-generated" : "auto-replied"; // RFC 3834 §5
    const { message } = await composer.sendMail({
      from: { name, address },
      to: { name: headerText(mail.to.name), address: mail.to.address },
      subject,
      text,
      ...(mail.isPlain === true ? {} : { html }),
      ...(mail.replyTo === undefined ? {} : { replyTo: mail.replyTo }),
      ...(mail.thread === undefined ? {} : { references: `<${mail.thread}@${domain}>` }),
      ...(mail.answers === undefined ? {} : { inReplyTo: headerText(mail.answers) }),
      date: new Date(now),
      messageId: `<${id}@${domain}>`,
      headers: { "Auto-Submitted": automatic, "Content-Language": mail.locale },
      attachments: [
        ...pictures.map(({ cid, png }) => ({ cid, content: Buffer.from(png), filename: "picture.png" })),
        ...(mail.attachments ?? []).map(({ name: filename, type: contentType, bytes }) => ({
          filename,
          contentType,
          content: Buffer.from(bytes),
        })),
      ],
    });
    if (!Buffer.isBuffer(message)) throw new Error("a message was not composed in memory");
    return { id, from: address, to: mail.to.address, writtenAt: now, expiresAt, raw: message };
  };
}

function readSender(sender: string): { readonly name: string; readonly address: string } {
  const [, name = "", address = ""] = /^(.*?)\s*<([^<>]+)>$/.exec(sender) ?? [];
  return address === "" ? { name: "callpanel", address: sender } : { name: headerText(name), address };
}
