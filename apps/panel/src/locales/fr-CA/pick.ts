export const pick = {
  "pick.hint": "Nom ou poste",
  "pick.found": "Résultats",
  "pick.none": "Aucun résultat pour « {search} ».",
} as const;
