import { MEETING_LIMITS, MEETING_TICKET_MS, meetingRoleSchema } from "@callpanel/contract";
import * as z from "zod/mini";
import type { Clock } from "../../../kernel/clock.ts";
import { newToken, tokenDigest, type RandomBytes } from "../../../kernel/secrets/secrets.ts";
import type { ShortLived } from "../../../kernel/short-lived/short-lived.ts";

const passSchema = z.object({
  roomId: z.number(),
  role: meetingRoleSchema,
  name: z.string(),
  /** Of a person of the company: with the session, the way in ends. */
  person: z.nullable(z.object({ userId: z.number(), sessionId: z.string() })),
  /** The version of the links. */
  links: z.number(),
});
/** Who came through the door, as what. */
export type MeetingPass = z.infer<typeof passSchema>;

export interface MeetingTickets {
  issue(pass: MeetingPass): Promise<string>;
  take(ticket: string): Promise<MeetingPass | undefined>;
}

/** MEET-5: tickets for one connection each, to be used within a minute; of each the digest is kept. */
export function createMeetingTickets({
  shortLived,
  clock,
  random,
}: {
  readonly shortLived: Pick<ShortLived, "open">;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
}): MeetingTickets {
  const maxChars = 300 + 6 * MEETING_LIMITS.nameLength;
  const entries = shortLived.open({ name: "meeting-ticket", schema: passSchema, most: 20_000, maxChars });
  return {
    issue: async (pass) => {
      const ticket = newToken(random);
      const expiresAt = clock.now() + MEETING_TICKET_MS;
      await entries.change(tokenDigest(ticket), () => ({ value: pass, expiresAt }));
      return ticket;
    },
    take: (ticket) => entries.take(tokenDigest(ticket)),
  };
}
