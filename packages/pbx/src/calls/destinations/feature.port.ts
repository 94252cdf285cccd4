import type { Destination } from "../../dialplan/resolve.ts";
import type { Arrival } from "../call/arrival.ts";

/** Handles a call to a feature code. */
export type ReachFeature = (arrival: Arrival, destination: Destination & { kind: "feature" }) => void | Promise<void>;
