/** The page that opens with an incoming call (spec 1 §3 and §4, screen pop). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { readsOwn, userIdParams, watchedSettings, writesOf } from "../people/watched-settings.ts";

export const SCREEN_POP_TYPES = ["none", "url"] as const;
export const SCREEN_POP_TRIGGERS = ["ringing", "answered"] as const;
/** Longer addresses are refused by servers and cut by browsers. */
export const SCREEN_POP_URL_MAX_CHARS = 2_000;

/** http or https, a host without credentials and without variables, a port; then anything without spaces and backslashes. */
const SCREEN_POP_URL =
  /^https?:\/\/(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?)(?::\d{1,5})?(?:[/?#][^\s\\\p{Cc}]*)?$/iu;

/** Whether an address may be opened with a call. Variables, as `{number}`, may follow after its host. */
export const isScreenPopUrl = (text: string): boolean =>
  text.length <= SCREEN_POP_URL_MAX_CHARS && SCREEN_POP_URL.test(text);

export const screenPopSchema = z.object({
  type: z.enum(SCREEN_POP_TYPES),
  trigger: z.enum(SCREEN_POP_TRIGGERS),
  /** Empty, or an address by `isScreenPopUrl`. */
  url: z.string().check(
    z.maxLength(SCREEN_POP_URL_MAX_CHARS),
    z.refine((url) => url === "" || isScreenPopUrl(url), { error: "an http or https address is needed" }),
  ),
  /** Whether the person's own setting takes the place of what the phone system sends with a call. */
  allow_override: z.boolean(),
});
export type ScreenPop = z.infer<typeof screenPopSchema>;

export const DEFAULT_SCREEN_POP: ScreenPop = { type: "none", trigger: "ringing", url: "", allow_override: false };

export const listScreenPops = defineEndpoint({
  method: "GET",
  path: "users/{id}/screen_pop/can_watch_users",
  summary: "Screen pop of the user and of sub-accounts that the user may read",
  access: readsOwn("screenpop"),
  params: userIdParams,
  response: watchedSettings(screenPopSchema.shape),
});

export const changeScreenPop = defineEndpoint({
  method: "PUT",
  path: "users/{id}/screen_pop",
  summary: "Choose which page opens with an incoming call, and when",
  access: writesOf("screenpop"),
  params: userIdParams,
  body: screenPopSchema.check(
    z.refine(({ type, url }) => type === "none" || url !== "", { error: "an address is needed", path: ["url"] }),
  ),
  response: screenPopSchema,
});
