import { answerOf, ApiError } from "../../shared/api/api.ts";
import type { Api, Download, FileWire, Wire } from "../../shared/api/api.ts";

/** The source of bearers: the session. */
export interface Bearers {
  /** A bearer that has not expired by the clock, refreshed first if needed; null when signed out. */
  current(): Promise<string | null>;
  /** The server refused this bearer: one shared refresh. Null when the session is over. */
  renew(refused: string): Promise<string | null>;
}

/** Calls as the signed-in person: a 401 brings one shared refresh and one retry (SESSION-5). */
export function createApi({ wire, bearers }: { readonly wire: Wire; readonly bearers: Bearers }): Api {
  return { call: (endpoint, input) => withBearer(bearers, (bearer) => wire.call(endpoint, input, bearer)) };
}

/** Requests for files as the signed-in person, in the same way. */
export function createDownload({ wire, bearers }: { readonly wire: FileWire; readonly bearers: Bearers }): Download {
  return (endpoint, input) => withBearer(bearers, (bearer) => wire.download(endpoint, input, bearer));
}

/** A 401 brings one shared refresh and one retry. */
export async function withBearer<Answer>(bearers: Bearers, ask: (bearer: string) => Promise<Answer>): Promise<Answer> {
  const bearer = await bearers.current();
  if (bearer === null) throw new ApiError({ kind: "signed-out" });
  try {
    return await ask(bearer);
  } catch (error) {
    if (!isRefusedBearer(error)) throw error;
    const renewed = await bearers.renew(bearer);
    if (renewed === null) throw new ApiError({ kind: "signed-out" }, { cause: error });
    return ask(renewed);
  }
}

function isRefusedBearer(error: unknown): boolean {
  return answerOf(error)?.status === 401;
}
