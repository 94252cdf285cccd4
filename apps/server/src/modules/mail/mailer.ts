import type { NewJob } from "../../kernel/jobs/job-store.port.ts";
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

/** Mail as part of another change. */
export interface MailJobs {
  /** The job that sends the mail, for the caller's transaction; `jobs.wake` comes after it. Rejects as `send` does. */
  jobOf(mail: Mail): Promise<NewJob>;
}
