import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePanel } from "../../shared/panel.ts";
import type { Voicemails } from "./useVoicemails.ts";
import { messageQuery } from "./voicemail.api.ts";
import { idOf } from "./voicemail.model.ts";

interface KeptRow {
  readonly id: number;
  readonly at: number;
  /** The page and the search in which it was seen. */
  readonly where: string;
}

/** VMU-16: a message leaves the inbox when it is opened, but keeps its row there while it is open. */
export function useOpenKept(voicemails: Voicemails, openId: string | null): Voicemails {
  const { api } = usePanel();
  const { folder, state, page, search } = voicemails;
  const id = folder === "inbox" && openId !== null ? idOf(openId) : null;
  const [kept, setKept] = useState<KeptRow | null>(null);
  const { data: message, isError } = useQuery({ ...messageQuery(api, id ?? 0), enabled: id !== null });
  if (id === null || state.phase !== "ready") return voicemails;
  const where = `${page} ${search}`;
  const at = state.page.data.findIndex((one) => one.id === id);
  if (at >= 0) {
    if (kept?.id !== id || kept.at !== at || kept.where !== where) setKept({ id, at, where });
    return voicemails;
  }
  if (kept?.id !== id || kept.where !== where || message === undefined || isError) return voicemails;
  const data = state.page.data.toSpliced(kept.at, 0, message);
  return { ...voicemails, state: { ...state, page: { ...state.page, data, total: state.page.total + 1 } } };
}
