/** Lazy parts of the softphone: not visible before there is a call or a pane is opened. */
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

/** Runs while the phone registers, so that everything is loaded before the first call or click. */
export async function preloadCallParts(): Promise<void> {
  await Promise.all(VIEWS.map(({ preload }) => preload()));
  await Promise.all([preloadDialogs(), ...DIALOGS.map(({ preload }) => preload())]);
}
