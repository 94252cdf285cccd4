export { connectRabbitBus } from "./rabbitmq-bus.ts";
