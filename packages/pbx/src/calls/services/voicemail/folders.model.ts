/** An owner chooses a folder, to open it or to save a message there (rules VMP-56 and VMP-57). Pure. */
import type { VoicemailFolder } from "@callpanel/phone-port";
import { atMenu, folderMenu, goodbye, leaveFolder, mainMenu, messageMenu, openFolder } from "./owner.places.ts";
import { ask, go, stay, type At, type OwnerEvent, type OwnerStep } from "./owner.state.ts";

export function stepFolders(state: At<"folders">, event: OwnerEvent): OwnerStep {
  if (event.kind !== "told" || event.told.kind !== "folders") return stay(state);
  const { box, visit } = state;
  const own = event.told.names.map((name): VoicemailFolder => ({ kind: "custom", name }));
  return folderMenu({ at: "choosing", box, visit, folders: [{ kind: "new" }, { kind: "old" }, ...own], times: 1 });
}

export function stepChoosing(state: At<"choosing">, event: OwnerEvent): OwnerStep {
  if (event.kind === "digit") return choose(state, event.digit);
  return atMenu(state, event, {
    times: state.times,
    again: () => folderMenu({ ...state, times: state.times + 1 }),
    over: () =>
      state.visit === undefined ? goodbye() : leaveFolder({ box: state.box, visit: state.visit }, { kind: "goodbye" }),
  });
}

export function stepSaving(state: At<"saving">, event: OwnerEvent): OwnerStep {
  return event.kind === "told" ? messageMenu(state, undefined, "saved") : stay(state);
}

function choose(state: At<"choosing">, digit: string): OwnerStep {
  const { box, visit } = state;
  if (digit === "*") return visit === undefined ? mainMenu(box) : messageMenu({ box, visit }, undefined);
  const folder = /[0-9]/.test(digit) ? state.folders[Number(digit)] : undefined;
  if (folder === undefined) return folderMenu({ ...state, times: 1 }, "try-again");
  if (visit === undefined) return openFolder(box, [folder], "folder-empty");
  const { id } = visit.message;
  // A saved message is not deleted.
  const kept = { ...visit, deleted: visit.deleted.filter((one) => one !== id) };
  return go({ at: "saving", box, visit: kept }, { kind: "hush" }, ask({ kind: "move", messageId: id, folder }));
}
