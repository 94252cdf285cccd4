import { FIRST_RUN_LOGO_CHARS } from "@callpanel/contract";

/** Sizes that are tried, in pixels: the largest whose picture is short enough is taken. */
const SIZES = [256, 192, 128, 96, 64, 48];

/** FIRST-11: a picture redrawn as a small PNG, as a `data:` address; undefined when the browser cannot read the file. */
export async function drawLogo(file: File): Promise<string | undefined> {
  const address = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    return SIZES.map((size) => drawn(picture, size)).find(
      (one) => one !== undefined && one.length <= FIRST_RUN_LOGO_CHARS,
    );
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(address);
  }
}

function drawn(picture: HTMLImageElement, size: number): string | undefined {
  // An SVG may have no size of its own.
  const [width, height] = [picture.naturalWidth || size, picture.naturalHeight || size];
  const scale = Math.min(1, size / Math.max(width, height));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const context = canvas.getContext("2d");
  if (context === null) return undefined;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}
