import { AppError, BUDDY_PICTURE_PX, PICTURE_PX, PICTURES_MAX, type Pictures } from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import { newId, type RandomBytes } from "../../kernel/secrets/secrets.ts";
import { pictureUrl, type EncodedPicture } from "./pictures.model.ts";
import type { PictureStore } from "./pictures.store.ts";

/** Converts a file to the stored sizes; undefined when it is not a usable picture (PICTURE-4, PICTURE-5). */
/** A small PNG; undefined: it is no picture, or beyond the limits. */
export type DrawLogo = (bytes: Uint8Array) => Promise<Uint8Array | undefined>;

export type EncodePicture = (bytes: Uint8Array) => Promise<EncodedPicture | undefined>;

export interface PictureServiceDeps {
  readonly store: PictureStore;
  readonly encode: EncodePicture;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

type ReadPicture = () => Promise<Uint8Array>;
export type PictureService = ReturnType<typeof createPictureService>;

/** Limit of files in memory, over all people: forty megabytes at most. */
const UPLOADS_AT_ONCE = 8;

/** Changes of a person's pictures. Each returns the pictures after the change. */
export function createPictureService({ store, encode, clock, random }: PictureServiceDeps) {
  const uploading = new Set<number>();

  const list = async (userId: number): Promise<Pictures> => {
    const pictures = await store.picturesOf(userId);
    const shown = pictures.find(({ isActive }) => isActive);
    return {
      picture_type: shown === undefined ? "initials" : "uploaded",
      pictureProfileUrl: pictureUrl(shown?.key ?? null, BUDDY_PICTURE_PX),
      data: pictures.map(({ id, isActive, updatedAt, key }) => ({
        id,
        isActive,
        updatedAt,
        pictureType: "uploaded",
        url: pictureUrl(key, PICTURE_PX),
      })),
    };
  };

  const upload = async (userId: number, read: ReadPicture, add: PictureStore["add"]): Promise<void> => {
    const full = new AppError("userPictureProfiles.errors.tooMany", { limit: PICTURES_MAX });
    if ((await store.picturesOf(userId)).length >= PICTURES_MAX) throw full;
    const encoded = await encode(await read());
    if (encoded === undefined) throw new AppError("userPictureProfiles.errors.unvalidateImage");
    const added = await add({
      ...encoded,
      userId,
      key: newId(random),
      updatedAt: clock.now(),
      limit: PICTURES_MAX,
    });
    if (!added) throw full;
  };

  return {
    list,

    /**
     * `read` is called only when it is this upload's turn (PICTURE-7); `add` stores it, in a transaction of the caller or
     * else in one of its own.
     */
    upload: async (userId: number, read: ReadPicture, add = store.add): Promise<Pictures> => {
      if (uploading.has(userId) || uploading.size >= UPLOADS_AT_ONCE)
        throw new AppError("userPictureProfiles.errors.busy");
      uploading.add(userId);
      try {
        await upload(userId, read, add);
      } finally {
        uploading.delete(userId);
      }
      return list(userId);
    },

    showInitials: async (userId: number): Promise<Pictures> => {
      await store.show(userId, null);
      return list(userId);
    },

    /** Without `id` the newest. */
    show: async (userId: number, id: number | undefined): Promise<Pictures> => {
      const wanted = id ?? (await store.picturesOf(userId))[0]?.id;
      if (wanted === undefined || !(await store.show(userId, wanted)))
        throw new AppError("userPictureProfiles.errors.notFound");
      return list(userId);
    },

    remove: async (userId: number, id: number): Promise<Pictures> => {
      if (!(await store.remove(userId, id))) throw new AppError("userPictureProfiles.errors.notFound");
      return list(userId);
    },
  };
}
