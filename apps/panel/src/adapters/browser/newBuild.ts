/**
 * Whether the server has another build than this page (SHELL-43): its page starts with another script. Their names have a
 * hash of what they load. False if it cannot be found out.
 */
export function createBuildCheck({ document, fetch }: Window & typeof globalThis): () => Promise<boolean> {
  const entry = entryOf(document);
  return async () => {
    if (entry === null) return false;
    try {
      const answer = await fetch("/", { cache: "no-cache" });
      if (!answer.ok) return false;
      const latest = entryOf(new DOMParser().parseFromString(await answer.text(), "text/html"));
      return latest !== null && latest !== entry;
    } catch {
      return false;
    }
  };
}

const entryOf = (page: Document): string | null =>
  page.querySelector('script[src*="/assets/"]')?.getAttribute("src") ?? null;
