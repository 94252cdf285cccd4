import { AppError, type GivenProof, type Locale } from "@callpanel/contract";
import type { FastifyRequest } from "fastify";
import type { Caller } from "../../kernel/http/caller.ts";
import { localeOf } from "../../kernel/text/language.ts";
import type { AuthService } from "../auth/index.ts";
import type { SecondFactorService } from "../second-factor/index.ts";

export interface ProofDeps {
  readonly auth: Pick<AuthService, "checkPassword">;
  readonly secondFactor: Pick<SecondFactorService, "confirm">;
}

export interface OwnerProof {
  readonly password: string;
  readonly code: string | undefined;
  readonly address: string;
  readonly locale: Locale;
}

export const proofOf = (
  { headers, ip }: FastifyRequest,
  { current_password: password = "", code }: Partial<GivenProof>,
): OwnerProof => ({ password, code, address: ip, locale: localeOf(headers["accept-language"]) });

/**
 * BACKUP-17: a stranger at an open page must not be able to replace a company or to download all of it.
 *
 * @returns a code is needed; undefined: it is proven
 */
export async function proveOwner(deps: ProofDeps, { userId, username }: Caller, proof: OwnerProof) {
  const { password, address } = proof;
  if (password === "") throw new AppError("account.currentPasswordNeeded", { field: "current_password" });
  const verdict = await deps.auth.checkPassword({ username, password, address });
  if (verdict.ok) return deps.secondFactor.confirm(userId, proof);
  throw verdict.code === "login.error.locked"
    ? new AppError("request.tooMany", { seconds: verdict.seconds })
    : new AppError("account.currentPassword", { field: "current_password" });
}

/** For a form: the code is one of its fields. @throws AppError otp.codeNeeded */
export async function checkOwner(deps: ProofDeps, caller: Caller, proof: OwnerProof): Promise<void> {
  const asked = await proveOwner(deps, caller, proof);
  if (asked !== undefined) throw new AppError("otp.codeNeeded", { field: "code", sent_to: asked.sentTo ?? "" });
}
