/** Lazy parts of the softphone: not visible before there is a call or a pane is opened. */
import { lazyPart, preloadDialogs } from "@callpanel/ui";

const loadViews = () => import("./callViews.ts");

export const LazyCallBarLine = lazyPart(async () => (await loadViews()).CallBarLine);
export const LazyCallStack = lazyPart(async () => (await loadViews()).CallStack);
export const LazyCallsLog = lazyPart(async () => (await loadViews()).CallsLog);
export const LazyContactsPane = lazyPart(async () => (await loadViews()).ContactsPane);
export const LazyDialPad = lazyPart(async () => (await loadViews()).DialPad);
export const LazyHome = lazyPart(async () => (await loadViews()).Home);
export const LazyMiniPhone = lazyPart(async () => (await loadViews()).MiniPhone);
export const LazyThreeWayDialog = lazyPart(async () => (await import("./three-way/ThreeWayDialog.tsx")).ThreeWayDialog);
export const LazyTransferDialog = lazyPart(async () => (await import("./transfer/TransferDialog.tsx")).TransferDialog);

const VIEWS = [LazyCallStack, LazyCallBarLine, LazyDialPad, LazyCallsLog, LazyContactsPane, LazyHome, LazyMiniPhone];
const DIALOGS = [LazyTransferDialog, LazyThreeWayDialog];

/** Runs while the phone registers, so that everything is loaded before the first call or click. */
export async function preloadCallParts(): Promise<void> {
  await Promise.all(VIEWS.map(({ preload }) => preload()));
  await Promise.all([preloadDialogs(), ...DIALOGS.map(({ preload }) => preload())]);
}
