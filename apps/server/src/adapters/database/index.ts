export { sealAnnouncements, sealEarlierSecrets, sealSecondFactors } from "./sign-in/sealed-secrets.ts";
export type { ServerKeyStore } from "./server/server-key.store.ts";
export { createTableShortLived, shortLivedRetention } from "./server/short-lived.store.ts";
export { indexMessages } from "./chat/chat-index.ts";
export type { Migrations } from "./database-area.ts";
export { migrate } from "./migrate.ts";
export type { Tables } from "./schema.ts";
