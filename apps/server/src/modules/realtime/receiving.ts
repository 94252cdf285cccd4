import type { Caller } from "../../kernel/caller.ts";

/** Who receives, and what they may do. */
export type Receiving = Pick<Caller, "userId" | "rights">;
