import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import type { Log } from "../../kernel/log.ts";
import type { EmailReplies, IncomingMail, MailTaken } from "../../modules/sms/index.ts";

export interface MailReceiverDeps {
  readonly host: string;
  /** 0: the system chooses. */
  readonly port: number;
  readonly replies: EmailReplies;
  readonly log: Log;
}

/** Attachments are not read, but pictures in signatures come along. */
const MAIL_BYTES = 10 * 1024 * 1024;
const CONNECTIONS = 20;
const IDLE_MS = 60_000;
const RECEIVERS = 10;

/** An answer of SMTP (RFC 5321 §4.2). */
class Refusal extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/**
 * SMS-43: takes mail by SMTP for reply addresses and for nothing else. It has no TLS and no sign-in: the site's mail server is
 * in front of it, on the same machine or in a network of its own.
 */
export async function startMailReceiver({ host, port, replies, log }: MailReceiverDeps) {
  const server = new SMTPServer({
    banner: "callpanel",
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: MAIL_BYTES,
    maxClients: CONNECTIONS,
    socketTimeout: IDLE_MS,
    onRcptTo: ({ address }, { envelope }, done) => {
      if (!replies.isKnown(address)) return done(new Refusal(550, "No such address here"));
      return done(envelope.rcptTo.length >= RECEIVERS ? new Refusal(452, "Too many receivers") : null);
    },
    onData: (stream, session, done) => {
      const take = async (): Promise<Refusal | null> => {
        try {
          await receive(stream, session, replies);
          return null;
        } catch (error) {
          if (error instanceof Refusal) return error;
          log.error("a mail could not be taken", { err: error });
          return new Refusal(451, "Try again later");
        }
      };
      void answer(take(), done);
    },
  });
  server.on("error", (error: unknown) => log.warn("a connection of the mail receiver failed", { err: error }));
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(port, host, () => {
      server.server.off("error", reject);
      resolve();
    });
  });
  const at = server.server.address();
  log.info("answers to e-mails are taken", { host, port: typeof at === "object" && at !== null ? at.port : port });
  return { close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

async function answer(taken: Promise<Refusal | null>, done: (error: Refusal | null) => void): Promise<void> {
  done(await taken);
}

async function receive(stream: SMTPServerDataStream, { envelope }: SMTPServerSession, replies: EmailReplies) {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    // What is over the limit is read to its end, as the protocol asks, and not kept.
    if (!stream.sizeExceeded && Buffer.isBuffer(chunk)) chunks.push(chunk);
  }
  if (stream.sizeExceeded) throw new Refusal(552, "The mail is too large");
  const mail = await readMail(Buffer.concat(chunks), envelope.mailFrom === false ? "" : envelope.mailFrom.address);
  const answers: MailTaken[] = [];
  for (const { address } of envelope.rcptTo) answers.push(await replies.take({ ...mail, to: address }));
  if (answers.includes("later")) throw new Refusal(451, "Try again later");
  if (answers.every((one) => one === "unknown")) throw new Refusal(550, "No such address here");
}

/** @throws Refusal for what is no mail */
async function readMail(raw: Buffer, envelopeFrom: string): Promise<Omit<IncomingMail, "to">> {
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 20, maxHeadersSize: 262_144 }).catch((cause: unknown) => {
    throw Object.assign(new Refusal(554, "This mail cannot be read"), { cause });
  });
  const senders = mail.headers.filter(({ key }) => key === "from");
  const address = mail.from?.address;
  const isOne = senders.length === 1 && !(senders[0]?.value ?? "").includes(",");
  return {
    envelopeFrom,
    from: isOne && address !== undefined && address !== "" ? address : undefined,
    messageId: mail.messageId,
    headers: new Map(mail.headers.map(({ key, value }) => [key, value])),
    text: mail.text ?? "",
  };
}
