import { Message, classes, methods, parseMessage } from "werift";
import { describe, expect, test } from "vitest";
import { createLiteAgent } from "./lite-agent.ts";
import type { LiteAgent, TransportAddress } from "./lite-agent.ts";

const FAR: TransportAddress = { address: "198.51.100.4", port: 5004, local: 0 };
const ELSEWHERE: TransportAddress = { address: "203.0.113.9", port: 6000, local: 0 };
const BY_TCP: TransportAddress = { ...FAR, local: 1 };
const REMOTE = { usernameFragment: "far1", password: "farfarfarfarfarfarfarfar" };

function newAgent(): {
  agent: LiteAgent;
  sent: { response: Message; to: TransportAddress }[];
  /** Checks that our agent sends. */
  checks: { check: Message; to: TransportAddress }[];
  /** Addresses from which an authentic check came. */
  admitted: TransportAddress[];
  /** Names that checks may come with. */
  names: Set<string>;
  clock: { now: number };
  /** Runs what is due. */
  pass: (ms: number) => void;
} {
  const sent: { response: Message; to: TransportAddress }[] = [];
  const checks: { check: Message; to: TransportAddress }[] = [];
  const admitted: TransportAddress[] = [];
  const names = new Set<string>();
  const clock = { now: 1000 };
  const timers = new Map<() => void, number>();
  const pass = (ms: number): void => {
    clock.now += ms;
    for (const [run, at] of timers) if (at <= clock.now && timers.delete(run)) run();
  };
  const agent = createLiteAgent({
    now: () => clock.now,
    setTimeout: (run, ms) => {
      timers.set(run, clock.now + ms);
      return () => timers.delete(run);
    },
    isFallback: ({ local }) => local === BY_TCP.local,
    send: (datagram, to) => {
      const response = parseMessage(datagram, Buffer.from(agent.local.password));
      if (response !== undefined) sent.push({ response, to });
      const own = parseMessage(datagram, Buffer.from(REMOTE.password));
      if (own !== undefined) checks.push({ check: own, to });
    },
    onSelected: () => undefined,
    newName: () => {
      const name = `name${names.size}/${clock.now}`;
      names.add(name);
      return name;
    },
    dropName: (name) => names.delete(name),
    onAdmitted: (at) => admitted.push(at),
    onProven: () => undefined,
  });
  return { agent, sent, checks, admitted, names, clock, pass };
}

function check(
  agent: LiteAgent,
  options: { nominate?: boolean; controlled?: boolean; password?: string; remote?: string; local?: string } = {},
): Buffer {
  const { nominate = false, controlled = false, remote = REMOTE.usernameFragment } = options;
  const request = new Message(methods.BINDING, classes.REQUEST)
    .setAttribute("USERNAME", `${options.local ?? agent.local.usernameFragment}:${remote}`)
    .setAttribute(controlled ? "ICE-CONTROLLED" : "ICE-CONTROLLING", 7n);
  if (nominate) request.setAttribute("USE-CANDIDATE", null);
  return request.addMessageIntegrity(Buffer.from(options.password ?? agent.local.password)).addFingerprint().bytes;
}

function answerTo(own: Message | undefined, password = REMOTE.password): Buffer {
  return new Message(methods.BINDING, classes.RESPONSE, own?.transactionId)
    .setAttribute("XOR-MAPPED-ADDRESS", ["192.0.2.7", 40_000])
    .addMessageIntegrity(Buffer.from(password))
    .addFingerprint().bytes;
}

