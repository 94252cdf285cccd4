import { join } from "node:path";
import { AppError, isEmailAddress } from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { newId, type RandomBytes } from "../../kernel/secrets.ts";
import type { Mailer } from "../../modules/mail/index.ts";
import { openMailFolder } from "./mail-folder.ts";
import { openMailSpool } from "./mail-spool.ts";
import { createComposer, type Message } from "./message.ts";
import { startOutbox } from "./outbox.ts";
import { createSmtpDelivery } from "./smtp-delivery.ts";

export interface MailerDeps {
  readonly dataDir: string;
  /** Undefined: every mail is a file below `dataDir/mail`. */
  readonly smtpUrl: string | undefined;
  /** `Name <address>` or an address. */
  readonly from: string;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
  /** Mails that may wait; a number that tests can reach. */
  readonly mostWaiting?: number;
}

/** RFC 5321 §4.5.4.1 asks for days; what callpanel sends is of no use then. */
const GIVE_UP_AFTER_MS = 86_400_000;
/** More means that nobody takes mail and somebody sends much. */
const MOST_WAITING = 5_000;

/** The mailer of the settings, and how to stop it. */
export async function startMailer(deps: MailerDeps): Promise<{ readonly mailer: Mailer; stop(): Promise<void> }> {
  const { clock, log, mostWaiting = MOST_WAITING } = deps;
  const compose = createComposer(deps.from);
  const out = await wayOut(deps);
  const mailer: Mailer = {
    send: async (mail) => {
      if (!isEmailAddress(mail.to.address)) throw new AppError("mail.address");
      if (out.waitingCount() >= mostWaiting) throw new AppError("server.unavailable");
      const now = clock.now();
      const expiresAt = Math.min(mail.expiresAt ?? Number.POSITIVE_INFINITY, now + GIVE_UP_AFTER_MS);
      const message = await compose(mail, { id: newId(deps.random), now, expiresAt });
      await out.post(message);
      log.info("a mail was kept", { id: message.id });
    },
  };
  return { mailer, stop: out.stop };
}

interface WayOut {
  post(message: Message): Promise<void>;
  waitingCount(): number;
  stop(): Promise<void>;
}

async function wayOut({ dataDir, smtpUrl, clock, log }: MailerDeps): Promise<WayOut> {
  const folder = join(dataDir, "mail");
  if (smtpUrl === undefined) {
    return { post: await openMailFolder(folder), waitingCount: () => 0, stop: () => Promise.resolve() };
  }
  const outbox = await startOutbox({
    spool: await openMailSpool(folder),
    deliver: createSmtpDelivery(smtpUrl),
    clock,
    log,
  });
  return { post: outbox.post, waitingCount: () => outbox.waitingCount, stop: outbox.stop };
}
