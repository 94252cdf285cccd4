export { smsModule } from "./sms.module.ts";
export {
  SMS_REPORTS_PATH,
  SmsRefused,
  type SmsGateway,
  type SmsReport,
  type SmsReportedState,
  type SmsReports,
  type SmsWebhook,
} from "./sms-gateway.port.ts";
export { createSmsFiles } from "./sms-files.ts";
export { createSmsService } from "./sms.service.ts";
export { smsNumbers } from "./sms-numbers.model.ts";
export type * from "./sms.store.ts";
