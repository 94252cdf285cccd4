/** Sign-in, its return, sign-out, and who may use the panel at all. */
export { LoginScreen } from "./LoginScreen.tsx";
export { SessionCard } from "./SessionCard.tsx";
export type { SessionCardProps } from "./SessionCard.tsx";
export { SessionMessage } from "./SessionMessage.tsx";
export { sessionMessages } from "./session.messages.ts";
export { SUPPORTED_LIST, isSupportedBrowser } from "./browser.model.ts";
export { finishOauth, startOauth } from "./oauth.ts";
export type { OauthDeps } from "./oauth.ts";
export { PERSON_KEYS } from "./token.model.ts";
export { createSession } from "./session.store.ts";
export type { Session, SignInResult } from "./session.store.ts";
