import type { Mail } from "./mail.model.ts";

/** The way out for mail. */
export interface Mailer {
  /**
   * Resolves when the mail is kept: it survives a restart, and is tried until it was taken, refused for good, or too old.
   * Nobody waits for a mail server. Rejects with `mail.address` when the address cannot be one, `server.unavailable` when too many wait.
   */
  send(mail: Mail): Promise<void>;
}
