import { expect, test } from "vitest";
import { whenText } from "./when.ts";

/** Local time, as the log shows it. */
const at = (day: number, hour: number, month = 5, year = 2026) => new Date(year, month, day, hour, 5).getTime();
const NOW = at(18, 14);
/** Browsers put a narrow no-break space before AM and PM. */
const when = (time: number) => whenText(time, NOW, "en-US").replaceAll("\u202f", " ");

test("SOFT-7 the log tells the time today, the weekday within a week, else the date", () => {
  expect(when(at(18, 0))).toBe("12:05 AM");
  expect(when(at(17, 23))).toBe("Wed 11:05 PM");
  expect(when(at(12, 9))).toBe("Fri 9:05 AM");
  expect(when(at(11, 9))).toBe("Jun 11");
  expect(when(at(11, 9, 11, 2025))).toBe("Dec 11, 2025");
});
