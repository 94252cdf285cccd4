/** Sign-in, its return, sign-out, and who may use the panel at all. */
export { LoginScreen } from "./LoginScreen.tsx";
export { codeRequired } from "./loginForm.model.ts";
export type { CodeRequired } from "./loginForm.model.ts";
/** Loaded when a second factor is required. */
export const loadCodeStep = async () => (await import("./CodeStep.tsx")).CodeStep;
export { SessionCard } from "./SessionCard.tsx";
export type { SessionCardProps } from "./SessionCard.tsx";
export { SignInForm, SignInHead } from "./SignInForm.tsx";
export { SessionMessage } from "./SessionMessage.tsx";
export { useLossText } from "./useLossText.ts";
export { sessionMessages } from "./session.messages.ts";
export { SUPPORTED_LIST, isSupportedBrowser } from "./browser.model.ts";
export { finishOauth, startOauth } from "./oauth.ts";
export type { OauthDeps } from "./oauth.ts";
export { PERSON_KEYS } from "./token.model.ts";
export { createSession } from "./session.store.ts";
export type { Session, SignInResult } from "./session.store.ts";
