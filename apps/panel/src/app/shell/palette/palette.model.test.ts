import { expect, it } from "vitest";
import { findCommands } from "./palette.model.ts";

const commands = ["Go to Buddies", "Go to Call history", "Aller à Messagerie", "Show the softphone"].map((label) => ({
  id: label,
  label,
  run: () => {},
}));
const labels = (typed: string) => findCommands(commands, typed).map(({ label }) => label);

it("SHELL-9 every typed word must occur, ignoring case and accents", () => {
  expect(labels("CALL go")).toEqual(["Go to Call history"]);
  expect(labels("a mess")).toEqual(["Aller à Messagerie"]);
  expect(labels("zzz")).toEqual([]);
});

it("SHELL-9 matches at the beginning come first; an empty search shows all", () => {
  expect(labels("s")[0]).toBe("Show the softphone");
  expect(labels(" ")).toHaveLength(4);
});

it("SHELL-9 colleagues are listed only when something is typed, and not more than one can read", () => {
  const people = Array.from({ length: 80 }, (_, at) => ({
    id: `chat-${at}`,
    label: `Chat with Person ${at}`,
    run: () => {},
    isPerson: true as const,
  }));
  expect(findCommands([...commands, ...people], "")).toHaveLength(4);
  expect(findCommands([...commands, ...people], "chat").map(({ id }) => id)).toHaveLength(50);
  expect(findCommands(people, "chat 79")).toHaveLength(1);
});
