/** What an export needs in addition to the messages. */
export interface ChatExportStore {
  /** Messages with their answers, and the files of messages that are not deleted. */
  size(roomId: number): Promise<{ readonly messages: number; readonly files: number; readonly bytes: number }>;
  /** Names of accounts of a company; removed ones are left out. */
  names(realmId: number, userIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
}
