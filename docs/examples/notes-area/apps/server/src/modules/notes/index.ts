export { notesModule } from "./notes.module.ts";
export type { NoteStore } from "./notes.store.ts";
