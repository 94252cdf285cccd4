import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import { createPicturesRoutes } from "./pictures.routes.ts";
import type { EncodePicture } from "./pictures.service.ts";
import type { PictureStore } from "./pictures.store.ts";

type Needs = Pick<KernelServices, "endpointServer" | "ownEvents" | "clock" | "random"> & {
  readonly stores: { readonly pictures: PictureStore };
  readonly encoders: { readonly profile: EncodePicture };
};

/** Profile pictures. */
export const picturesModule: ServerModule<Needs> = {
  routes: ({ stores, encoders, ...needs }) => [
    createPicturesRoutes({ ...needs, store: stores.pictures, encode: encoders.profile }),
  ],
};
