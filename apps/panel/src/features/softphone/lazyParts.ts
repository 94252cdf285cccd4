/** Lazy parts of the softphone: not visible before there is a call or a pane is opened. */
import { lazyPart, preloadDialogs } from "@callpanel/ui";
import { preloadLogMenu } from "./pane/LogMenu.tsx";

const loadViews = () => import("./callViews.ts");

export const LazyCallBarLine = lazyPart(async () => (await loadViews()).CallBarLine);
export const LazyCallStack = lazyPart(async () => (await loadViews()).CallStack);
export const LazyCallsLog = lazyPart(async () => (await loadViews()).CallsLog);
export const LazyContactsPane = lazyPart(async () => (await loadViews()).ContactsPane);
export const LazyDialPad = lazyPart(async () => (await loadViews()).DialPad);
export const LazyMiniPhone = lazyPart(async () => (await loadViews()).MiniPhone);
export const LazySignOutQuestion = lazyPart(async () => (await loadViews()).SignOutQuestion);
export const LazyThreeWayDialog = lazyPart(async () => (await import("./three-way/ThreeWayDialog.tsx")).ThreeWayDialog);
export const LazyTransferDialog = lazyPart(async () => (await import("./transfer/TransferDialog.tsx")).TransferDialog);
export const LazyUnsavedNotes = lazyPart(async () => (await loadViews()).UnsavedNotes);

const VIEWS = [
  LazyCallStack,
  LazyCallBarLine,
  LazyDialPad,
  LazyCallsLog,
  LazyContactsPane,
  LazyMiniPhone,
  LazySignOutQuestion,
  LazyUnsavedNotes,
];
const DIALOGS = [LazyTransferDialog, LazyThreeWayDialog];

/** What a call, its dialogs and the panes need, in the order in which it is probably used. */
export const CALL_PARTS: readonly (() => Promise<unknown>)[] = [
  () => Promise.all(VIEWS.map(({ preload }) => preload())),
  preloadLogMenu,
  preloadDialogs,
  ...DIALOGS.map(({ preload }) => preload),
];
