/** Messages to a benchmark from the process that makes its load. */
import type { ChildProcess } from "node:child_process";

/** The next message that is wanted. @throws Error when the load dies first */
export function nextMessage<Message>(load: ChildProcess, isWanted: (message: Message) => boolean): Promise<Message> {
  return new Promise((resolve, reject) => {
    const died = (): void => reject(new Error("the load process died"));
    const take = (message: Message): void => {
      if (!isWanted(message)) return;
      load.off("message", take);
      load.off("exit", died);
      resolve(message);
    };
    load.on("message", take);
    load.once("exit", died);
  });
}
