import { AppError, type Locale } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import { newToken, tokenDigest, type RandomBytes } from "../../../kernel/secrets/secrets.ts";
import type { Mailer } from "../../mail/index.ts";
import { displayName } from "../../users/index.ts";
import { writeInvitation } from "./invitation.mail.ts";
import { INVITATION_PATH } from "./invitation.page.ts";
import type { InvitationLink } from "./invitation.store.ts";

const INVITATION_MS = 7 * 86_400_000;

export interface Invitation {
  readonly token: string;
  readonly link: InvitationLink;
}

interface Invitee {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Empty: there is none. */
  readonly email: string;
}

/** Where the link leads, and the language of the mail. */
export interface InvitationPlace {
  readonly origin: string;
  readonly locale: Locale;
}

export interface InvitationDeps {
  readonly mailer: Mailer;
  /** Without a mail server nothing is sent. */
  readonly mail: { readonly smtpUrl: string | undefined };
  readonly platformName: () => string;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
}

export type Invitations = ReturnType<typeof createInvitations>;

/** PEOPLE-4: links to choose a password. */
export function createInvitations({ mailer, mail, platformName, clock, random }: InvitationDeps) {
  return {
    /** A new link; it works as soon as it is stored. */
    make: (): Invitation => newLink({ clock, random, forMs: INVITATION_MS }),

    /** Sends a stored link to a person with an address. @returns what the administrator is shown */
    send: async (person: Invitee, { token, link: { expiresAt } }: Invitation, { origin, locale }: InvitationPlace) => {
      const url = linkAddress(origin, token);
      const { username, email: to } = person;
      const letter = { to, name: displayName(person), username, platformName: platformName(), url, expiresAt, locale };
      const isSent =
        mail.smtpUrl !== undefined && to !== "" && (await isAccepted(() => mailer.send(writeInvitation(letter))));
      return { url, expires_at: expiresAt, mailed_to: isSent ? to : null };
    },
  };
}

/** A link that works as soon as it is stored. */
export function newLink({
  clock,
  random,
  forMs,
}: Pick<InvitationDeps, "clock" | "random"> & { readonly forMs: number }) {
  const token = newToken(random);
  const createdAt = clock.now();
  return { token, link: { digest: tokenDigest(token), createdAt, expiresAt: createdAt + forMs } };
}

export const linkAddress = (origin: string, token: string): string => `${origin}${INVITATION_PATH}?token=${token}`;

/** The link is stored already: an administrator who can pass it on must see it, also when no mail can be sent. */
async function isAccepted(send: () => Promise<void>): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
