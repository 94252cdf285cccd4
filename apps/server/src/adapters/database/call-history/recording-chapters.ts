import * as z from "zod/mini";
import type { RecordingChapter } from "../../../modules/call-history/index.ts";

const chapterSchema = z.object({ offsetMs: z.number(), kind: z.enum(["came", "left"]), name: z.string() });
const marksSchema = z.array(z.unknown());

/** Of the marks of a recording; the other ones are pauses. */
export function chaptersOf(marks: string): readonly RecordingChapter[] {
  return marksSchema.parse(JSON.parse(marks)).flatMap((mark) => {
    const chapter = z.safeParse(chapterSchema, mark);
    return chapter.success ? [chapter.data] : [];
  });
}
