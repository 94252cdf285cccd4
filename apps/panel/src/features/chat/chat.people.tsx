import { createContext, useContext } from "react";
import type { ReactNode } from "react";
import { useChatUsers } from "./chat.api.ts";

type People = ReturnType<typeof useChatUsers>;

const PeopleContext = createContext<People>({ list: [], byUid: new Map() });

/** Asks once for everybody who can be written to: each of hundreds of rows wants their names and pictures. */
export function ChatPeople({ children }: { readonly children: ReactNode }) {
  return <PeopleContext value={useChatUsers()}>{children}</PeopleContext>;
}

/** `useChatUsers` inside the chat page. */
export const usePeople = (): People => useContext(PeopleContext);
