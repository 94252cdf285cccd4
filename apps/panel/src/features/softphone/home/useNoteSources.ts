import type { NoteSources } from "../../../shared/phone/notes/notes.api.ts";
import { useSoftphone } from "../softphone.context.ts";

export function useNoteSources(): NoteSources {
  const { api, viewer, clock, noteDrafts: drafts } = useSoftphone();
  return { api, viewer, clock, drafts };
}
