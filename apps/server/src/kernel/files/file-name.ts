/** Makes text safe for a file name: no folders, device names, header delimiters or bidirectional control characters. */
export function fileNameOf(text: string, mostCharacters: number): string {
  const tame = text.replace(/[\s\p{C}\\/:*?"<>|]+/gu, " ").replace(/^[\s.]+|[\s.]+$/g, "");
  return Array.from(tame).slice(0, mostCharacters).join("").trimEnd();
}
