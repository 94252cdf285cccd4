/** What is drawn of calls and of the panes: a chunk of its own, fetched as soon as the phone runs (late.ts). */
export { CallBarLine } from "./CallBarLine.tsx";
export { CallsLog } from "./CallsLog.tsx";
export { CallStack } from "./CallStack.tsx";
export { ContactsPane } from "./ContactsPane.tsx";
export { DialPad } from "./DialPad.tsx";
