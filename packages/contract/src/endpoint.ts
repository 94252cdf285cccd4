/**
 * One definition an endpoint: method, path, request, response and what it takes to call it. The server's route, the
 * panel's client, the OpenAPI page and the permission tests are all derived from it.
 */
import type * as z from "zod/mini";
import type { Demand } from "./demand.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** `public`: anyone; `session`: any signed-in user; otherwise what the user's rights must meet. */
export type Access = "public" | "session" | Demand;

export interface Upload {
  /** The form field that carries the file. */
  readonly field: string;
  readonly maxBytes: number;
  /** What a file may be, by its content. */
  readonly mediaTypes: readonly string[];
  /** The form may come without the file. */
  readonly optional?: boolean | undefined;
}

export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: Method;
  /** Below the API base, parameters as `{name}`: `panel_buddies/{exten}`. */
  readonly path: string;
  /** `v1` for all but the token call, which has no version segment (spec 2 §7). */
  readonly version: "v1" | "none";
  readonly summary: string;
  readonly access: Access;
  readonly params?: Params | undefined;
  readonly query?: Query | undefined;
  /** JSON; `form` also takes application/x-www-form-urlencoded. */
  readonly body?: Body | undefined;
  readonly form?: boolean | undefined;
  /** One file as multipart/form-data; with a `body`, its fields are the other fields of the form, as text. */
  readonly upload?: Upload | undefined;
  /** The media type of an answer that is not JSON; the response is then its bytes, whole or as they come. */
  readonly binary?: string | undefined;
  readonly response: Response;
}

/** Keeps the exact types of the parts; `version` is v1 by default. */
export function defineEndpoint<
  Params extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Query extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Body extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Response extends z.ZodMiniType = z.ZodMiniType,
>(
  endpoint: Omit<Endpoint<Params, Query, Body, Response>, "version"> & { version?: "v1" | "none" },
): Endpoint<Params, Query, Body, Response> {
  return { version: "v1", ...endpoint };
}

export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType> ? z.infer<P> : never;
export type QueryOf<E> = E extends Endpoint<z.ZodMiniType, infer Q, z.ZodMiniType, z.ZodMiniType> ? z.infer<Q> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodMiniType, z.ZodMiniType, infer B, z.ZodMiniType> ? z.infer<B> : never;
export type ResponseOf<E> =
  E extends Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, infer R> ? z.infer<R> : never;
