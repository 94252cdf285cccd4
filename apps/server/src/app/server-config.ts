import type { MediaEngine } from "@callpanel/media";
import type { Logger } from "pino";
import type { Clock } from "../kernel/clock.ts";
import type { Mailer } from "../modules/mail/index.ts";
import type { Speech } from "../modules/speech/index.ts";
import type { Settings } from "./config.ts";

export interface ServerConfig extends Settings {
  /** Folder of the built panel. */
  readonly panelDir: string;
  /** Absolute path of the phone system's spoken prompts; the build puts them next to the server (`spokenFile`). */
  readonly promptsFolder: string;
  /** URL of the built text-analysis.worker; without it messages have no summary and no category. */
  readonly textWorkerUrl?: URL;
  /** Starts the media engine. */
  readonly openMedia: () => MediaEngine;
  /** Folder with sounds of the demo company; without it the company has none. */
  readonly demoSoundsDir?: string;
  /** The command line, which takes the back-up of each night; without it there is none. */
  readonly commandLine?: string;
  /** Stops the server and starts it again with the same settings; without it a restore is for the command line. */
  readonly restart?: () => void;
  /** URL of the bundled thread that converts sounds. */
  readonly conversionUrl: URL;
  /** Replaces engines that the settings name. */
  readonly engines?: Partial<Speech>;
  /** Replace the process's own time and log in tests. */
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly mailer?: Mailer;
}
