import { join } from "node:path";
import { AppError, isEmailAddress } from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import type { Jobs } from "../../kernel/jobs/jobs.ts";
import { EARLIER_VERSION } from "../../kernel/jobs/lease.ts";
import type { Leftovers } from "../../kernel/jobs/leftovers.ts";
import type { Log } from "../../kernel/log.ts";
import type { SecretBox } from "../../kernel/secrets/secret-box.ts";
import { newId, type RandomBytes } from "../../kernel/secrets/secrets.ts";
import type { Tally } from "../../kernel/tally.ts";
import type { Mail, MailJobs, Mailer } from "../../modules/mail/index.ts";
import { openMailFolder } from "./mail-folder.ts";
import { openMailFiles } from "./mail-files.ts";
import { createComposer, type Message } from "./message.ts";
import { startOutbox, type Outbox } from "./outbox.ts";
import { createSmtpDelivery } from "./smtp-delivery.ts";

export interface MailerDeps {
  readonly dataDir: string;
  /** Undefined: every mail is written to a file below `dataDir/mail`. */
  readonly smtpUrl: string | undefined;
  /** `Name <address>` or an address. */
  readonly from: string;
  readonly jobs: Pick<Jobs, "add" | "work" | "waiting">;
  readonly box: SecretBox;
  readonly leftovers: Pick<Leftovers, "inFolder">;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly tally: Pick<Tally, "count">;
  readonly log: Log;
  /** Limit of waiting mails; tests set a lower one. */
  readonly mostWaiting?: number;
}

export { startMailReceiver } from "./mail-receiver.ts";

/** RFC 5321 §4.5.4.1 asks for days, but after a day the links and codes in these mails are useless. */
const GIVE_UP_AFTER_MS = 86_400_000;
/** More waiting mails mean that the mail server is down and somebody sends many. */
const MOST_WAITING = 5_000;

/** Starts the mailer of the settings. Without a mail server it writes files; with one, mails wait as jobs. */
export async function startMailer(deps: MailerDeps): Promise<Mailer & MailJobs> {
  const { clock, log, mostWaiting = MOST_WAITING } = deps;
  const compose = createComposer(deps.from);
  const out = await wayOut(deps);
  const messageOf = async (mail: Mail): Promise<Message> => {
    if (!isEmailAddress(mail.to.address)) throw new AppError("mail.address");
    if ((await out.waiting()) >= mostWaiting) throw new AppError("server.unavailable");
    const now = clock.now();
    const expiresAt = Math.min(mail.expiresAt ?? Number.POSITIVE_INFINITY, now + GIVE_UP_AFTER_MS);
    return compose(mail, { id: newId(deps.random), now, expiresAt });
  };
  return {
    send: async (mail) => {
      const message = await messageOf(mail);
      await out.post(message);
      log.info("a mail was queued", { id: message.id });
    },
    jobOf: async (mail) => out.jobOf(await messageOf(mail)),
  };
}

async function wayOut(deps: MailerDeps): Promise<Outbox> {
  const { dataDir, smtpUrl, leftovers } = deps;
  const folder = join(dataDir, "mail");
  if (smtpUrl === undefined) {
    const write = await openMailFolder(folder);
    const deliver = async (message: Message) => {
      await write(message);
      return { result: "taken" } as const;
    };
    const outbox = startOutbox({ ...deps, files: { putAside: write }, deliver, tally: deps.tally });
    return { ...outbox, post: write, waiting: async () => 0 };
  }
  const files = await openMailFiles(folder);
  const outbox = startOutbox({ ...deps, files, deliver: createSmtpDelivery(smtpUrl), tally: deps.tally });
  leftovers.inFolder(async (owner) => {
    if (owner === EARLIER_VERSION) await files.moveWaiting(outbox.post);
  });
  return outbox;
}
