export { createEmergencyFacts } from "./emergency.facts.ts";
export { emergencyModule } from "./emergency.module.ts";
