import { BUDDY_PICTURE_PX, isPictureFile, PICTURE_PX } from "@callpanel/contract";
import type sharp from "sharp";
import type { DrawChatPicture } from "../../modules/chat/index.ts";
import type { DrawLogo, EncodePicture } from "../../modules/pictures/index.ts";
import { isBitmapFile, readBitmapFile } from "./bitmap-file.ts";
import { drawChatPicture } from "./chat-picture.ts";

/**
 * Limit, checked against the file's header before decoding. Phone cameras make 50 million. Some files, such as interlaced
 * PNG, must be decoded completely, which takes 200 MB for a moment.
 */
const MOST_PIXELS = 50_000_000;
/** Limit of decoding time: progressive files can be made to take minutes. */
const DECODING_SECONDS = 10;
const JPEG_QUALITY = 90;
/** Background of transparent pictures. */
const PAPER = "#ffffff";

/** libvips' own decoders of the three formats; all others (SVG, TIFF, HEIF, PDF, …) are disabled. */
const DECODERS = ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadNsgifBuffer"];

type Sharp = typeof sharp;

export interface PictureEncoders {
  /** PNG, JPEG and GIF. */
  readonly profile: EncodePicture;
  /** PNG, JPEG and BMP. */
  readonly contact: EncodePicture;
  /** PNG, JPEG and GIF, in their own shape. */
  readonly message: DrawChatPicture;
  /** PNG, JPEG and GIF, as a small PNG in its own shape. */
  readonly logo: DrawLogo;
}

/**
 * Encodes pictures again, one after the other, because password hashes use the same threads. Loads the library at first
 * use.
 */
export function createPictureEncoders(): PictureEncoders {
  let library: Promise<Sharp> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Picture>(draw: (library: Sharp) => Promise<Picture | undefined>) => {
    library ??= loadSharp();
    const opening = library;
    const turn = last.then(async () => draw(await opening));
    last = turn.catch(() => undefined);
    return turn;
  };
  const none = Promise.resolve(undefined);
  return {
    profile: (bytes) => (isPictureFile(bytes) ? inTurn((draw) => encode(decoderOf(draw, bytes), draw)) : none),
    contact: (bytes) => {
      if (isBitmapFile(bytes)) return inTurn(async (draw) => encodeBitmap(draw, bytes));
      const isGif = bytes[0] === 0x47;
      return isPictureFile(bytes) && !isGif ? inTurn((draw) => encode(decoderOf(draw, bytes), draw)) : none;
    },
    logo: (bytes) => (isPictureFile(bytes) ? inTurn((draw) => encodeLogo(decoderOf(draw, bytes))) : none),
    message: (bytes) =>
      isPictureFile(bytes) ? inTurn((draw) => drawChatPicture(() => decoderOf(draw, bytes), bytes[0] === 0xff)) : none,
  };
}

/** The library cannot read bitmaps. */
async function encodeBitmap(draw: Sharp, bytes: Uint8Array): ReturnType<EncodePicture> {
  const pixels = readBitmapFile(bytes);
  if (pixels === undefined) return undefined;
  const { data, width, height } = pixels;
  return encode(draw(data, { raw: { width, height, channels: 3 } }), draw);
}

/** For an animation, its first picture. */
const decoderOf = (draw: Sharp, bytes: Uint8Array) =>
  draw(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error", sequentialRead: true, pages: 1 });

async function loadSharp(): Promise<Sharp> {
  const { default: library } = await import("sharp");
  library.concurrency(1);
  library.cache(false);
  library.block({ operation: ["VipsForeignLoad"] });
  library.unblock({ operation: DECODERS });
  return library;
}

const LOGO_PX = 192;

/** A photograph may be larger than a setting may be as a PNG: it has fewer colours then. */
async function encodeLogo(decoded: ReturnType<Sharp>): ReturnType<DrawLogo> {
  try {
    return await decoded
      .timeout({ seconds: DECODING_SECONDS })
      .autoOrient()
      .resize(LOGO_PX, LOGO_PX, { fit: "inside", withoutEnlargement: true })
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer();
  } catch {
    return undefined;
  }
}

async function encode(decoded: ReturnType<Sharp>, draw: Sharp): ReturnType<EncodePicture> {
  try {
    // Metadata is dropped after its orientation was applied.
    const large = await decoded
      .timeout({ seconds: DECODING_SECONDS })
      .autoOrient()
      .resize(PICTURE_PX, PICTURE_PX, { fit: "cover" })
      .flatten({ background: PAPER })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer();
    const small = await draw(large)
      .resize(BUDDY_PICTURE_PX, BUDDY_PICTURE_PX)
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer();
    return { large, small };
  } catch {
    return undefined; // the library does not distinguish a bad file from one beyond its limits
  }
}
