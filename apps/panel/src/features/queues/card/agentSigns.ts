import {
  IconBellRinging,
  IconCircleCheck,
  IconClock,
  IconPhoneCall,
  IconPhoneOff,
  IconPlayerPause,
} from "@callpanel/ui";
import type { Icon } from "@callpanel/ui";
import type { AgentState } from "../../../shared/live/liveQueues.ts";

/** Shape and word say the same as the colour. */
export const AGENT_SIGNS: Readonly<Record<AgentState, Icon>> = {
  idle: IconCircleCheck,
  ringing: IconBellRinging,
  talking: IconPhoneCall,
  wrapup: IconClock,
  paused: IconPlayerPause,
  offline: IconPhoneOff,
};
