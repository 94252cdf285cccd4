export { authModule } from "./auth.module.ts";
export { createAuthService, type AuthService } from "./auth.service.ts";
export { otpAnswer, signInError, signInSource } from "./sign-in.ts";
export { PANEL_CLIENT_ID } from "./auth.model.ts";
export { escapeHtml, plainPage, signInCsp } from "./sign-in.page.ts";
export { SIGN_IN_PATH, SIGN_OUT_PATH } from "./sign-in.routes.ts";
export type { AuthorizationCode, Session, StoredToken } from "./auth.model.ts";
export type { AuthStore } from "./auth.store.ts";
