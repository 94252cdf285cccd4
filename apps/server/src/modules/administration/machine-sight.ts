import { AppError } from "@callpanel/contract";
import type { CompanyStore } from "./company.store.ts";

/**
 * MACHINE-1: memory, disk, jobs and back-ups are those of all companies of the database. The administrators of one
 * company see them only while it is the only one.
 */
export const ownsMachine = async (company: Pick<CompanyStore, "read">): Promise<boolean> =>
  (await company.read((reader) => reader.realms())).length === 1;

/** MACHINE-2 */
export async function checkOwnsMachine(company: Pick<CompanyStore, "read">): Promise<void> {
  if (!(await ownsMachine(company))) throw new AppError("backup.severalCompanies");
}
