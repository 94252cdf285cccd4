import { LOCALES } from "@callpanel/contract";
import * as z from "zod/mini";
import type { Jobs } from "../../../kernel/jobs/jobs.ts";
import type { JobKind } from "../../../kernel/jobs/job.model.ts";
import { displayName, foldUsername } from "../../users/index.ts";
import { writeForgotten } from "./invitation.mail.ts";
import { linkAddress, newLink, type InvitationDeps } from "./invitations.ts";
import type { InvitationStore } from "./invitation.store.ts";

/** How long the link of a forgotten password works. */
export const FORGOTTEN_MS = 3_600_000;
/** A person gets at most one mail in this time. */
export const FORGOTTEN_EVERY_MS = 600_000;
/** More waiting requests mean that someone is trying out names. */
const MOST_WAITING = 1_000;

const payload = z.object({ username: z.string(), origin: z.string(), locale: z.enum(LOCALES) });
type Asked = z.infer<typeof payload>;
const PASSWORD_FORGOTTEN: JobKind<Asked> = { name: "password.forgotten", payload };

export interface ForgottenDeps extends InvitationDeps {
  readonly invitations: Pick<InvitationStore, "addForgotten">;
  readonly jobs: Pick<Jobs, "add" | "work" | "waiting">;
}

export type Forgotten = ReturnType<typeof createForgotten>;

/**
 * FORGOT-1: a person who forgot the password gets a link by mail. Each request is stored as a job, whether there is such a
 * person or not: the answer and its time do not show it.
 */
export function createForgotten(deps: ForgottenDeps) {
  const { invitations, jobs, mailer, mail, platformName, clock, random } = deps;
  return {
    /** Without a mail server nothing can be sent. */
    isPossible: mail.smtpUrl !== undefined,

    ask: async (asked: Asked): Promise<void> => {
      if ((await jobs.waiting(PASSWORD_FORGOTTEN)) < MOST_WAITING) await jobs.add(PASSWORD_FORGOTTEN, asked);
    },

    work: (): void =>
      jobs.work(PASSWORD_FORGOTTEN, async ({ username, origin, locale }) => {
        const { token, link } = newLink({ clock, random, forMs: FORGOTTEN_MS });
        const person = await invitations.addForgotten(foldUsername(username), link, {
          madeSince: clock.now() - FORGOTTEN_EVERY_MS,
          lastingLongerThan: link.expiresAt,
        });
        if (person === undefined) return;
        const { email: to, username: name } = person;
        const url = linkAddress(origin, token);
        const { expiresAt } = link;
        const letter = { to, name: displayName(person), username: name, platformName: platformName(), url, expiresAt };
        await mailer.send(writeForgotten({ ...letter, locale }));
      }),
  };
}
