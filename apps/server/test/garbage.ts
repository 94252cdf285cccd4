import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Frees at once what nobody holds any more. */
export function collectGarbage(): void {
  setFlagsFromString("--expose_gc");
  runInNewContext("gc()");
}
