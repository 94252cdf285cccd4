export { headerText, renderMail, type Mail } from "./mail.model.ts";
export type { MailJobs, Mailer } from "./mailer.ts";
