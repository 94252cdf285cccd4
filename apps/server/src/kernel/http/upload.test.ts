import { AppError } from "@callpanel/contract";
import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { answerError } from "./error-answer.ts";
import { readUpload, takeForms, takeUploads, type UploadedFile } from "./upload.ts";

describe("forms with a file", () => {
  it("SERVER-72 a form has one file: a second one, in any field, refuses it", async () => {
    expect(await sent(["file"])).toEqual({ status: 200, code: undefined, taken: 1 });
    expect(await sent(["file", "file"])).toEqual({ status: 400, code: "request.oneFile", taken: 0 });
    expect(await sent(["other", "file"])).toEqual({ status: 400, code: "request.oneFile", taken: 0 });
  });

  it("SERVER-72 a form of which only the file is read has one file too, with other fields before and behind it", async () => {
    expect(await sent(["file"], "alone")).toEqual({ status: 200, code: undefined, taken: 1 });
    expect(await sent(["file", "file"], "alone")).toEqual({ status: 400, code: "request.oneFile", taken: 0 });
    expect(await sent(["file", "other"], "alone")).toEqual({ status: 400, code: "request.oneFile", taken: 0 });
    expect(await sent(["other"], "alone")).toEqual({ status: 400, code: "request.invalid", taken: 0 });
  });
});

const UPLOAD = { field: "file", maxBytes: 1_000, mediaTypes: ["application/octet-stream"] };

async function sent(fields: readonly string[], path: "form" | "alone" = "form") {
  const taken: UploadedFile[] = [];
  const app = Fastify();
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  await app.register(async (forms) => {
    const fileOf = await takeForms(forms, {
      upload: UPLOAD,
      atOnce: 1,
      busy: new AppError("chats.file.busy"),
    });
    forms.post("/form", async (request) => {
      const file = fileOf(request);
      if (file !== undefined) taken.push(file);
      return {};
    });
  });
  await app.register(async (uploads) => {
    await takeUploads(uploads);
    uploads.post("/alone", async (request) => {
      const tooLarge = new AppError("request.tooLarge");
      const bytes = await readUpload({ request, upload: UPLOAD, tooLarge });
      taken.push({ name: "", bytes, tooLarge: false });
      return {};
    });
  });
  const form = new FormData();
  form.append("name", "x");
  for (const field of fields) form.append(field, new Blob(["abc"]), "abc.txt");
  form.append("last", "y");
  const body = new Response(form);
  const answer = await app.inject({
    method: "POST",
    url: `/${path}`,
    headers: { "content-type": body.headers.get("content-type") ?? "" },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  await app.close();
  const { code } = answer.json<{ code?: string }>();
  return { status: answer.statusCode, code, taken: taken.length };
}
