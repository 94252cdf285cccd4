import "@callpanel/ui/tokens.css";
import { createRoot } from "react-dom/client";
import { createWire } from "../adapters/http/wire.ts";
import { createWords } from "../shared/words/words.ts";
import type { Words } from "../shared/words/words.ts";
import { WordsContext } from "../shared/words/useWords.ts";
import { linkOf } from "./guest.model.ts";
import { GuestPage } from "./GuestPage.tsx";

/** French for browsers in French; English otherwise. A catalogue that fails to load is replaced by English. */
async function loadWords(language: string): Promise<Words> {
  if (!language.toLowerCase().startsWith("fr")) return createWords();
  const { frenchGuest } = await import("./fr-CA.ts");
  return createWords("fr-CA", frenchGuest);
}

async function start(place: HTMLElement): Promise<void> {
  const words = await loadWords(navigator.language).catch(() => createWords());
  document.documentElement.lang = words.locale;
  const wire = createWire({
    fetch: (url, init) => fetch(url, init),
    apiBase: "/api",
    apiVersion: "v1",
    language: () => words.locale,
  });
  createRoot(place).render(
    <WordsContext value={words}>
      <GuestPage wire={wire} link={linkOf(location)} />
    </WordsContext>,
  );
}

const place = document.getElementById("guest");
if (place) void start(place);
