import {
  AppError,
  commandFrameSchema,
  meets,
  type CommandFrame,
  type CommandHead,
  type ServerFrame,
} from "@callpanel/contract";
import * as z from "zod/mini";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { createTokenBucket } from "../../kernel/guard/token-bucket.ts";
import type { CommandConnection } from "../realtime/index.ts";
import { COMMANDS } from "./command-table.ts";
import { createLegOrder } from "./leg-order.ts";
import type { CommandName, Frames, Scene } from "./command.ts";
import { COMMAND_DEMANDS } from "./commands.policy.ts";

/** RT-17: the rate of one connection; enough for a person's clicks, and for a page that asks for everything when it opens. */
const COMMANDS_PER_SECOND = 20;
const COMMAND_BURST = 40;
/** RT-13: the number of ids that are remembered. */
const REMEMBERED_IDS = 256;

export interface DispatcherDeps extends Scene, CommandConnection {
  readonly clock: Clock;
  readonly log: Log;
}

/** Runs the commands of one connection, and answers each once. */
export function createDispatcher(deps: DispatcherDeps): (head: CommandHead) => void {
  const { clock, log, send } = deps;
  const bucket = createTokenBucket({ clock, perSecond: COMMANDS_PER_SECOND, burst: COMMAND_BURST });
  const ids = new Set<string>();
  const inLegOrder = createLegOrder();

  const isDoubled = (id: string): boolean => {
    if (ids.has(id)) return true;
    ids.add(id);
    const [oldest] = ids;
    if (ids.size > REMEMBERED_IDS && oldest !== undefined) ids.delete(oldest);
    return false;
  };
  /** Commands that arrive during a check of the rights share the next check: cheap, and their order is kept. */
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<boolean> | undefined;
  const inTurn = (): Promise<boolean> => {
    next ??= underWay.then(() => {
      next = undefined;
      const look = deps.isCurrent();
      underWay = look.catch(() => undefined);
      return look;
    });
    return next;
  };
  return (head) => {
    const { id, command } = head;
    if (isDoubled(id)) return;
    answerOf(head).then(
      (result) => send({ type: "answer", id, ok: true, result }),
      (error: unknown) => {
        if (!(error instanceof AppError)) log.error("a command failed", { command, err: error });
        send(refusalOf(id, error instanceof AppError ? error : new AppError("server.internal")));
      },
    );
  };

  async function answerOf(head: CommandHead): Promise<unknown> {
    const isWithinRate = bucket.take();
    const frame = readCommand(head);
    return inLegOrder(isWithinRate ? legsOf(frame) : [], () => run(frame, { isWithinRate }));
  }

  async function run(frame: CommandFrame, { isWithinRate }: { readonly isWithinRate: boolean }): Promise<unknown> {
    if (!(await inTurn())) throw new AppError("request.forbidden");
    if (!isWithinRate) throw new AppError("request.tooMany", { seconds: 1 });
    // RT-8: a missing right is refused as such, whether or not an area serves the command.
    if (!meets(deps.caller.rights, COMMAND_DEMANDS[frame.command])) throw new AppError("request.forbidden");
    return carry(frame.command, frame, deps);
  }
}

/** Throws `request.notFound` for an unknown command, `request.invalid` for wrong fields. */
function readCommand(head: CommandHead): CommandFrame {
  const parsed = z.safeParse(commandFrameSchema, head);
  if (parsed.success) return parsed.data;
  throw new AppError(Object.hasOwn(COMMANDS, head.command) ? "request.invalid" : "request.notFound");
}

function carry<Name extends CommandName>(name: Name, frame: Frames[Name], scene: Scene): unknown {
  return COMMANDS[name](frame, scene);
}

function legsOf(frame: CommandFrame): readonly string[] {
  if (!("channel" in frame)) return [];
  return "extra" in frame && frame.extra !== undefined ? [frame.channel, frame.extra] : [frame.channel];
}

function refusalOf(id: string, { code, message, details }: AppError): ServerFrame {
  return { type: "refusal", id, code, error_description: message, details };
}
