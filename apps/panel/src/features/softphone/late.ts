/** Parts of the softphone that nobody sees before there is a call, or before a pane is opened. */
import { latePart, preloadDialogs } from "@callpanel/ui";

const loadViews = () => import("./callViews.ts");

export const LateCallBarLine = latePart(async () => (await loadViews()).CallBarLine);
export const LateCallStack = latePart(async () => (await loadViews()).CallStack);
export const LateCallsLog = latePart(async () => (await loadViews()).CallsLog);
export const LateContactsPane = latePart(async () => (await loadViews()).ContactsPane);
export const LateDialPad = latePart(async () => (await loadViews()).DialPad);
export const LateThreeWayDialog = latePart(async () => (await import("./three-way/ThreeWayDialog.tsx")).ThreeWayDialog);
export const LateTransferDialog = latePart(async () => (await import("./TransferDialog.tsx")).TransferDialog);

const VIEWS = [LateCallStack, LateCallBarLine, LateDialPad, LateCallsLog, LateContactsPane];
const DIALOGS = [LateTransferDialog, LateThreeWayDialog];

/** While the phone registers: the first call and the first click find everything there. */
export async function preloadCallParts(): Promise<void> {
  await Promise.all(VIEWS.map(({ preload }) => preload()));
  await Promise.all([preloadDialogs(), ...DIALOGS.map(({ preload }) => preload())]);
}
