import multipart, { type MultipartFile } from "@fastify/multipart";
import { AppError, type Upload } from "@callpanel/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** A form may contain a few other fields, which are not read. */
const OTHER_FIELDS = 8;
const FIELD_BYTES = 1_024;
/** How much larger than its file a form may be. */
const FORM_AROUND_BYTES = 65_536;
/** Limit for a form with fields that are read. */
const FORM_FIELDS = 32;
const FORM_FIELD_BYTES = 16_384;

/** Lets the routes of this plugin accept multipart/form-data. Nothing is written to the disk. */
export async function takeUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fields: OTHER_FIELDS, parts: OTHER_FIELDS + 1, fieldSize: FIELD_BYTES, headerPairs: 20 },
  });
}

/** The file of a form. If it is too long, only its first bytes are here. */
export interface UploadedFile {
  /** As the sender says: the name and its ending prove nothing. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly tooLarge: boolean;
}

/**
 * Lets the routes of this plugin accept forms with fields and a file; the fields become the request's body, as text.
 * At most `atOnce` forms are in memory at the same time; a further one is refused with `busy` before it is read.
 * @returns the file of a request; undefined for a request without one
 */
export async function takeForms(
  app: FastifyInstance,
  { upload, atOnce, busy }: { readonly upload: Upload; readonly atOnce: number; readonly busy: AppError },
): Promise<(request: FastifyRequest) => UploadedFile | undefined> {
  const limits = {
    files: 1,
    fields: FORM_FIELDS,
    parts: FORM_FIELDS + 1,
    fieldSize: FORM_FIELD_BYTES,
    headerPairs: 20,
  };
  await app.register(multipart, { throwFileSizeLimit: false, limits: { ...limits, fileSize: upload.maxBytes } });
  const files = new WeakMap<FastifyRequest, UploadedFile>();
  const open = new Set<FastifyRequest>();
  app.addHook("preValidation", async (request) => {
    if (!request.isMultipart()) return;
    if (open.size >= atOnce) throw busy;
    open.add(request);
    const { fields, file } = await readForm(request, upload);
    request.body = fields;
    if (file !== undefined) files.set(request, file);
  });
  app.addHook("onResponse", async (request) => {
    open.delete(request);
  });
  return (request) => files.get(request);
}

async function readForm(request: FastifyRequest, { field }: Upload) {
  const fields = new Map<string, string>();
  let file: UploadedFile | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === "file") {
        const bytes = await bytesOf(part);
        // A form without a chosen file contains an empty file without a name.
        const isNone = bytes.length === 0 && part.filename === "";
        if (part.fieldname === field && !isNone) file = { name: part.filename, bytes, tooLarge: part.file.truncated };
        if (part.file.truncated) break;
      } else if (part.valueTruncated) {
        throw new AppError("request.tooLarge");
      } else {
        fields.set(part.fieldname, typeof part.value === "string" ? part.value : JSON.stringify(part.value));
      }
    }
  } catch (error) {
    throw asRefusal(error);
  }
  return { fields: Object.fromEntries(fields), file };
}

/**
 * The file of a request, complete and in memory. Its name and declared type are ignored: they prove nothing.
 * @throws AppError the given `tooLarge` when the file is too long; request.unsupportedMedia or request.invalid when there
 * is no such file
 */
export async function readUpload({
  request,
  upload,
  tooLarge,
}: {
  readonly request: FastifyRequest;
  readonly upload: Upload | undefined;
  readonly tooLarge: AppError;
}): Promise<Uint8Array> {
  if (upload === undefined || !request.isMultipart()) throw new AppError("request.unsupportedMedia");
  // Too long by its own declaration: not read at all.
  if (Number(request.headers["content-length"] ?? 0) > upload.maxBytes + FORM_AROUND_BYTES) throw tooLarge;
  const part = await readPart(request, upload.maxBytes);
  if (part === undefined) throw missing(upload);
  if (part.truncated) throw tooLarge;
  if (part.field !== upload.field) throw missing(upload);
  return part.bytes;
}

interface ReadPart {
  readonly field: string;
  readonly bytes: Uint8Array;
  readonly truncated: boolean;
}

/** SERVER-72: reads on after the file, because a second one refuses the form. */
async function readPart(request: FastifyRequest, maxBytes: number): Promise<ReadPart | undefined> {
  let found: ReadPart | undefined;
  try {
    for await (const part of request.files({ limits: { fileSize: maxBytes } })) {
      const bytes = await bytesOf(part);
      found = { field: part.fieldname, bytes, truncated: part.file.truncated };
      if (found.truncated) break;
    }
    return found;
  } catch (error) {
    throw asRefusal(error);
  }
}

/** All bytes of a file, or none as soon as it is too long: reading the rest would be useless, and would never end if the file does not. */
function bytesOf(part: Pick<MultipartFile, "file" | "toBuffer">): Promise<Uint8Array> {
  const tooLong = new Promise<Uint8Array>((resolve) => {
    part.file.once("limit", () => resolve(new Uint8Array()));
  });
  return Promise.race([part.toBuffer(), tooLong]);
}

/** The parser throws plain errors for forms that are truncated or malformed. */
function asRefusal(error: unknown): unknown {
  if (error instanceof Error && "code" in error && error.code === "FST_FILES_LIMIT")
    return new AppError("request.oneFile", {}, { cause: error });
  if (error instanceof AppError || (error instanceof Error && "statusCode" in error)) return error;
  return new AppError("request.invalid", { detail: "body: the form is malformed" }, { cause: error });
}

const missing = ({ field }: Upload): AppError => new AppError("request.invalid", { detail: `body.${field}: Required` });
