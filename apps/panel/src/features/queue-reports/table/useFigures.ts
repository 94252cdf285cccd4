import { clockText } from "../../../shared/formats/duration.ts";
import { useFormats } from "../../../shared/formats/useFormats.ts";

/** How figures of reports are written: durations as everywhere (FORMAT-2), `–` for what does not exist. */
export function useFigures() {
  const formats = useFormats();
  const or = (write: (value: number) => string) => (value: number | null) => (value === null ? "–" : write(value));
  return {
    count: formats.number,
    duration: or((seconds) => clockText(seconds * 1_000)),
    /** Of 100. */
    percent: or((value) => `${formats.number(value)} %`),
  };
}
