import type { Destination } from "../../dialplan/resolve.ts";
import type { Arrival } from "../arrival.ts";

/** Brings a call to what a feature code does. */
export type ReachFeature = (arrival: Arrival, destination: Destination & { kind: "feature" }) => void | Promise<void>;
