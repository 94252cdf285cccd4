export { headerText, renderMail, type Mail } from "./mail.model.ts";
export type { Mailer } from "./mailer.ts";
