import { useContext } from "react";
import type { ReactNode } from "react";
import { NO_PEOPLE, PeopleContext, useChatUsers } from "../../shared/chat/chatPeople.ts";
import type { ChatPeople as People } from "../../shared/chat/chatPeople.ts";

/** Asks once for everybody who can be written to: each of hundreds of rows wants their names and pictures. */
export function ChatPeople({ children }: { readonly children: ReactNode }) {
  return <PeopleContext value={useChatUsers()}>{children}</PeopleContext>;
}

/** `useChatUsers` inside the chat page. */
export const usePeople = (): People => useContext(PeopleContext) ?? NO_PEOPLE;
