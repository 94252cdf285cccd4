import type { ErrorCode } from "../errors.ts";

/** The errors of administration and of the first run in fr-CA; a part of `FRENCH_ERRORS`. */
export const FRENCH_ADMINISTRATION_ERRORS: Readonly<
  Record<
    Extract<ErrorCode, `admin.${string}` | `administration.${string}` | `firstRun.${string}` | `backup.${string}`>,
    string
  >
> = {
  "admin.invalidFile": "Le fichier d’entreprise n’est pas valide : {detail}",
  "admin.noTargets": "{what} ne peut pas être limité à des cibles : la règle vaut pour tout ou pas du tout",
  "admin.exists": "{what} existe déjà",
  "admin.otherRealm": "Un autre domaine de ce serveur a déjà une personne « {username} »",
  "admin.notFound": "{what} n’existe pas",
  "admin.stillLeads": "Impossible de retirer {what} tant que {number} y mène : modifiez ou retirez d’abord {number}",
  "admin.noServer": "Aucun serveur n’a répondu : un serveur est-il en marche?",
  "admin.circle": "{number} tournerait en rond : {path}",
  "admin.fileTooLarge": "Un fichier d’entreprise peut avoir au plus {megabytes} Mo",
  "admin.roomPins": "La salle {number} a besoin de deux NIP différents",
  "admin.queueKeys": "La file {number} a besoin de touches différentes pour exit_key et callback_key",
  "admin.queueExit": "La file {number} a besoin de exit_key et de exit_to, ou d’aucun des deux",
  "admin.setting": "{name} n’est pas valide : {message}",
  "admin.redirects":
    "Une application a besoin de 1 à {limit} adresses de redirection : en https, ou en http sur cet ordinateur, sans #, * ni espaces",
  "admin.applicationName": "Une application ne peut pas porter le nom de la plateforme : {name}",
  "admin.applicationsMax": "Il y a déjà {limit} applications. Retirez-en une d’abord.",
  "admin.outside":
    "Seules les personnes qui administrent toutes les files peuvent envoyer des appels à un numéro externe",
  "admin.ownAccess":
    "Changez votre mot de passe, votre adresse de courriel et votre vérification en deux étapes dans vos paramètres",
  "admin.yourself":
    "Vous ne pouvez pas vous suspendre ni vous retirer vous-même. Demandez à une autre personne qui administre.",
  "admin.suspended": "Cette personne est suspendue : réactivez-la d’abord",
  "admin.file.tooLarge": "Un fichier de personnes peut avoir au plus {megabytes} Mo",
  "admin.file.tooManyLines": "Un fichier de personnes peut avoir au plus {limit} lignes",
  "admin.file.tooManyColumns": "Un fichier de personnes peut avoir au plus {limit} colonnes",
  "admin.file.cellTooLong": "La ligne {line} a une cellule de plus de {limit} caractères",
  "admin.file.empty": "Le fichier n’a aucune ligne",
  "admin.file.unreadable": "Ce n’est pas un fichier CSV lisible",
  "admin.file.quote": "Un guillemet de la ligne {line} ou plus loin n’est jamais fermé",
  "admin.file.columns":
    "La première ligne doit nommer les colonnes : username, ou first_name et last_name. Elle contient : {found}",
  "admin.file.line": "Cette partie du fichier n’a pas été appliquée : {detail}",
  "admin.conflict": "Entre-temps, une autre personne a modifié {what}",
  "admin.mayNotGive": "Vous ne pouvez pas accorder des droits que vous n’avez pas vous-même : {rights}",
  "admin.mayNotTouch": "{what} a des droits d’administration que vous n’avez pas",
  "admin.lastAdministrator":
    "L’entreprise n’aurait plus d’administrateur : nommez d’abord une autre personne administratrice",
  "administration.load": "Chargement impossible",
  "administration.save": "Impossible d’enregistrer",
  "admin.unknownRealm":
    "Le domaine {realm} n’existe pas, seulement {realms} : vérifiez le nom, ou ajoutez --create-realm pour le créer",
  "firstRun.used":
    "Ce lien de configuration a déjà servi. Continuez dans le navigateur qui l’a ouvert, ou créez un nouveau lien sur le serveur : npm run callpanel -- setup link",
  "firstRun.old":
    "Ce lien de configuration n’est plus valide. Créez-en un nouveau sur le serveur : npm run callpanel -- setup link",
  "firstRun.foreign":
    "Ce lien de configuration n’est pas celui de ce serveur. Créez-en un sur le serveur : npm run callpanel -- setup link",
  "firstRun.noLink":
    "Ouvrez le lien de configuration que le serveur a affiché au démarrage, ou créez-en un nouveau sur le serveur : npm run callpanel -- setup link",
  "firstRun.signIn": "Connectez-vous comme administrateur pour continuer la configuration de cette entreprise",
  "firstRun.finished": "Cette entreprise est déjà configurée. Connectez-vous comme administrateur pour la modifier.",
  "firstRun.administratorExists": "Le premier administrateur existe déjà",
  "firstRun.needed": "Commencez par l’entreprise et son premier administrateur",
  "backup.foreign": "{name} n’est pas une sauvegarde de callpanel",
  "backup.newer": "{name} vient d’une version plus récente de callpanel : restaurez-la avec cette version",
  "backup.damaged": "{name} est endommagée : {what} manque ou a changé",
  "backup.notEmpty": "DATA_DIR {dataDir} n’est pas vide : déplacez ce qui s’y trouve, ou choisissez un autre DATA_DIR",
  "backup.noFolder":
    "Les sauvegardes ne sont pas configurées : définissez BACKUP_DIR ou BACKUP_URL et redémarrez le serveur",
  "backup.noPlace": "Cet emplacement n’est pas configuré : définissez BACKUP_DIR ou BACKUP_URL",
  "backup.timeZone": "Ce fuseau horaire n’existe pas",
  "backup.running": "Une sauvegarde est en cours, en vérification ou en préparation : attendez la fin",
  "backup.busy": "Une autre sauvegarde est en cours dans {folder} : attendez-la",
  "backup.inUse": "DATA_DIR {dataDir} est utilisé par un serveur : arrêtez-le d’abord",
  "backup.notPrepared": "{name} n’est pas prête : préparez-la d’abord",
  "backup.noRestart":
    "Ce serveur ne peut pas redémarrer de lui-même : utilisez la ligne de commande (docs/running/backup.md)",
  "backup.wrongCompany": "Ce n’est pas le nom de l’entreprise",
  "backup.severalCompanies":
    "Ce serveur a plusieurs entreprises, et une sauvegarde les contient toutes : utilisez la ligne de commande (docs/running/backup.md)",
  "backup.nothing": "La base de données ne contient aucune entreprise : démarrez d’abord le serveur avec elle",
  "backup.otherVersion":
    "La base de données vient d’une autre version de callpanel : utilisez la ligne de commande de la version en service",
  "backup.severalServers": "Plusieurs serveurs utilisent cette base de données : arrêtez-les sauf un, puis restaurez",
  "backup.dataDir": "Les sauvegardes ont besoin d’un dossier à elles : celui-ci est DATA_DIR",
  "backup.full": "Le compartiment {bucket} est plein",
  "backup.refused": "Le compartiment {bucket} refuse : {reason}. Vérifiez BACKUP_URL et SOUNDS_URL",
  "backup.away": "Le compartiment {bucket} ne répond pas",
};
