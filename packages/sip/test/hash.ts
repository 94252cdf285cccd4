import { createHash } from "node:crypto";
import type { Hash } from "../src/digest/digest.ts";

/** The hashes of the platform, as a server passes them in. */
export const nodeHash: Hash = (algorithm, text) => createHash(algorithm).update(text).digest("hex");
