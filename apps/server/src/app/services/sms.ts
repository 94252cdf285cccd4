import { startMailReceiver } from "../../adapters/mail/index.ts";
import type { PictureEncoders } from "../../adapters/pictures/index.ts";
import { createFileStorage } from "../../modules/chat/index.ts";
import { contactNamesOf } from "../../modules/contacts/index.ts";
import type { MailJobs, Mailer } from "../../modules/mail/index.ts";
import type { CompanySettings } from "../../modules/realm-settings/index.ts";
import {
  createReplyAddresses,
  createSmsFiles,
  createSmsService,
  type SmsGateway,
  type SmsNotices,
} from "../../modules/sms/index.ts";
import type { Kernel } from "../kernel.ts";

export interface SmsParts {
  readonly gateway: SmsGateway | undefined;
  readonly mailer: Mailer & MailJobs;
  readonly company: () => CompanySettings;
  readonly notices: SmsNotices;
  readonly encoders: Pick<PictureEncoders, "message">;
}

/** Text messages, their files, and the e-mails about them. */
export async function openSms(kernel: Kernel, { gateway, mailer, company, encoders, notices }: SmsParts) {
  const { config, stores, box, log, shutdown } = kernel;
  const { smsReplies, publicUrl } = config;
  const fileStorage = createFileStorage({ sounds: kernel.sounds, draw: encoders.message });
  const sms = createSmsService({
    ...kernel,
    fileStore: stores.smsFiles,
    fileStorage,
    store: stores.sms,
    users: stores.users,
    settings: stores.personalSettings,
    parts: stores.smsParts,
    files: createSmsFiles({
      ...kernel,
      store: stores.sms,
      fileStore: stores.smsFiles,
      fileStorage,
      gateway,
      publicUrl,
    }),
    gateway,
    mailer,
    company,
    notices,
    platformName: () => company().platformName,
    replyAddresses: smsReplies && gateway && createReplyAddresses({ box, ...smsReplies }),
    contactName: async (owner, number) => (await contactNamesOf(stores.contacts, owner, [number])).get(number)?.name,
    localeOf: async (userId) => ((await stores.voicemail.box(userId))?.settings.language === "fr" ? "fr-CA" : "en-US"),
    log: log("sms"),
  });
  shutdown.add(gateway?.listen?.(sms.report) ?? (() => undefined));
  if (smsReplies !== undefined && sms.emailReplies !== undefined) {
    const receiver = await startMailReceiver({ ...smsReplies, replies: sms.emailReplies, log: log("mail") });
    shutdown.add(receiver.close);
  }
  return sms;
}
