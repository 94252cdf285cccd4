import type { Caller } from "../../kernel/caller.ts";

/** A receiver of events, and their rights. */
export type Receiving = Pick<Caller, "userId" | "rights">;
