import {
  AppError,
  BUDDY_PICTURE_PX,
  endpoints,
  PICTURE_MAX_BYTES,
  PICTURE_PX,
  type Pictures,
  type PictureType,
  type RealtimeEvent,
} from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import { readUpload, takeUploads } from "../../kernel/http/upload.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { createPictureService, type PictureServiceDeps } from "./pictures.service.ts";

export interface PicturesDeps extends PictureServiceDeps {
  readonly endpointServer: EndpointServer;
  readonly ownEvents: { tell(userId: number, event: RealtimeEvent): void };
}

/** PICTURE-2: a URL never shows another picture, so browsers may cache it for ever; shared caches may not. */
const A_YEAR_UNCHANGED = "private, max-age=31536000, immutable";

/** Profile pictures. Callers see and change only their own. */
export function createPicturesRoutes({ endpointServer, ownEvents, ...deps }: PicturesDeps): Routes {
  const pictures = createPictureService(deps);
  /** PICTURE-9 */
  const told = async ({ userId, realm, extension: exten }: Caller, changed: Promise<Pictures>): Promise<Pictures> => {
    const pictures = await changed;
    ownEvents.tell(userId, { action: "SETTING", realm: realm.name, exten, setting: "profile" });
    return pictures;
  };
  return async (app) => {
    await takeUploads(app);

    endpointServer.serve(app, endpoints.getPictures, ({ caller }) => pictures.list(caller.userId));

    endpointServer.serve(app, endpoints.uploadPicture, ({ request, caller }) => {
      const { upload } = endpoints.uploadPicture;
      const megabytes = PICTURE_MAX_BYTES / 1024 ** 2;
      const tooLarge = new AppError("userPictureProfiles.errors.tooLarge", { megabytes });
      return told(
        caller,
        pictures.upload(caller.userId, () => readUpload({ request, upload, tooLarge })),
      );
    });

    endpointServer.serve(app, endpoints.switchPictureType, ({ body, caller }) => {
      const show: Readonly<Record<PictureType, () => ReturnType<typeof pictures.list>>> = {
        initials: () => pictures.showInitials(caller.userId),
        uploaded: () => pictures.show(caller.userId, body.id),
      };
      return told(caller, show[body.picture_type]());
    });

    endpointServer.serve(app, endpoints.deletePicture, ({ params, caller }) =>
      told(caller, pictures.remove(caller.userId, params.id)),
    );

    endpointServer.servePublic(app, endpoints.getPictureImage, async ({ params, query, request, reply }) => {
      const bytes = await deps.store.image(params.id, query.size === "64" ? BUDDY_PICTURE_PX : PICTURE_PX);
      if (bytes === undefined) throw new AppError("request.notFound");
      const etag = `"${params.id}-${query.size}"`;
      reply.headers({ etag, "cache-control": A_YEAR_UNCHANGED });
      if (request.headers["if-none-match"]?.split(/\s*,\s*/).includes(etag) !== true) return bytes;
      reply.code(304);
      return new Uint8Array();
    });
  };
}
