import type { Caller } from "../../kernel/http/caller.ts";

/** A receiver of events, and their rights. */
export type Receiving = Pick<Caller, "userId" | "rights">;
