export { accountModule } from "./account.module.ts";
export type { AccountStore } from "./account.store.ts";
