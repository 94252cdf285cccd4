import { canRead, holdsRule } from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import { mayChangeOf, mayReadOf } from "../users/index.ts";

const MODULE = "voicemails";

/** VM-2: whether the messages of a box and their callers may be listed. The company must have been checked before. */
export const mayList = (caller: Caller, boxId: number): boolean => mayReadOf(caller, MODULE, boxId);

/** VM-4: `list_for` alone does not give texts or sound of a message. */
export function mayHear({ userId, rights }: Caller, boxId: number): boolean {
  if (boxId === userId && holdsRule(rights, MODULE, "read")) return true;
  return holdsRule(rights, MODULE, "read_for", String(boxId));
}

export const mayWrite = (caller: Caller, boxId: number): boolean => mayChangeOf(caller, MODULE, boxId);

/** Whether the caller may know that a message exists in this box. */
export const mayKnow = (caller: Caller, boxId: number): boolean => mayList(caller, boxId) || mayWrite(caller, boxId);

const BOXES = "voicemail_boxes";

/** VM-30: settings and greetings of a box. */
export const mayReadBox = ({ userId, rights }: Caller, boxId: number): boolean =>
  canRead(rights, BOXES, String(boxId)) || (boxId === userId && canRead(rights, BOXES));

export const mayWriteBox = (caller: Caller, boxId: number): boolean => mayChangeOf(caller, BOXES, boxId);
