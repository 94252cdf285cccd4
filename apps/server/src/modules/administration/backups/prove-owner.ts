import { AppError, type Locale } from "@callpanel/contract";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { AuthService } from "../../auth/index.ts";
import type { SecondFactorService } from "../../second-factor/index.ts";

export interface ProofDeps {
  readonly auth: Pick<AuthService, "checkPassword">;
  readonly secondFactor: Pick<SecondFactorService, "confirm">;
}

export interface RestoreProof {
  readonly password: string;
  readonly code: string | undefined;
  readonly address: string;
  readonly locale: Locale;
}

/**
 * BACKUP-17: who finds the page open must not replace a company.
 *
 * @returns a code is needed; undefined: it is proven
 */
export async function proveOwner(deps: ProofDeps, { userId, username }: Caller, proof: RestoreProof) {
  const { password, address } = proof;
  if (password === "") throw new AppError("account.currentPasswordNeeded", { field: "current_password" });
  const verdict = await deps.auth.checkPassword({ username, password, address });
  if (verdict.ok) return deps.secondFactor.confirm(userId, proof);
  throw verdict.code === "login.error.locked"
    ? new AppError("request.tooMany", { seconds: verdict.seconds })
    : new AppError("account.currentPassword", { field: "current_password" });
}
