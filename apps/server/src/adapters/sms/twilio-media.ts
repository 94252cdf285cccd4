import { SMS_LIMITS } from "@callpanel/contract";
import { ANSWER_MS } from "./gateway-address.ts";

export interface TwilioMediaSettings {
  /** The address of the service. */
  readonly service: URL;
  /** Its credentials. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Where Twilio's API sends one for a file. */
const CONTENT_HOST = /(^|\.)twiliocdn\.com$/;
const REDIRECTS_MOST = 3;

/**
 * SMS-53: a file of a message that came in. Undefined: it is not at the service, too large, or gone. Rejects when the service
 * could not be asked.
 */
export async function fetchTwilioFile(address: string, settings: TwilioMediaSettings): Promise<Uint8Array | undefined> {
  if (!URL.canParse(address)) return undefined;
  const { service } = settings;
  let url = new URL(address);
  if (url.origin !== service.origin || url.username !== "") return undefined;
  for (let redirects = 0; redirects <= REDIRECTS_MOST; redirects += 1) {
    // The credentials are for the service alone, and for the first request.
    const headers = redirects === 0 ? settings.headers : {};
    const answer = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(ANSWER_MS) });
    if (answer.status < 300 || answer.status >= 400) return bodyOf(answer);
    await answer.body?.cancel();
    const next = new URL(answer.headers.get("location") ?? "", url);
    const isContent = next.protocol === "https:" && next.port === "" && CONTENT_HOST.test(next.hostname);
    if (next.origin !== service.origin && !isContent) return undefined;
    url = next;
  }
  return undefined;
}

async function bodyOf(answer: Response): Promise<Uint8Array | undefined> {
  if (answer.status >= 500 || answer.status === 429) throw new Error(`the gateway answered ${answer.status}`);
  if (!answer.ok || answer.body === null) {
    await answer.body?.cancel();
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const content: AsyncIterable<Uint8Array> = answer.body;
  for await (const chunk of content) {
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes > SMS_LIMITS.fileBytes) return undefined;
    chunks.push(chunk);
  }
  return bytes === 0 ? undefined : Buffer.concat(chunks);
}
