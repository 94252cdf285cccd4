import type { QueueCall, QueueReportType } from "@callpanel/contract";

export interface MailWords {
  readonly types: Readonly<Record<QueueReportType, string>>;
  readonly period: (from: string, to: string) => string;
  readonly about: (type: string, period: string, zone: string, owner: string) => string;
  readonly nothing: string;
  readonly more: (count: number) => string;
  readonly tooLarge: string;
  readonly open: string;
  readonly total: string;
  readonly removed: string;
  readonly summary: readonly string[];
  readonly calls: readonly string[];
  readonly agents: readonly string[];
  /** After the status of a call whose caller asked to be called back. */
  readonly callback: string;
  readonly statuses: Readonly<Record<QueueCall["status"], string>>;
}

/** The words of reports by mail. */
export const MAIL_WORDS: Readonly<Record<"en" | "fr", MailWords>> = {
  en: {
    types: { queue_summary: "Queue summary", call_details: "Call details", agent_details: "Agent details" },
    period: (from, to) => `${from} to ${to}`,
    about: (type, period, zone, owner) => `${type}, ${period} (${zone}). ${owner} has this report sent to you.`,
    nothing: "There were no calls in this period.",
    more: (count) => `${count} more rows are in the attached file.`,
    tooLarge: "The file is too large for an e-mail. Open the report to download it.",
    open: "Open the report",
    total: "Total",
    removed: "Removed person",
    summary: ["Queue", "Date", "Calls", "Answered", "Abandon", "Timeout", "Service level", "Avg hold", "Avg talk"],
    calls: ["Date", "Queue", "Caller", "Status", "Agent", "Wait", "Talk"],
    agents: ["Agent", "Answered", "Missed", "Rejected", "Talk", "Paused", "Logged in", "Occupancy"],
    callback: "(callback)",
    statuses: {
      "in queue": "Waiting",
      CONNECT: "Talking",
      COMPLETEAGENT: "Agent hung up",
      COMPLETECALLER: "Caller hung up",
      ABANDON: "Abandoned",
      EXITEMPTY: "No agents",
      EXITWITHKEY: "Left by key",
      EXITWITHTIMEOUT: "Waited too long",
      BLINDTRANSFER: "Transferred",
      ATTENDEDTRANSFER: "Transferred",
      WITHDRAW: "Moved elsewhere",
    },
  },
  fr: {
    types: {
      queue_summary: "Résumé des files",
      call_details: "Détails des appels",
      agent_details: "Détails des agents",
    },
    period: (from, to) => `du ${from} au ${to}`,
    about: (type, period, zone, owner) => `${type}, ${period} (${zone}). ${owner} vous fait envoyer ce rapport.`,
    nothing: "Il n’y a eu aucun appel pendant cette période.",
    more: (count) => `${count} autres lignes sont dans le fichier joint.`,
    tooLarge: "Le fichier est trop volumineux pour un courriel. Ouvrez le rapport pour le télécharger.",
    open: "Ouvrir le rapport",
    total: "Total",
    removed: "Personne supprimée",
    summary: [
      "File",
      "Date",
      "Appels",
      "Répondus",
      "Abandonnés",
      "Délai dépassé",
      "Niveau de service",
      "Attente moyenne",
      "Conversation moyenne",
    ],
    calls: ["Date", "File", "Appelant", "État", "Agent", "Attente", "Conversation"],
    agents: ["Agent", "Répondus", "Manqués", "Refusés", "Conversation", "En pause", "Connecté", "Occupation"],
    callback: "(rappel)",
    statuses: {
      "in queue": "En attente",
      CONNECT: "En conversation",
      COMPLETEAGENT: "L’agent a raccroché",
      COMPLETECALLER: "L’appelant a raccroché",
      ABANDON: "Abandonné",
      EXITEMPTY: "Aucun agent",
      EXITWITHKEY: "Sortie par une touche",
      EXITWITHTIMEOUT: "Attente trop longue",
      BLINDTRANSFER: "Transféré",
      ATTENDEDTRANSFER: "Transféré",
      WITHDRAW: "Dirigé ailleurs",
    },
  },
};
