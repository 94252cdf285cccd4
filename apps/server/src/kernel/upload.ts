import multipart from "@fastify/multipart";
import { AppError, type Upload } from "@callpanel/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Besides the file a form may carry a few fields, which nobody reads. */
const OTHER_FIELDS = 8;
const FIELD_BYTES = 1_024;
/** What a form may be larger than its file. */
const FORM_AROUND_BYTES = 65_536;
/** Of a form whose fields are read. */
const FORM_FIELDS = 32;
const FORM_FIELD_BYTES = 16_384;

/** Lets the routes of this plugin take multipart/form-data. Nothing is written to the disk. */
export async function takeUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fields: OTHER_FIELDS, parts: OTHER_FIELDS + 1, fieldSize: FIELD_BYTES, headerPairs: 20 },
  });
}

/** The file of a form: its first bytes where it has more than it may. */
export interface UploadedFile {
  readonly bytes: Uint8Array;
  readonly tooLarge: boolean;
}

/**
 * Lets the routes of this plugin take forms with a file beside their fields: the fields become the request's body, as text.
 * `atOnce` forms are in memory at the same time; the next one is refused with `busy` before it is read.
 * @returns the file of a request; undefined when it came without one
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
        const bytes = await part.toBuffer();
        // A form that was left without a file sends an empty one without a name.
        const isNone = bytes.length === 0 && part.filename === "";
        if (part.fieldname === field && !isNone) file = { bytes, tooLarge: part.file.truncated };
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
 * The file of a request, whole and in memory. Its name and declared type are not looked at: they prove nothing.
 * @throws AppError `tooLarge` as given when it has more bytes than it may; request.unsupportedMedia or request.invalid when
 * there is no such file
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
  // What says so itself is not read at all.
  if (Number(request.headers["content-length"] ?? 0) > upload.maxBytes + FORM_AROUND_BYTES) throw tooLarge;
  const part = await readPart(request, upload.maxBytes);
  if (part === undefined) throw missing(upload);
  if (part.truncated) throw tooLarge;
  if (part.field !== upload.field) throw missing(upload);
  return part.bytes;
}

async function readPart(request: FastifyRequest, maxBytes: number) {
  try {
    const part = await request.file({ limits: { fileSize: maxBytes } });
    if (part === undefined) return undefined;
    const bytes = await part.toBuffer();
    return { field: part.fieldname, bytes, truncated: part.file.truncated };
  } catch (error) {
    throw asRefusal(error);
  }
}

/** The parser throws plain errors for forms that are cut off or make no sense. */
function asRefusal(error: unknown): unknown {
  if (error instanceof AppError || (error instanceof Error && "statusCode" in error)) return error;
  return new AppError("request.invalid", { detail: "body: the form is malformed" }, { cause: error });
}

const missing = ({ field }: Upload): AppError => new AppError("request.invalid", { detail: `body.${field}: Required` });
