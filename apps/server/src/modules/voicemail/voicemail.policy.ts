import { canRead, holdsRule } from "@callpanel/contract";
import type { Caller } from "../../kernel/caller.ts";
import { mayChangeOf, mayReadOf } from "../users/index.ts";

const MODULE = "voicemails";

/** VM-2: that there are messages in a box and who left them. Of another company, nobody asks here. */
export const mayList = (caller: Caller, boxId: number): boolean => mayReadOf(caller, MODULE, boxId);

/** VM-4: `list_for` alone tells no words and no sound of a message. */
export function mayHear({ userId, rights }: Caller, boxId: number): boolean {
  if (boxId === userId && holdsRule(rights, MODULE, "read")) return true;
  return holdsRule(rights, MODULE, "read_for", String(boxId));
}

export const mayWrite = (caller: Caller, boxId: number): boolean => mayChangeOf(caller, MODULE, boxId);

/** Whether one may be told that a message of this box is there. */
export const mayKnow = (caller: Caller, boxId: number): boolean => mayList(caller, boxId) || mayWrite(caller, boxId);

const BOXES = "voicemail_boxes";

/** VM-30: settings and greetings of a box. */
export const mayReadBox = ({ userId, rights }: Caller, boxId: number): boolean =>
  canRead(rights, BOXES, String(boxId)) || (boxId === userId && canRead(rights, BOXES));

export const mayWriteBox = (caller: Caller, boxId: number): boolean => mayChangeOf(caller, BOXES, boxId);
