export { bindFolder, lockFolder, openFolderMarks } from "./folder-lock.ts";
export { openSqlite } from "./open-sqlite.ts";
