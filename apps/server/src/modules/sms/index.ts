export { seedDemoTexts } from "./demo-texts.ts";
export { smsModule } from "./sms.module.ts";
export {
  SMS_REPORTS_PATH,
  SmsRefused,
  type OutgoingSms,
  type SmsGateway,
  type SmsReport,
  type SmsReportedState,
  type SmsReports,
  type SmsWebhook,
} from "./sms-gateway.port.ts";
export { PARTS_WAIT_MS } from "./sms-parts.ts";
export { createSmsFiles } from "./sms-files.ts";
export { ownerOf } from "./email/forwarding.ts";
export type { EmailReplies, IncomingMail, MailTaken } from "./email/email-replies.ts";
export { createReplyAddresses } from "./email/reply-address.ts";
export { createSmsDesk } from "./sms-desk.ts";
export { createSmsService, type SmsNotices, type SmsOrder, type SmsService } from "./sms.service.ts";
export { smsNumbers } from "./sms-numbers.model.ts";
export { smsRetention, type SmsKeepingStore } from "./sms-retention.ts";
export type * from "./sms.store.ts";
