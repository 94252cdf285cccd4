import type { LineTest } from "@callpanel/contract";
import type { PhoneSystem, TestedGateway } from "@callpanel/phone-port";

export interface LineTestDeps {
  readonly phone: Pick<PhoneSystem, "testLine">;
}

/** LINE-32: an answer says that the gateway is there; some statuses say that it will not take calls as it is set up. */
export async function testLine({ phone }: LineTestDeps, id: string): Promise<LineTest> {
  return { gateways: (await phone.testLine(id)).map(shown) };
}

const shown = ({ address, userAgent, result, status, ms }: TestedGateway): LineTest["gateways"][number] => ({
  address,
  device: userAgent,
  result: status !== undefined && isRefusal(status) ? "refused" : result,
  status: status ?? null,
  milliseconds: ms ?? null,
});

/** 404, 405, 481, 501: it has no use for OPTIONS, but it is there. */
const isRefusal = (status: number): boolean => [401, 403, 407].includes(status) || (status >= 500 && status !== 501);
