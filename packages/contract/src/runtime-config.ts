/** /config.json: the panel's run-time settings, read before anything else. */
import * as z from "zod/mini";
import { LOCALES } from "./limits.ts";

/** The server's page for a forgotten password, next to the sign-in page; takes `ui_locales`. */
export const FORGOTTEN_PATH = "/oauth/forgotten";

export const runtimeConfigSchema = z.object({
  /** Base of the REST API, absolute or a path: `/api`. */
  api_base: z.string(),
  /** Version segment below the base: `v1`. */
  api_version: z.string(),
  /** The language of people who have not chosen one. */
  locale: z.enum(LOCALES),
  /** `page`: the panel's own sign-in page (password grant); `redirect`: the server's sign-in path (authorization code with PKCE). */
  sign_in: z.enum(["page", "redirect"]),
  /** The server's sign-in and sign-out paths; visited with `redirect` or on logout. */
  sign_in_path: z.string(),
  sign_out_path: z.string(),
  focus_timeout_ms: z.number(),
  /** Clicks on numbers go to another program, as `sip:` links. */
  click_to_dial_external: z.boolean(),
  /** Origins that may show the panel in a frame and talk to it by messages. */
  embed_origins: z.array(z.string()),
  /** Where unexpected errors are posted, and of how many; null: nowhere. */
  error_reporting: z.nullable(z.object({ url: z.string(), sample_rate: z.number() })),
  /** A third-party script that counts visits, with its tracker id; null: no script. */
  analytics: z.nullable(z.object({ script: z.string(), tracker_id: z.string() })),
});
export type RuntimeConfig = z.infer<typeof runtimeConfigSchema>;
