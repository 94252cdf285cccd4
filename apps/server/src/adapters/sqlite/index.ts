export { lockFolder } from "./folder-lock.ts";
export { openSqlite } from "./open-sqlite.ts";
