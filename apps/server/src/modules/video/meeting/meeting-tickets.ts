import { MEETING_LIMITS, MEETING_TICKET_MS, meetingRoleSchema } from "@callpanel/contract";
import * as z from "zod/mini";
import {
  createOneTimeTokens,
  type OneTimeTokens,
  type OneTimeTokensDeps,
} from "../../../kernel/short-lived/one-time-tokens.ts";

const passSchema = z.object({
  roomId: z.number(),
  role: meetingRoleSchema,
  name: z.string(),
  /** Of a person of the company: with the session, the way in ends. */
  person: z.nullable(z.object({ userId: z.number(), sessionId: z.string() })),
  /** The version of the link of the role. */
  links: z.number(),
});
/** A person who came through the door, with their role. */
export type MeetingPass = z.infer<typeof passSchema>;

export type MeetingTickets = OneTimeTokens<MeetingPass>;

/** MEET-5: tickets for one connection each, to be used within a minute. */
export const createMeetingTickets = (deps: OneTimeTokensDeps): MeetingTickets =>
  createOneTimeTokens(deps, {
    name: "meeting-ticket",
    schema: passSchema,
    maxChars: 300 + 6 * MEETING_LIMITS.nameLength,
    validMs: MEETING_TICKET_MS,
  });