describe("the lite agent", () => {
  test("MEDIA-11 responds to an authentic check with the address that it came from", () => {
    const { agent, sent, admitted } = newAgent();
    agent.receive(check(agent), FAR);
    expect(sent.map(({ response }): unknown => response.getAttributeValue("XOR-MAPPED-ADDRESS"))).toEqual([
      [FAR.address, FAR.port],
    ]);
    expect(sent[0]?.to).toEqual(FAR);
    expect(admitted).toEqual([FAR]);
  });

  test("MEDIA-11 sends to the address that the far end nominated, without its candidates", () => {
    const { agent } = newAgent();
    agent.setRemote(REMOTE);
    agent.receive(check(agent, { nominate: true }), FAR);
    expect(agent.selected).toEqual(FAR);
    agent.receive(check(agent), ELSEWHERE);
    expect(agent.selected).toEqual(FAR);
    agent.receive(check(agent, { nominate: true }), ELSEWHERE);
    expect(agent.selected).toEqual(ELSEWHERE);
  });

  test("MEDIA-11 before a nomination sends to the source of the last check", () => {
    const { agent } = newAgent();
    expect(agent.selected).toBeUndefined();
    agent.receive(check(agent), FAR);
    expect(agent.selected).toEqual(FAR);
    agent.receive(check(agent), ELSEWHERE);
    expect(agent.selected).toEqual(ELSEWHERE);
  });

  test.each([
    ["a wrong password", { password: "wrongwrongwrongwrongwrong" }],
    ["a stranger's name", { remote: "mallory" }],
    ["an unknown local name", { local: "nobody" }],
  ])("MEDIA-11 does not answer %s", (_, options) => {
    const { agent, sent, admitted } = newAgent();
    agent.setRemote(REMOTE);
    agent.receive(check(agent, { nominate: true, ...options }), FAR);
    expect(sent).toEqual([]);
    expect(admitted).toEqual([]);
    expect(agent.selected).toBeUndefined();
  });

  test("MEDIA-12 a far end that claims to be controlled gets a role conflict", () => {
    const { agent, sent } = newAgent();
    agent.receive(check(agent, { controlled: true, nominate: true }), FAR);
    expect(sent.map(({ response }): unknown => response.getAttributeValue("ERROR-CODE"))).toEqual([
      [487, "Role Conflict"],
    ]);
    expect(agent.selected).toBeUndefined();
  });

  test("MEDIA-13 a far end's restart changes our credentials; the old ones are valid until it nominates with the new ones", () => {
    const { agent, sent, admitted, names } = newAgent();
    agent.setRemote(REMOTE);
    agent.receive(check(agent, { nominate: true }), FAR);
    const old = agent.local;
    agent.setRemote({ ...REMOTE, usernameFragment: "far2" });
    expect(agent.local).not.toEqual(old);
    expect(agent.selected).toEqual(FAR);

    agent.receive(check(agent, { local: old.usernameFragment, password: old.password }), ELSEWHERE);
    expect(admitted).toContainEqual(ELSEWHERE);
    expect(names).toEqual(new Set([old.usernameFragment, agent.local.usernameFragment]));
    agent.receive(check(agent, { remote: "far2", nominate: true }), ELSEWHERE);
    expect(agent.selected).toEqual(ELSEWHERE);
    expect(names).toEqual(new Set([agent.local.usernameFragment]));
    const answered = sent.length;
    agent.receive(check(agent, { local: old.usernameFragment, password: old.password }), FAR);
    expect(sent).toHaveLength(answered);
  });

  test("MEDIA-13 our own restart is not restarted again by the far end's answer", () => {
    const { agent } = newAgent();
    agent.setRemote(REMOTE);
    agent.restart();
    const offered = agent.local;
    agent.setRemote({ ...REMOTE, usernameFragment: "far2" });
    expect(agent.local).toEqual(offered);
  });

  test("MEDIA-14 after consent has expired nothing is sent until the next check", () => {
    const { agent } = newAgent();
    agent.receive(check(agent, { nominate: true }), FAR);
    agent.expireConsent();
    expect(agent.selected).toBeUndefined();
    agent.receive(check(agent), FAR);
    expect(agent.selected).toEqual(FAR);
  });

  test("MEDIA-81 media stays at its address until a newly nominated address responds to a check of ours", () => {
    const { agent, checks } = newAgent();
    agent.setRemote(REMOTE);
    agent.receive(check(agent, { nominate: true }), FAR);
    agent.setProven(FAR);
    expect(checks).toEqual([]);

    agent.receive(check(agent, { nominate: true }), ELSEWHERE); // the source may be forged
    expect(agent.selected).toEqual(FAR);
    expect(checks.map(({ to }) => to)).toEqual([ELSEWHERE]);
    const own = checks[0]?.check;
    expect(own?.getAttributeValue("USERNAME")).toBe(`${REMOTE.usernameFragment}:${agent.local.usernameFragment}`);
    expect(own?.attributesKeys).toEqual(expect.arrayContaining(["ICE-CONTROLLED", "PRIORITY", "FINGERPRINT"]));

    agent.receive(answerTo(own, "wrongwrongwrongwrongwrong"), ELSEWHERE);
    agent.receive(answerTo(undefined), ELSEWHERE); // a forger has not seen our check
    agent.receive(answerTo(own), FAR);
    expect(agent.selected).toEqual(FAR);
    agent.receive(check(agent), FAR);
    agent.receive(check(agent, { nominate: true }), ELSEWHERE);
    expect(checks.map(({ check: { transactionId } }) => transactionId)).toEqual([
      own?.transactionId,
      own?.transactionId,
    ]);

    agent.receive(answerTo(own), ELSEWHERE);
    expect(agent.selected).toEqual(ELSEWHERE);
    agent.receive(check(agent, { nominate: true }), ELSEWHERE);
    expect(checks).toHaveLength(2);
  });

  test("MEDIA-81 an address that stopped responding is not replaced by one that never responded, and is used again after its check", () => {
    const { agent } = newAgent();
    agent.setRemote(REMOTE);
    agent.receive(check(agent, { nominate: true }), FAR);
    agent.setProven(FAR);
    agent.expireConsent();
    agent.receive(check(agent, { nominate: true }), ELSEWHERE);
    agent.receive(check(agent, { nominate: true }), ELSEWHERE);
    expect(agent.selected).toBeUndefined();
    agent.receive(check(agent, { nominate: true }), FAR);
    expect(agent.selected).toEqual(FAR);
  });

  test("MEDIA-17 malformed STUN is dropped", () => {
    const { agent, sent } = newAgent();
    const whole = check(agent, { nominate: true });
    for (let length = 0; length < whole.length; length += 1) agent.receive(whole.subarray(0, length), FAR);
    for (let at = 0; at < whole.length; at += 1) {
      const bent = Buffer.from(whole);
      bent[at] = (bent[at] ?? 0) ^ 0xff;
      agent.receive(bent, FAR);
    }
    expect(sent.filter(({ response }) => response.messageClass === classes.RESPONSE)).toEqual([]);
    expect(agent.selected).toBeUndefined();
  });

  test("MEDIA-97 a check by TCP is answered after a second without UDP: once, the last of each connection, at once from then on", () => {
    const { agent, sent, admitted, pass } = newAgent();
    agent.receive(check(agent, { nominate: true }), BY_TCP);
    const second = { ...BY_TCP, port: 7 };
    agent.receive(check(agent, { nominate: true }), second);
    agent.receive(check(agent, { nominate: true }), BY_TCP);
    expect(admitted).toEqual([BY_TCP, second, BY_TCP]);
    pass(999);
    expect(sent).toEqual([]);
    expect(agent.selected).toBeUndefined();
    pass(1);
    expect(sent.map(({ to }) => to)).toEqual([BY_TCP, second]);
    expect(agent.selected).toEqual(second);
    agent.receive(check(agent), BY_TCP);
    expect(sent).toHaveLength(3);
  });

  test("MEDIA-97 UDP wins when its first check comes later than that of TCP, which is answered when UDP has had its time", () => {
    const { agent, sent, pass } = newAgent();
    agent.receive(check(agent, { nominate: true }), BY_TCP);
    pass(900);
    agent.receive(check(agent), FAR);
    agent.setProven(FAR);
    pass(100);
    pass(2999);
    expect(sent.map(({ to }) => to)).toEqual([FAR]);
    expect(agent.selected).toEqual(FAR);
    pass(1);
    expect(sent.map(({ to }) => to)).toEqual([FAR, BY_TCP]);
    expect(agent.selected).toEqual(FAR);
  });

  test("MEDIA-97 where checks by UDP come but our answers do not arrive, TCP is taken after four seconds", () => {
    const { agent, pass } = newAgent();
    agent.receive(check(agent, { nominate: true }), FAR);
    agent.receive(check(agent, { nominate: true }), BY_TCP);
    pass(1000);
    pass(3000);
    expect(agent.selected).toEqual(BY_TCP);
  });

  test("MEDIA-97 an ICE restart waits for UDP again, and nothing is answered after the end", () => {
    const { agent, sent, admitted, pass } = newAgent();
    agent.setRemote(REMOTE);
    agent.receive(check(agent), BY_TCP);
    pass(1000);
    expect(sent).toHaveLength(1);
    agent.setRemote({ ...REMOTE, usernameFragment: "far2" });
    agent.receive(check(agent, { remote: "far2" }), BY_TCP);
    expect(sent).toHaveLength(1);
    agent.close();
    pass(5000);
    expect(sent).toHaveLength(1);
    expect(admitted).toHaveLength(2);
  });
});
