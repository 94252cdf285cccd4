/** A way to reach one number: the phones of a person, or outside lines one after the other. */
import type { Binding } from "../registrar/bindings.ts";
import type { LegId } from "./bridge.state.ts";
import type { CalleeLeg } from "./callee-leg.ts";
import type { GoneCause } from "./leg.model.ts";

export interface Reach {
  /** Legs to be rung now; none: it cannot be reached. */
  open(): readonly CalleeLeg[];
  /** One of its legs is gone: legs to be rung in its place. */
  after(leg: LegId, cause: GoneCause): readonly CalleeLeg[];
  /** A phone has registered: the legs for it, where it belongs here. */
  more(binding: Binding): readonly CalleeLeg[];
  /** It rings no more, and did not get the call: whom it kept busy is free. */
  close(): void;
}
