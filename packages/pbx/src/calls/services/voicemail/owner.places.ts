/** The entry into every place of a box: its first prompts and requests. What follows is in the models of the places. */
import { saySpelled } from "../../../spoken/say.ts";
import type { SpokenKey } from "../../../spoken/spoken.ts";
import type { VoicemailBox, VoicemailFolder } from "@callpanel/phone-port";
import { CHOICE_MS, stepMenu } from "../ivr/menu.ts";
import type { Sound } from "../ivr/playlist.ts";
import { words } from "../ivr/words.ts";
import {
  ask,
  go,
  say,
  stay,
  type At,
  type Exit,
  type OwnerEvent,
  type OwnerState,
  type OwnerStep,
  type Visit,
} from "./owner.state.ts";

/** The position at a message. */
export type AtMessage = Pick<At<"message">, "box" | "visit">;

export function mainMenu(box: VoicemailBox, ...first: readonly SpokenKey[]): OwnerStep {
  return go({ at: "main", box, times: 1 }, say(...words(...first, "main-menu")));
}

export function goodbye(...first: readonly SpokenKey[]): OwnerStep {
  return go({ at: "leaving" }, say(...words(...first, "goodbye")));
}

/** The first folder that has messages. */
export function openFolder(box: VoicemailBox, folders: readonly VoicemailFolder[], empty: SpokenKey): OwnerStep {
  const [folder, ...next] = folders;
  if (folder === undefined) return mainMenu(box, empty);
  return go({ at: "folder", box, next, empty }, { kind: "hush" }, ask({ kind: "messages", boxId: box.id, folder }));
}

/** With a visit its message is saved; otherwise a folder is opened. */
export function openFolders(box: VoicemailBox, visit?: Visit): OwnerStep {
  return go({ at: "folders", box, visit }, { kind: "hush" }, ask({ kind: "folders", boxId: box.id }));
}

/** 0 is the first folder. */
export function folderMenu(state: At<"choosing">, ...first: readonly SpokenKey[]): OwnerStep {
  const choices = state.folders.flatMap((folder, digit): readonly SpokenKey[] => [
    ...nameOf(folder),
    "press",
    `number-${digit}`,
  ]);
  return go(state, say(...words(...first, "folder-menu", ...choices)));
}

function nameOf(folder: VoicemailFolder): readonly SpokenKey[] {
  if (folder.kind === "custom") return ["for-folder", ...saySpelled(folder.name)];
  return [folder.kind === "new" ? "for-new-messages" : "for-old-messages"];
}

/** A menu after it was played. It is repeated for a caller who presses nothing. */
export function atMenu(
  state: OwnerState,
  event: OwnerEvent,
  then: { readonly times: number; readonly again: () => OwnerStep; readonly over: () => OwnerStep },
): OwnerStep {
  switch (stepMenu(then.times, event)) {
    case "wait":
      return go(state, { kind: "wait", ms: CHOICE_MS });
    case "again":
      return then.again();
    case "over":
      return then.over();
    default:
      return stay(state);
  }
}

/** A message from its beginning. */
export function openMessage({ box, visit }: AtMessage): OwnerStep {
  return go(
    { at: "message", box, visit, hearing: { kind: "fetching" } },
    { kind: "hush" },
    ask({ kind: "sound", messageId: visit.message.id }),
  );
}

/** The choices of a message, after prompts about it. */
export function messageMenu(
  { box, visit }: AtMessage,
  path: string | undefined,
  ...first: readonly SpokenKey[]
): OwnerStep {
  const hearing = { kind: "menu", times: 1, path } as const;
  return go({ at: "message", box, visit, hearing }, say(...words(...first, "message-menu")));
}

export function moreMenu({ box, visit }: AtMessage, ...first: readonly SpokenKey[]): OwnerStep {
  return go({ at: "more", box, visit, times: 1 }, say(...words(...first, "more-menu")));
}

/** Asks for the box that a message is forwarded to. */
export function askForward({ box, visit }: AtMessage, tries: number, ...first: readonly SpokenKey[]): OwnerStep {
  const forwarding = { kind: "number", keyed: "", tries } as const;
  return go({ at: "forward", box, visit, forwarding }, say(...words(...first, "forward-to")));
}

/** Deleted messages are removed for good, then the caller leaves the folder. */
export function leaveFolder({ box, visit }: AtMessage, exit: Exit): OwnerStep {
  if (visit.deleted.length === 0) return leaveBy(box, exit);
  return go({ at: "closing", box, exit }, { kind: "hush" }, ask({ kind: "remove", messageIds: visit.deleted }));
}

export function leaveBy(box: VoicemailBox, exit: Exit): OwnerStep {
  switch (exit.kind) {
    case "main":
      return mainMenu(box);
    case "goodbye":
      return goodbye();
    case "call":
      return go({ at: "leaving" }, { kind: "sendOn", number: exit.number });
  }
}

export function optionsMenu(box: VoicemailBox, ...first: readonly SpokenKey[]): OwnerStep {
  return go({ at: "options", box, times: 1 }, say(...words(...first, "options-menu")));
}

export function greetingMenu(
  { box, which }: Pick<At<"greeting">, "box" | "which">,
  ...first: readonly Sound[]
): OwnerStep {
  const greeting = { kind: "menu", times: 1 } as const;
  return go({ at: "greeting", box, which, greeting }, say(...first, ...words("greeting-menu")));
}

/** Asks for the new PIN the first time. */
export function askPin(box: VoicemailBox, tries: number, ...first: readonly SpokenKey[]): OwnerStep {
  return go({ at: "pin", box, change: { kind: "first", keyed: "", tries } }, say(...words(...first, "new-pin")));
}
