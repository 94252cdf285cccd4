/** The views of calls and panes: a separate chunk, loaded as soon as the phone runs (late.ts). */
export { CallBarLine } from "./CallBarLine.tsx";
export { CallsLog } from "./CallsLog.tsx";
export { CallStack } from "./CallStack.tsx";
export { ContactsPane } from "./ContactsPane.tsx";
export { DialPad } from "./DialPad.tsx";
