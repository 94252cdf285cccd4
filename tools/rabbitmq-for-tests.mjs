/** Vitest's set-up of tests that need RabbitMQ: the one of TEST_BROKER_URL, else one of our own; without either they are skipped. */
import { startRabbit } from "./rabbitmq.mjs";

export async function setup() {
  if (process.env["TEST_BROKER_URL"]) return undefined;
  const rabbit = await startRabbit();
  if (rabbit === undefined) return undefined;
  process.env["TEST_BROKER_URL"] = rabbit.url;
  return async () => {
    delete process.env["TEST_BROKER_URL"];
    await rabbit.stop();
  };
}
