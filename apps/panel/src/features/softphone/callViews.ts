/** The views of calls and panes: a separate chunk, loaded when the page is idle or with the first call (lazyParts.ts). */
export { CallBarLine } from "./call/CallBarLine.tsx";
export { CallsLog } from "./pane/CallsLog.tsx";
export { CallStack } from "./call/CallStack.tsx";
export { ContactsPane } from "./pane/ContactsPane.tsx";
export { DialPad } from "./dial/DialPad.tsx";
export { MiniPhone } from "./mini/MiniPhone.tsx";
export { SignOutQuestion } from "./pane/SignOutQuestion.tsx";
export { UnsavedNotes } from "./home/UnsavedNotes.tsx";
