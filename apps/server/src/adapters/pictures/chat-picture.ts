import type sharp from "sharp";
import type { ChatPicture } from "../../modules/chat/index.ts";

const SHOWN_PX = 1_600;
const THUMBNAIL_PX = 360;
const DECODING_SECONDS = 10;
const PAPER = "#ffffff";

type Drawn = ReturnType<typeof sharp>;

/** `decoded`: one picture, as often as it is asked for. `isPhoto`: a JPEG, which may say where it was taken. */
export async function drawChatPicture(decoded: () => Drawn, isPhoto: boolean): Promise<ChatPicture | undefined> {
  const within = (side: number, quality: number) =>
    decoded()
      .timeout({ seconds: DECODING_SECONDS })
      .autoOrient()
      .resize(side, side, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: PAPER })
      .jpeg({ quality });
  try {
    const { data: shown, info } = await within(SHOWN_PX, 88).toBuffer({ resolveWithObject: true });
    const thumbnail = await within(THUMBNAIL_PX, 80).toBuffer();
    const whole = isPhoto
      ? await decoded().timeout({ seconds: DECODING_SECONDS }).autoOrient().jpeg({ quality: 93 }).toBuffer()
      : undefined;
    return { width: info.width, height: info.height, shown, thumbnail, whole };
  } catch {
    return undefined; // the library does not distinguish a bad file from one beyond its limits
  }
}
