import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { DirectoryStore } from "../directory/index.ts";
import type { Speech } from "../speech/index.ts";
import { createAnnouncementsRoutes } from "./announcements.routes.ts";
import type { AnnouncementServiceDeps } from "./announcements.service.ts";
import type { AnnouncementStore } from "./announcements.store.ts";

type Needs = Pick<KernelServices, "endpointServer" | "sounds" | "serveSound"> & {
  readonly stores: { readonly announcements: AnnouncementStore; readonly directory: DirectoryStore };
  readonly speech: Speech;
  readonly isTaken: AnnouncementServiceDeps["isTaken"];
};

/** Announcements: sounds with their own numbers. */
export const announcementsModule: ServerModule<Needs> = {
  routes: ({ stores, ...needs }) => [
    createAnnouncementsRoutes({ ...needs, store: stores.announcements, numbersOf: stores.directory.numbersOf }),
  ],
};
