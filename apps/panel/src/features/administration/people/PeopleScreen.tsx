import { useSegment } from "../../../shared/useSegment.ts";
import { PersonRights } from "../permissions/PersonRights.tsx";
import { PersonView } from "../permissions/PersonView.tsx";
import { PeopleList } from "./PeopleList.tsx";
import { NewPerson } from "./NewPerson.tsx";
import { PersonPage } from "./PersonPage.tsx";

/** People of the company: the list, the form of a new person, and the pages of one. */
export function PeopleScreen() {
  const id = useSegment("id");
  const part = useSegment("part");
  if (id === null) return <PeopleList />;
  if (id === "new") return <NewPerson />;
  if (part === "rights") return <PersonRights key={id} id={Number(id)} />;
  if (part === "view") return <PersonView key={id} id={Number(id)} />;
  return <PersonPage key={id} id={Number(id)} />;
}
