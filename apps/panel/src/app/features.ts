import { administration } from "../features/administration/index.ts";
import { announcements } from "../features/announcements/index.ts";
import { buddies } from "../features/buddies/index.ts";
import { callHistory } from "../features/call-history/index.ts";
import { chat } from "../features/chat/index.ts";
import { clickToDial } from "../features/click-to-dial/index.ts";
import { conferences } from "../features/conferences/index.ts";
import { contacts } from "../features/contacts/index.ts";
import { emergency } from "../features/emergency/index.ts";
import { moving } from "../features/moving/index.ts";
import { parking } from "../features/parking/index.ts";
import { push } from "../features/push/index.ts";
import { queueReports } from "../features/queue-reports/index.ts";
import { queues } from "../features/queues/index.ts";
import { reachability } from "../features/reachability/index.ts";
import { settings } from "../features/settings/index.ts";
import { softphone } from "../features/softphone/index.ts";
import { video } from "../features/video/index.ts";
import { voicemail } from "../features/voicemail/index.ts";
import { welcome } from "../features/welcome/index.ts";
import type { PanelFeature } from "../shared/feature.ts";

/** Every feature of the signed-in panel. Those with a page are in the order of the menu. */
export const FEATURES: readonly PanelFeature[] = [
  buddies,
  chat,
  queues,
  queueReports,
  conferences,
  video,
  parking,
  voicemail,
  callHistory,
  reachability,
  moving,
  contacts,
  announcements,
  settings,
  administration,
  softphone,
  clickToDial,
  emergency,
  push,
  welcome,
];
