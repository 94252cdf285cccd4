import type { CommandOutcome, CommandRefusal } from "@callpanel/phone-port";

export type Refused = Extract<CommandOutcome, { ok: false }>;

export function refused(why: CommandRefusal): Refused {
  return { ok: false, why };
}

export const DONE: CommandOutcome = { ok: true, value: undefined };
