import type { Mail } from "./mail.model.ts";

/** Sends mail. */
export interface Mailer {
  /**
   * Resolves when the mail is stored: it survives a restart, and is tried until it is accepted, refused permanently, or
   * expired. The caller never waits for a mail server. Rejects with `mail.address` for an invalid address,
   * `server.unavailable` when too many wait.
   */
  send(mail: Mail): Promise<void>;
}
