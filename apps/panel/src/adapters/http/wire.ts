import { errorBodySchema } from "@callpanel/contract";
import type { Endpoint, Upload } from "@callpanel/contract";
import { ApiError } from "../../shared/api/api.ts";
import type { ApiFault, FileWire, Given, Schema, Wire } from "../../shared/api/api.ts";

/** The network port: the browser's `fetch`, or an in-memory server in tests. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Where the server's endpoints are. */
export interface ApiPlace {
  /** `/api` or an absolute address, without a slash at the end. */
  readonly apiBase: string;
  /** `v1`. */
  readonly apiVersion: string;
}

export interface WireDeps extends ApiPlace {
  readonly fetch: Fetch;
  /** The person's language, for texts of the server; absent: the browser's language. */
  readonly language?: () => string;
}

interface LooseInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly file?: Blob;
}

/** Requests to endpoints of the contract; responses are parsed here. Independent of sessions. */
export function createWire({ fetch, apiBase, apiVersion, language }: WireDeps): Wire & FileWire {
  const ask = async (
    endpoint: Pick<Endpoint, "version" | "path" | "method" | "upload">,
    input: LooseInput,
    bearer: string | null,
  ): Promise<Response> => {
    const { method, upload } = endpoint;
    const response = await send(fetch, urlOf({ apiBase, apiVersion }, endpoint, input), {
      method,
      headers: {
        ...headersOf(upload === undefined && input.body !== undefined, bearer),
        ...(language ? { "accept-language": language() } : {}),
      },
      ...contentOf(upload, input),
      ...(input.signal ? { signal: input.signal } : {}),
    });
    if (!response.ok) throw new ApiError(await faultOf(response));
    return response;
  };
  return {
    call: async (endpoint, input, bearer) => parse(endpoint.response, await ask(endpoint, input, bearer)),
    download: async (endpoint, input, bearer) => fileOf(await ask(endpoint, input, bearer)),
  };
}

async function fileOf(response: Response): Promise<Blob> {
  try {
    return await response.blob();
  } catch (cause) {
    throw new ApiError({ kind: "unreachable" }, { cause });
  }
}

/** The address of an endpoint, with its parameters and query. */
export function urlOf(
  { apiBase, apiVersion }: ApiPlace,
  { version, path }: Pick<Endpoint, "version" | "path">,
  input: LooseInput,
): string {
  const base = version === "none" ? apiBase : `${apiBase}/${apiVersion}`;
  return `${base}/${pathOf(path, input)}`;
}

/** The browser must set the type of a form, because it knows the boundary. */
export function contentOf(upload: Upload | undefined, { body, file }: LooseInput): { body?: BodyInit } {
  if (upload === undefined) return body === undefined ? {} : { body: JSON.stringify(body) };
  const form = new FormData();
  for (const [name, value] of Object.entries(fieldsOf(body)))
    if (value !== undefined && value !== null) form.append(name, textOf(value));
  if (file !== undefined) form.append(upload.field, file);
  return { body: form };
}

export async function parse<R extends Schema>(schema: R, response: Response): Promise<Given<R>> {
  const body: unknown = await response.json().catch(() => undefined);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ApiError({ kind: "unreadable", detail: parsed.error.message.slice(0, 200) }, { cause: parsed.error });
}

async function send(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, credentials: "same-origin", cache: "no-store" });
  } catch (cause) {
    throw new ApiError({ kind: "unreachable" }, { cause });
  }
}

export function headersOf(hasJson: boolean, bearer: string | null): Record<string, string> {
  return {
    accept: "application/json",
    ...(hasJson ? { "content-type": "application/json" } : {}),
    ...(bearer === null ? {} : { authorization: bearer }),
  };
}

function pathOf(path: string, parts: LooseInput): string {
  const params = fieldsOf(parts.params);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fieldsOf(parts.query))) {
    if (value !== undefined && value !== null) query.set(name, textOf(value));
  }
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string {
  return typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : "";
}

/** 502 to 504 come from a proxy when its server is down: for a person the same as no response. */
const AWAY_STATUSES: readonly number[] = [502, 503, 504];

export async function faultOf(response: Response): Promise<ApiFault> {
  const body: unknown = await response.json().catch(() => undefined);
  const parsed = errorBodySchema.safeParse(body);
  if (!parsed.success && AWAY_STATUSES.includes(response.status)) return { kind: "unreachable" };
  if (!parsed.success) return { kind: "answer", status: response.status, code: null, text: null, details: {} };
  const { code, error_description: text, details = {} } = parsed.data;
  return { kind: "answer", status: response.status, code, text: text === "" ? null : text, details };
}
