export { secondFactorModule } from "./second-factor.module.ts";
export { createSecondFactor, type CodeVerdict, type SecondFactorService } from "./second-factor.service.ts";
export type { SecondFactorStore } from "./second-factor.store.ts";
export type { SecondFactor } from "./second-factor.model.ts";
