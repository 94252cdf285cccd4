export { createProvisioningModule } from "./provisioning.routes.ts";
export type { SendMail } from "./set-up-mail.ts";
export type { SignInLinkStore, StoredSignInLink } from "./sign-in-link.store.ts";
