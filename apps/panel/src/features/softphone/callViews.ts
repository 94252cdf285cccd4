/** The views of calls and panes: a separate chunk, loaded as soon as the phone runs (lazyParts.ts). */
export { CallBarLine } from "./call/CallBarLine.tsx";
export { CallsLog } from "./pane/CallsLog.tsx";
export { CallStack } from "./call/CallStack.tsx";
export { ContactsPane } from "./pane/ContactsPane.tsx";
export { DialPad } from "./dial/DialPad.tsx";
export { MiniPhone } from "./mini/MiniPhone.tsx";
export { Home } from "./home/Home.tsx";
