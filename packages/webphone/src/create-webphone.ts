/** Makes the phone from its options and from what it stands on. */
import type { Clock } from "./ports/clock.port.ts";
import type { Microphones } from "./ports/microphone.port.ts";
import type { Sound } from "./ports/sound.port.ts";
import type { CreateUserAgent } from "./ports/user-agent.port.ts";
import type { Webphone, WebphoneOptions } from "./webphone.ts";

export interface WebphoneDeps {
  readonly createUserAgent: CreateUserAgent;
  readonly microphones: Microphones;
  readonly sound: Sound;
  readonly clock: Clock;
}

/** Makes a phone that is not started. In the browser: `createWebphone(options, createBrowserDeps())`. */
export type CreateWebphone = (options: WebphoneOptions, deps: WebphoneDeps) => Webphone;
