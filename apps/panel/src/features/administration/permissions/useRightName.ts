import { useWords } from "../../../shared/words/useWords.ts";
import { permissionsMessages, wordOf } from "./permissions.messages.ts";

/** What a right is called where there is no matrix around it: `Voicemail: read_for` in words. */
export function useRightName(): (id: string) => string {
  const t = useWords(permissionsMessages);
  const access: Readonly<Record<string, "see" | "change" | "seeFor" | "listFor" | "changeFor">> = {
    read: "see",
    write: "change",
    read_for: "seeFor",
    list_for: "listFor",
    write_for: "changeFor",
  };
  return (id) => {
    const [module = "", rule = ""] = id.split(":");
    const column = access[rule] ?? "more";
    const [, act, area] = /^(show|manage)_(.+)$/.exec(module === "administration" ? rule : "") ?? [];
    if (area !== undefined)
      return t(act === "show" ? "permissions.full.see" : "permissions.full.change", {
        module: wordOf(t, "area", area),
      });
    return t(`permissions.full.${column}`, { module: wordOf(t, "module", module), rule: wordOf(t, "rule", rule) });
  };
}
