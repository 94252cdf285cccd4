import type { SaySubject, Subject, SubjectKind } from "./subject.ts";

/** With their article, from which the words before it follow: `du groupe`, `de la file`. */
const NOUNS: Readonly<Record<SubjectKind, string>> = {
  account: "le compte SIP",
  agent: "l’agent",
  announcement: "l’annonce",
  application: "l’application",
  backupSchedule: "l’horaire des sauvegardes",
  company: "l’entreprise",
  did: "le numéro direct",
  emergency: "la liste des numéros d’urgence",
  emergencyLocation: "l’emplacement d’urgence",
  emergencyNumber: "le numéro d’urgence",
  emergencyProfile: "le numéro de rappel d’urgence",
  file: "le fichier",
  group: "le groupe",
  hours: "l’horaire d’ouverture",
  line: "la ligne externe",
  lot: "le stationnement",
  number: "le numéro",
  outgoingNumber: "le numéro sortant",
  person: "la personne",
  phone: "le téléphone",
  pinHolder: "la boîte vocale, l’annonce ou la salle",
  queue: "la file",
  realm: "le domaine",
  replacedData: "la copie remplacée",
  right: "le droit",
  room: "la salle",
  roomAdmin: "l’administrateur",
  setting: "le paramètre",
  slot: "la place",
  sound: "le son",
  target: "la destination",
  toggle: "la destination à bascule",
  toggleTarget: "la personne, la file ou la salle",
};

/** In fr-CA: `la file « Support »`, `le numéro 702 (place du stationnement 700)`. */
export const frenchSubject: SaySubject = ({ as, of, ...subject }) => {
  const owner = of === undefined ? "" : ` ${withDe(frenchNamed(of))}`;
  if (as === undefined) return `${frenchNamed(subject)}${owner}`;
  return `${frenchNamed(subject)} (${NOUNS[as].replace(/^(l[ea] |l’)/, "")}${owner})`;
};

const frenchNamed = ({ kind, name }: Subject): string => {
  if (name === undefined) return NOUNS[kind];
  return `${NOUNS[kind]} ${/^[\d+*#]+$/.test(name) ? name : `« ${name} »`}`;
};

const withDe = (text: string): string => (text.startsWith("le ") ? `du ${text.slice(3)}` : `de ${text}`);
