import type { Endpoint } from "@callpanel/contract";
import type { ApiInput, Given, Schema } from "./api.ts";

/** Uploads a file as the signed-in user. Rejects only with `ApiError`. */
export type Upload = <P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  endpoint: Endpoint<P, Q, B, R>,
  input: ApiInput<P, Q, B> & {
    readonly file: Blob;
    /** 0 to 1. */
    readonly onProgress: (share: number) => void;
    readonly signal: AbortSignal;
  },
) => Promise<Given<R>>;
