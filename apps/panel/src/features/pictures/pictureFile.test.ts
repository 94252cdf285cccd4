import { AppError } from "@callpanel/contract";
import { expect, it } from "vitest";
import { openPicture } from "./pictureFile.ts";

const refusalOf = (file: Blob) =>
  openPicture(file).then(
    () => "opened",
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

it("PICTURE-11 the content decides: an SVG, a web page and an empty file are not pictures, with any declared type", async () => {
  for (const text of ["<svg onload='alert(1)'/>", "<!doctype html>", "", "GIF8"])
    expect(await refusalOf(new Blob([text], { type: "image/png" })), text).toBe(
      "userPictureProfiles.errors.unvalidateImage",
    );
});

it("PICTURE-11 a file that is far too large is not even opened", async () => {
  const file = new Blob([new Uint8Array(41 * 1024 * 1024)], { type: "image/png" });
  expect(await refusalOf(file)).toBe("userPictureProfiles.errors.tooLarge");
});
