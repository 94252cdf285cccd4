import { PEOPLE_COLUMNS, type PeopleColumn } from "@callpanel/contract";
import { foldText } from "../../../kernel/text/search-text.ts";

/** Titles of columns, folded, as spreadsheets of English and French offices have them. */
const TITLES: Readonly<Record<PeopleColumn, readonly string[]>> = {
  username: ["username", "user", "login", "nom d'utilisateur", "utilisateur"],
  first_name: ["first name", "firstname", "given name", "prenom"],
  last_name: ["last name", "lastname", "surname", "family name", "nom", "nom de famille"],
  extension: ["extension", "ext", "number", "poste"],
  email: ["email", "e-mail", "mail", "email address", "e-mail address", "courriel"],
  department: ["department", "team", "service", "equipe", "departement"],
  groups: ["groups", "group", "groupes", "groupe"],
  may_use_panel: ["may use panel", "panel", "panneau"],
};

/** The column that a title means, in any letters and with spaces or underscores; undefined: none. */
export function columnOf(title: string): PeopleColumn | undefined {
  const words = foldText(title.replaceAll("_", " ").replaceAll("’", "'")).trim();
  return PEOPLE_COLUMNS.find((column) => TITLES[column].includes(words));
}
