import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Runs the garbage collector now. */
export function collectGarbage(): void {
  setFlagsFromString("--expose_gc");
  runInNewContext("gc()");
}
