/** FORMAT-2: `mm:ss`, from an hour on `hh:mm:ss`; `--` for an invalid number. */
export function clockText(ms: number): string {
  if (!Number.isFinite(ms)) return "--";
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const two = (value: number) => String(value).padStart(2, "0");
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds < 3_600 ? rest : `${two(Math.floor(seconds / 3_600))}:${rest}`;
}
