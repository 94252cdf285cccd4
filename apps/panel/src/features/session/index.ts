/** Sign-in, its return, sign-out, and who may use the panel at all. */
export { LoginScreen } from "./LoginScreen.tsx";
export { SessionMessage } from "./SessionMessage.tsx";
export { sessionMessages } from "./session.messages.ts";
export { SUPPORTED_LIST, isSupportedBrowser } from "./browser.model.ts";
export { finishOauth, startOauth } from "./oauth.ts";
export type { OauthDeps } from "./oauth.ts";
export { createSession } from "./session.store.ts";
export type { Session } from "./session.store.ts";
