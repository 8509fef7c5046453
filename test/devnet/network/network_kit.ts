/** Controls the network of a devnet in two ways, which must have the same effects: the library and the EVM JSON-RPC. */
import { onTestFinished } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions, fixedClock } from '../../../src/devnet/index.js';
import { post } from '../../support/ask.js';
import { START } from '../node_kit.js';

export const MODES = ['automine', 'interval:3600s', 'mixed:3600s', 'manual', 'realtime:1000', 'step'] as const;

/** Starts a devnet with all sockets for the running test, which closes it at the end. */
export async function start(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await createDevnet({ seed: 'menu', clock: fixedClock(START), jsonRpc: true, rpc: true, ...options });
  onTestFinished(() => devnet.close());
  return devnet;
}

// biome-ignore lint/suspicious/noExplicitAny: JSON as it came
type Json = any;

/** Calls a method over a socket. Throws an error with the text of the response's error. */
export async function ask(devnet: Devnet, method: string, ...params: unknown[]): Promise<Json> {
  const { result, error } = await post(devnet.urls.evmHttp, method, params);
  if (error !== undefined) throw new Error(error.message);
  return result;
}

export interface Controls {
  crash(index: number): Promise<unknown>;
  restart(index: number): Promise<unknown>;
  add(fault: object): Promise<number>;
  remove(id: number): Promise<unknown>;
  partition(groups: number[][]): Promise<number>;
  heal(): Promise<unknown>;
  link(a: number, b: number, settings: object): Promise<unknown>;
  skew(index: number, ms: number): Promise<unknown>;
  /** Returns the faults by id. */
  faults(): Promise<Json>;
  cutLinks(): Promise<Json>;
  /** Returns which validators are up. */
  up(): Promise<boolean[]>;
  /** Returns the peers of a validator. */
  peers(index: number): Promise<number[]>;
  /** Adds a validator. Returns its index. */
  addValidator(terms: { power: number; name: string }): Promise<number>;
  removeValidator(index: number): Promise<unknown>;
  setPower(index: number, power: number): Promise<unknown>;
  /** Returns the powers of all validators whose keys the devnet has. */
  powers(): Promise<number[]>;
  keys(): Promise<Json>;
}

export function library(devnet: Devnet): Controls {
  const { network } = devnet;
  return {
    crash: (index) => network.crashValidator(index),
    restart: (index) => network.restartValidator(index),
    add: (fault) => network.addFault(fault as Parameters<typeof network.addFault>[0]),
    remove: (id) => network.removeFault(id),
    partition: (groups) => network.partition(groups),
    heal: () => network.heal(),
    link: (a, b, settings) => network.setLink(a, b, settings),
    skew: (index, ms) => network.setClockSkew(index, ms),
    faults: async () => Object.fromEntries(network.faults.map(({ id, fault }) => [id, fault])),
    cutLinks: async () => network.cutLinks,
    up: async () => network.nodes.map(({ up }) => up),
    peers: async (at) => network.nodes[at]?.peers.map(({ index }) => index) ?? [],
    addValidator: async (terms) => (await devnet.addValidator(terms)).index,
    removeValidator: (index) => devnet.removeValidator(index),
    setPower: (index, power) => devnet.setValidatorPower(index, power),
    powers: async () => devnet.validators.map(({ power }) => Number(power)),
    keys: async () => devnet.validatorKeys,
  };
}

export function jsonRpc(devnet: Devnet): Controls {
  const network = () => ask(devnet, 'halley_network');
  return {
    crash: (index) => ask(devnet, 'halley_crashValidator', index),
    restart: (index) => ask(devnet, 'halley_restartValidator', `0x${index.toString(16)}`),
    add: async (fault) => Number(await ask(devnet, 'halley_addFault', fault)),
    remove: (id) => ask(devnet, 'halley_removeFault', id),
    partition: async (groups) => Number(await ask(devnet, 'halley_partition', groups)),
    heal: () => ask(devnet, 'halley_heal'),
    link: (a, b, settings) => ask(devnet, 'halley_setLink', a, b, settings),
    skew: (index, ms) => ask(devnet, 'halley_setClockSkew', index, ms),
    faults: async () =>
      Object.fromEntries((await ask(devnet, 'halley_faults')).map(({ id, fault }: Json) => [Number(id), fault])),
    cutLinks: async () => (await network()).cutLinks,
    up: async () => (await network()).nodes.map(({ up }: Json) => up),
    peers: async (index) => (await network()).nodes[index].peers,
    addValidator: async (terms) => (await ask(devnet, 'halley_addValidator', terms)).index,
    removeValidator: (index) => ask(devnet, 'halley_removeValidator', index),
    setPower: (index, power) => ask(devnet, 'halley_setValidatorPower', index, power),
    powers: async () => (await network()).nodes.map(({ power }: Json) => Number(power)),
    keys: () => ask(devnet, 'halley_validatorKeys'),
  };
}

/** Sends a transaction, and resolves to its hash. */
export const send = async (devnet: Devnet): Promise<string> => {
  const [from, to] = devnet.accounts.map(({ address }) => address);
  return ask(devnet, 'eth_sendTransaction', { from, to, value: '0x1', gas: '0x5208' });
};

/** Returns the evidence in the blocks of the given heights. */
export async function evidenceIn(devnet: Devnet, from: bigint, to: bigint): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let height = from; height <= to; height++) {
    const { result } = await post(devnet.urls.cometRpc, 'block', { height: `${height}` });
    found.push(...result.block.evidence.evidence);
  }
  return found;
}

/** Mines until every validator is at the same height. Throws when that takes too many blocks. */
export async function mineUntilEqual(devnet: Devnet, most = 10): Promise<void> {
  for (let mined = 0; ; mined++) {
    const heights = devnet.network.nodes.map(({ height }) => height);
    // In realtime the height may be decided by some nodes only when it is read.
    if (heights.every((height) => height >= devnet.height)) return;
    if (mined === most) throw new Error(`validators are at heights ${heights.join(', ')}`);
    await devnet.mine();
  }
}
