import { AppError, endpoints, NOTES_MAX } from "@callpanel/contract";
import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { NoteStore } from "./notes.store.ts";

type Needs = Pick<KernelServices, "endpointServer"> & { readonly stores: { readonly notes: NoteStore } };

/** Notes that people keep for themselves. */
export const notesModule: ServerModule<Needs> = {
  routes: ({ endpointServer, stores: { notes } }) => [
    (app) => {
      endpointServer.serve(app, endpoints.listNotes, async ({ caller }) => ({
        data: [...(await notes.of(caller.userId))],
      }));
      endpointServer.serve(app, endpoints.addNote, async ({ caller, body }) => {
        const before = await notes.of(caller.userId);
        if (before.length >= NOTES_MAX) throw new AppError("notes.tooMany", { limit: NOTES_MAX });
        return notes.add(caller.userId, body.text);
      });
    },
  ],
};
