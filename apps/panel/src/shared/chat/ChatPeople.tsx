import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { usePanel } from "../panel.ts";
import { chatUsersQuery, NOBODY, PeopleContext, peopleOf } from "./chatPeople.ts";

/** Asks once for everybody who can be written to: each of hundreds of rows wants their names and pictures. */
export function ChatPeople({ children }: { readonly children: ReactNode }) {
  const { api, viewer } = usePanel();
  const { data = NOBODY } = useQuery({ ...chatUsersQuery(api), enabled: viewer.flags.chatsRead });
  return <PeopleContext value={peopleOf(data)}>{children}</PeopleContext>;
}
