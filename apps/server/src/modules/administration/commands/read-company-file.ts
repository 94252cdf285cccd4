import { createReadStream } from "node:fs";
import { AppError } from "@callpanel/contract";

/** Ten times what a company of 10,000 people has. A file is parsed as a whole, which takes a multiple of it in memory. */
const COMPANY_FILE_MEGABYTES = 20;
const MOST_BYTES = COMPANY_FILE_MEGABYTES * 1024 ** 2;

/** ADMIN-41: the text of a company file, or of a pipe. @throws AppError admin.fileTooLarge, admin.notFound */
export async function readCompanyFile(path: string): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of createReadStream(path)) {
      if (!Buffer.isBuffer(part)) continue;
      bytes += part.length;
      if (bytes > MOST_BYTES) break;
      parts.push(part);
    }
  } catch (error) {
    throw new AppError("admin.notFound", { what: { kind: "file", name: path } }, { cause: error });
  }
  if (bytes > MOST_BYTES) throw new AppError("admin.fileTooLarge", { megabytes: COMPANY_FILE_MEGABYTES });
  return Buffer.concat(parts).toString("utf8");
}
