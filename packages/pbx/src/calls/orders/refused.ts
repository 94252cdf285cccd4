import type { CommandOutcome, CommandRefusal } from "../../commands.ts";

export type Refused = Extract<CommandOutcome, { ok: false }>;

export function refused(why: CommandRefusal): Refused {
  return { ok: false, why };
}

export const DONE: CommandOutcome = { ok: true, value: undefined };
