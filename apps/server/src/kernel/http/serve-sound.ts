import { Readable } from "node:stream";
import type { AppError } from "@callpanel/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { byteRangeOf } from "./byte-range.ts";
import { fileNameOf } from "../files/file-name.ts";
import type { SoundFormat, SoundId, SoundStore, SoundType } from "../files/sound-store.port.ts";

export interface WantedSound {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly sound: SoundId;
  /** By default as stored; another format is made at the first request for it. */
  readonly format?: SoundFormat | undefined;
  /** Thrown when the sound does not exist any more. */
  readonly gone: AppError;
  /** Saves it as a file of this name, with the extension of the format; undefined: to play it. */
  readonly saveAs?: string | undefined;
}

/** The response to a request for a sound, or for a part of it. The caller must check permissions first. */
export type ServeSound = (wanted: WantedSound) => Promise<AsyncIterable<Uint8Array>>;

const ENDINGS: { readonly [Type in SoundType]: string } = {
  "audio/ogg": "ogg",
  "audio/wav": "wav",
  "audio/mpeg": "mp3",
  "application/zip": "zip",
  "application/octet-stream": "bin",
};

/** SOUND-20: every route that sends sound uses this. */
export function createServeSound(sounds: Pick<SoundStore, "find" | "inFormat" | "read">): ServeSound {
  return async ({ request, reply, sound, format, gone, saveAs }) => {
    const found = format === undefined ? await sounds.find(sound) : await sounds.inFormat(sound, format);
    if (found === undefined) throw gone;
    const { id, type, bytes } = found;
    const etag = `"${id}"`;
    // Neither a shared cache nor the browser may keep it: the next user of this machine may not have the right to hear it.
    reply.headers({ "accept-ranges": "bytes", "cache-control": "private, no-store", etag }).type(type);
    if (saveAs !== undefined) reply.header("content-disposition", attachment(`${saveAs}.${ENDINGS[type]}`));
    // RFC 9110 §13.1.5: if the sound has changed, a request for a part gets the whole.
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
 * Content-Disposition of a file to be saved (RFC 6266). The name is given twice: plain, and percent-encoded UTF-8 (RFC 8187).
 * No character of the name can end its field or name a folder.
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
