import { AppError } from "@callpanel/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { createPictureService } from "./pictures.service.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.remove());

it("PICTURE-7 one file of a person and eight in all are read in parallel; further ones are refused immediately", async () => {
  const reads: Array<(bytes: Uint8Array) => void> = [];
  const service = createPictureService({
    store: server.stores.pictures,
    encode: async () => undefined,
    clock: server.clock,
    random: (count) => new Uint8Array(count),
  });
  const upload = (userId: number) =>
    service
      .upload(userId, () => new Promise((resolve) => reads.push(resolve)))
      .then(
        () => "done",
        (error: unknown) => (error instanceof AppError ? error.code : String(error)),
      );

  const busy = "userPictureProfiles.errors.busy";
  const first = upload(1);
  expect(await upload(1)).toBe(busy);
  const others = [2, 3, 4, 5, 6, 7, 8].map(upload);
  expect(await upload(9)).toBe(busy);
  await expect.poll(() => reads.length).toBe(8);

  for (const answer of reads) answer(new Uint8Array());
  const refused = "userPictureProfiles.errors.unvalidateImage";
  expect(await Promise.all([first, ...others])).toEqual(Array.from({ length: 8 }, () => refused));
  const next = upload(1);
  await expect.poll(() => reads.length).toBe(9);
  reads[8]?.(new Uint8Array());
  expect(await next).toBe(refused);
});
