export { headerText, renderMail, type Mail, type MailPart } from "./mail.model.ts";
export type { Mailer } from "./mailer.ts";
