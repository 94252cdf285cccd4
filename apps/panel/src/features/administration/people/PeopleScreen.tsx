import { useSegment } from "../../../shared/useSegment.ts";
import { PeopleList } from "./PeopleList.tsx";
import { NewPerson } from "./NewPerson.tsx";
import { PersonPage } from "./PersonPage.tsx";

/** People of the company: the list, the form of a new person, and the page of one. */
export function PeopleScreen() {
  const id = useSegment("id");
  if (id === null) return <PeopleList />;
  if (id === "new") return <NewPerson />;
  return <PersonPage key={id} id={Number(id)} />;
}
