import { Readable } from "node:stream";
import type { AppError } from "@callpanel/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { byteRangeOf } from "./byte-range.ts";
import { fileNameOf } from "./file-name.ts";
import type { SoundFormat, SoundId, SoundStore, SoundType } from "./sound-store.port.ts";

export interface WantedSound {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly sound: SoundId;
  /** As it is kept unless told; made at the first request for it. */
  readonly format?: SoundFormat | undefined;
  /** Thrown where the sound is gone. */
  readonly gone: AppError;
  /** Saved as a file of this name, whose ending is the format's; played when left out. */
  readonly saveAs?: string | undefined;
}

/** The answer to a request for a sound, or for a part of it; whoever asks has been let in before. */
export type ServeSound = (wanted: WantedSound) => Promise<AsyncIterable<Uint8Array>>;

const ENDINGS: { readonly [Type in SoundType]: string } = {
  "audio/ogg": "ogg",
  "audio/wav": "wav",
  "audio/mpeg": "mp3",
  "application/zip": "zip",
};

/** SOUND-20: every route that gives sound gives it through this. */
export function createServeSound(sounds: Pick<SoundStore, "find" | "inFormat" | "read">): ServeSound {
  return async ({ request, reply, sound, format, gone, saveAs }) => {
    const found = format === undefined ? await sounds.find(sound) : await sounds.inFormat(sound, format);
    if (found === undefined) throw gone;
    const { id, type, bytes } = found;
    const etag = `"${id}"`;
    // A shared cache never keeps it, nor does the browser: the next one at this machine may not hear it.
    reply.headers({ "accept-ranges": "bytes", "cache-control": "private, no-store", etag }).type(type);
    if (saveAs !== undefined) reply.header("content-disposition", attachment(`${saveAs}.${ENDINGS[type]}`));
    // RFC 9110 §13.1.5: a part of what is no longer there is answered with the whole.
    const isSame = (request.headers["if-range"] ?? etag) === etag;
    const range = isSame ? byteRangeOf(request.headers.range, bytes) : "whole";
    if (range === "unsatisfiable") {
      reply.code(416).header("content-range", `bytes */${bytes}`);
      return Readable.from([]);
    }
    const part = range === "whole" ? undefined : range;
    const content = await sounds.read(id, part);
    if (content === undefined) throw gone;
    reply.header("content-length", part === undefined ? bytes : part.to - part.from + 1);
    if (part !== undefined) reply.code(206).header("content-range", `bytes ${part.from}-${part.to}/${bytes}`);
    return content instanceof Readable ? content : Readable.from(content);
  };
}

const NAME_CHARACTERS = 100;

/**
 * Content-Disposition of a file to be saved (RFC 6266), its name given twice: plain, and as UTF-8 in percents (RFC 8187).
 * Nothing in a name gets out of its place or names a folder.
 */
export function attachment(name: string): string {
  const [, stem = "", ending = ""] = /^(.*?)(\.[a-z0-9]{1,4})?$/s.exec(name) ?? [];
  const whole = `${fileNameOf(stem, NAME_CHARACTERS) || "sound"}${ending}`;
  const plain = whole
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]+|[%;'"\\]+/g, "_");
  const coded = encodeURIComponent(whole).replace(
    /['()*!]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`;
}
