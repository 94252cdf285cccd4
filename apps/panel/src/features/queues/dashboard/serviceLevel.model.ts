/** How a service level is judged. */
export type ServiceLevelMark = "good" | "atRisk" | "low" | "none";

/** Percent of callers answered within the target: 80 is the common goal of call centers, below 60 most customers notice. */
export const SERVICE_LEVEL_GOOD = 80;
export const SERVICE_LEVEL_LOW = 60;

/** QDASH-3 */
export function markOf(serviceLevel: number | null): ServiceLevelMark {
  if (serviceLevel === null) return "none";
  if (serviceLevel >= SERVICE_LEVEL_GOOD) return "good";
  return serviceLevel >= SERVICE_LEVEL_LOW ? "atRisk" : "low";
}
