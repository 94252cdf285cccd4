/** A way to reach one number: the phones of a person, or outside lines one after the other. */
import type { Binding } from "../../registrar/bindings.ts";
import type { LegId } from "../bridge/bridge.state.ts";
import type { CalleeLeg } from "../leg/callee-leg.ts";
import type { GoneCause } from "../leg/leg.model.ts";

export interface Reach {
  /** Legs to ring now; empty: the number cannot be reached. */
  open(): readonly CalleeLeg[];
  /** One of its legs has ended: legs to ring instead. */
  after(leg: LegId, cause: GoneCause): readonly CalleeLeg[];
  /** A phone has registered: its legs, if it belongs to this number. */
  more(binding: Binding): readonly CalleeLeg[];
  /** It no longer rings and did not get the call: people and trunks that it kept busy are free. */
  close(): void;
}
