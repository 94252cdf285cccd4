/** One thing that the command palette can do. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** What it is, where it is, or when it was. */
  readonly detail?: string;
  readonly run: () => void;
  /** One of very many: listed only when something is typed. */
  readonly isPerson?: true;
}

/** More than these nobody reads. */
export const MOST_COMMANDS = 50;

/** Commands that contain every typed word, those that begin with the text first. Accents and case do not matter. */
export function findCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const first = words[0];
  if (first === undefined) return commands.filter(({ isPerson }) => isPerson !== true);
  const rank = ({ label }: Command) =>
    plain(label)
      .split(/\s+/)
      .some((word) => word.startsWith(first))
      ? 0
      : 1;
  return commands
    .filter(({ label }) => words.every((word) => plain(label).includes(word)))
    .map((command) => ({ command, rank: rank(command) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_COMMANDS)
    .map(({ command }) => command);
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();
}
