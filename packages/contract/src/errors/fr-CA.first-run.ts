import type { ErrorCode } from "../errors.ts";

/** The errors of the first run in fr-CA; a part of `FRENCH_ERRORS`. */
export const FRENCH_FIRST_RUN_ERRORS: Readonly<Record<Extract<ErrorCode, `firstRun.${string}`>, string>> = {
  "firstRun.used":
    "Ce lien de configuration a déjà servi. Continuez dans le navigateur qui l’a ouvert, ou créez un nouveau lien sur le serveur : npm run callpanel -- setup link",
  "firstRun.old":
    "Ce lien de configuration n’est plus valide. Créez-en un nouveau sur le serveur : npm run callpanel -- setup link",
  "firstRun.foreign":
    "Ce lien de configuration n’est pas celui de ce serveur. Créez-en un sur le serveur : npm run callpanel -- setup link",
  "firstRun.noLink":
    "Ouvrez le lien de configuration que le serveur a affiché au démarrage, ou créez-en un nouveau sur le serveur : npm run callpanel -- setup link",
  "firstRun.finished": "Cette entreprise est déjà configurée. Connectez-vous comme administrateur pour la modifier.",
  "firstRun.administratorExists": "Le premier administrateur existe déjà",
  "firstRun.needed": "Commencez par l’entreprise et son premier administrateur",
};
