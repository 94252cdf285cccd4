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
