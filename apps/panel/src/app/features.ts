import { announcements } from "../features/announcements/index.ts";
import { buddies } from "../features/buddies/index.ts";
import { callHistory } from "../features/call-history/index.ts";
import { contacts } from "../features/contacts/index.ts";
import { parking } from "../features/parking/index.ts";
import { settings } from "../features/settings/index.ts";
import { voicemail } from "../features/voicemail/index.ts";
import type { PanelFeature } from "../shared/feature.ts";

/** Every page of the menu that exists, in the order of the menu. */
export const FEATURES: readonly PanelFeature[] = [
  buddies,
  parking,
  voicemail,
  callHistory,
  contacts,
  announcements,
  settings,
];
