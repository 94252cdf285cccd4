import type { Endpoint } from "@callpanel/contract";
import { ApiError } from "../../shared/api/api.ts";
import type { Upload } from "../../shared/api/upload.ts";
import type { Bearers } from "./api.ts";
import { withBearer } from "./api.ts";
import { contentOf, faultOf, headersOf, parse, urlOf } from "./wire.ts";
import type { ApiPlace } from "./wire.ts";

export interface UploadDeps {
  readonly window: Window & typeof globalThis;
  readonly place: ApiPlace;
  readonly bearers: Bearers;
}

/** Uploads with progress: `fetch` does not report how much was sent. */
export function createUpload({ window, place, bearers }: UploadDeps): Upload {
  return (endpoint, { onProgress, signal, ...input }) =>
    withBearer(bearers, async (bearer) => {
      const response = await sendForm({
        window,
        url: urlOf(place, endpoint, input),
        endpoint,
        bearer,
        input,
        onProgress,
        signal,
      });
      if (!response.ok) throw new ApiError(await faultOf(response));
      return parse(endpoint.response, response);
    });
}

interface Sending {
  readonly window: Window & typeof globalThis;
  readonly url: string;
  readonly endpoint: Pick<Endpoint, "method" | "upload">;
  readonly bearer: string;
  readonly input: { readonly body?: unknown; readonly file?: Blob };
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

function sendForm({ window, url, endpoint, bearer, input, onProgress, signal }: Sending): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new window.XMLHttpRequest();
    const failed = () => reject(new ApiError({ kind: "unreachable" }));
    request.open(endpoint.method, url);
    for (const [name, value] of Object.entries(headersOf(false, bearer))) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener("load", () => resolve(new Response(request.responseText, { status: request.status })));
    request.addEventListener("error", failed);
    request.addEventListener("abort", failed);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    const { body } = contentOf(endpoint.upload, input);
    request.send(body instanceof window.FormData ? body : null);
  });
}
