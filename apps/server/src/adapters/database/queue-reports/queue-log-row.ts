import type { QueueLogRow } from "@callpanel/phone-port";
import * as z from "zod/mini";

const agent = z.optional(z.number());
const place = { position: z.number(), originalPosition: z.number(), waitMs: z.number() };
const talk = {
  waitMs: z.number(),
  talkMs: z.number(),
  originalPosition: z.number(),
  wrapUpMs: z.optional(z.number()),
};
const base = {
  at: z.number(),
  realm: z.string(),
  queueId: z.optional(z.string()),
  callId: z.optional(z.string()),
  agentId: agent,
  by: agent,
};
const row = <Shape extends Record<string, z.ZodMiniType>, const Name extends string>(
  names: readonly [Name, ...Name[]],
  shape: Shape,
) => z.object({ ...base, event: z.enum(names), ...shape });

/** The rows as they are stored. */
const storedRow: z.ZodMiniType<QueueLogRow> = z.discriminatedUnion("event", [
  row(["QUEUESTART", "CONFIGRELOAD", "AGENTDUMP", "SYSCOMPAT", "AGENTLOGIN", "REMOVEMEMBER"], {}),
  row(["ENTERQUEUE"], { number: z.string(), name: z.string(), position: z.number() }),
  row(["CONNECT"], {
    waitMs: z.number(),
    agentLegId: z.string(),
    ringMs: z.number(),
    targetMs: z.optional(z.number()),
  }),
  row(["COMPLETEAGENT", "COMPLETECALLER"], talk),
  row(["BLINDTRANSFER", "ATTENDEDTRANSFER"], { ...talk, to: z.string() }),
  row(["ABANDON", "EXITWITHTIMEOUT", "EXITEMPTY"], place),
  row(["EXITWITHKEY"], { ...place, key: z.string() }),
  row(["WITHDRAW"], { ...place, why: z.string() }),
  row(["RINGNOANSWER"], { ringMs: z.number(), refused: z.optional(z.literal(true)) }),
  row(["RINGCANCELED"], { ringMs: z.number() }),
  row(["OUTCALL"], {
    step: z.enum(["asked", "dialled", "noAnswer", "busy", "notConfirmed", "dropped"]),
    number: z.string(),
    attempt: z.number(),
    priority: z.number(),
  }),
  row(["ADDMEMBER"], { penalty: z.number(), paused: z.boolean(), always: z.optional(z.literal(true)) }),
  row(["PENALTY"], { penalty: z.number() }),
  row(["RINGINUSE"], { ringInUse: z.boolean() }),
  row(["PAUSE", "UNPAUSE", "PAUSEALL", "UNPAUSEALL"], { reason: z.string() }),
  row(["AGENTLOGOFF"], { loginMs: z.number() }),
]);

/** @throws if the text is not a row */
export const readRow = (text: string): QueueLogRow => z.parse(storedRow, JSON.parse(text));
