import multipart from "@fastify/multipart";
import { AppError, type Upload } from "@callpanel/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Besides the file a form may carry a few fields, which nobody reads. */
const OTHER_FIELDS = 8;
const FIELD_BYTES = 1_024;

/** Lets the routes of this plugin take multipart/form-data. Nothing is written to the disk. */
export async function takeUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fields: OTHER_FIELDS, parts: OTHER_FIELDS + 1, fieldSize: FIELD_BYTES, headerPairs: 20 },
  });
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
    // The parser throws plain errors for forms that are cut off or make no sense.
    if (error instanceof Error && "statusCode" in error) throw error;
    throw new AppError("request.invalid", { detail: "body: the form is malformed" }, { cause: error });
  }
}

const missing = ({ field }: Upload): AppError => new AppError("request.invalid", { detail: `body.${field}: Required` });
