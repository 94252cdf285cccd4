import { shownChannels } from "../presence/index.ts";
import type { Carry } from "./command.ts";

/** RT-8: the calls the receiver may see. */
export const showChannels: Carry<"CoreShowChannels"> = (_frame, { presenceBoard, sight }) =>
  shownChannels(presenceBoard.people(), sight.people);
