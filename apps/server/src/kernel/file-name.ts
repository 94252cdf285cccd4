/** Text as part of a file's name: nothing in it names a folder or a device, ends a header or turns the text around. */
export function fileNameOf(text: string, mostCharacters: number): string {
  const tame = text.replace(/[\s\p{C}\\/:*?"<>|]+/gu, " ").replace(/^[\s.]+|[\s.]+$/g, "");
  return Array.from(tame).slice(0, mostCharacters).join("").trimEnd();
}
