/**
 * Builds the chain of `src/rpc/examples.ts`: a seeded devnet with all its sockets on free ports. Everything happens
 * through these sockets, except for blocks, which are mined on request.
 */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { DEVELOPMENT_ACCOUNTS } from '../../src/config/development_accounts.js';
import { newValidatorSet } from '../../src/consensus/types/validator_set.js';
import { validatorKeys } from '../../src/devnet/chain/validator_keys.js';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';
import { parseTime, type UnixNanos } from '../../src/kernel/time.js';
import { evidence } from '../../src/rpc/comet/dialects/shared/evidence.js';
import { plainVote } from '../../src/rpc/comet/dialects/shared/vote.js';
import { ALICE, BLOCK_FILTER, BOB, CONTRACT, LOG_FILTER } from '../../src/rpc/examples.js';
import { COUNTER_CREATION } from '../support/counter.js';
import { doubleSign } from '../support/double_sign.js';

const SEED = 'examples';
/** Index of the validator whose power changes, and of the one that signs twice. */
const CHANGED = 1;
const ACCUSED = 3;
const VALIDATORS = 4;
const POWER = 10n;
const COIN = '0xde0b6b3a7640000';
const GWEI = 10n ** 9n;
const quantity = (value: bigint): string => `0x${value.toString(16)}`;
/** States both fees, so that the hashes in the examples do not depend on the fees that a node suggests. */
const feesOf = (tip: bigint) => ({ maxFeePerGas: quantity(4n * GWEI), maxPriorityFeePerGas: quantity(tip) });
const GAS = { transfer: '0x5208', call: '0x186a0', creation: '0x493e0' };

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
export type Json = any;

export interface RpcAnswer {
  readonly result?: Json;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: string };
}

/** Sends one JSON-RPC request over HTTP. */
export async function post(url: string | undefined, method: string, params: unknown): Promise<RpcAnswer> {
  const response = await fetch(url as string, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await response.json()) as RpcAnswer;
}

/** A WebSocket that sends one request at a time, and stores the other messages that it receives. */
export class LiveSocket {
  readonly received: Json[] = [];
  #answer: (answer: RpcAnswer) => void = () => undefined;
  #ids = 0;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString());
      if (message.id === this.#ids && message.method === undefined && message.result?.query === undefined)
        this.#answer(message);
      else this.received.push(message);
    });
  }

  static async to(url: string | undefined): Promise<LiveSocket> {
    const socket = new WebSocket(url as string);
    await once(socket, 'open');
    return new LiveSocket(socket);
  }

  ask(method: string, params: unknown): Promise<RpcAnswer> {
    const id = ++this.#ids;
    const answer = new Promise<RpcAnswer>((resolve) => (this.#answer = resolve));
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return answer;
  }

  close(): void {
    this.socket.terminate();
  }
}

export interface TestDevnet {
  readonly devnet: Devnet;
  /** Internal errors that requests caused. */
  readonly bugs: readonly unknown[];
  /** Calls EVM JSON-RPC over HTTP. Throws if the answer is an error. */
  evm(method: string, ...params: readonly unknown[]): Promise<Json>;
  /** Ids that the node returned for the placeholders of `examples.ts`. */
  readonly ids: Map<string, string>;
  /** Returns a validator's double vote at a height, in the JSON form that `broadcast_evidence` accepts. */
  doubleVote(validator: number, height: bigint): Promise<Json>;
  close(): Promise<void>;
}

export async function openTestDevnet(): Promise<TestDevnet> {
  const bugs: unknown[] = [];
  const devnet = await createDevnet({
    seed: SEED,
    miningMode: 'manual',
    validators: VALIDATORS,
    privateKeys: DEVELOPMENT_ACCOUNTS.slice(0, 2).map(({ privateKey }) => privateKey),
    jsonRpc: { address: '127.0.0.1:0', wsAddress: '127.0.0.1:0', namespaces: ['all'] },
    rpc: { address: 'tcp://127.0.0.1:0', unsafe: true },
    assets: { address: '127.0.0.1:0' },
    onBug: (where, error) => bugs.push([where, error]),
  });
  const ids = new Map<string, string>();
  const evm = async (method: string, ...params: readonly unknown[]): Promise<Json> => {
    const { result, error } = await post(devnet.urls.evmHttp, method, params);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const send = (from: string, rest: object) =>
    evm('eth_sendTransaction', { from, ...feesOf(from === ALICE ? 2n * GWEI : GWEI), ...rest });
  const testDevnet: TestDevnet = {
    devnet,
    bugs,
    evm,
    ids,
    doubleVote: (validator, height) => doubleVote(devnet, validator, height),
    close: () => devnet.close(),
  };
  await send(ALICE, { data: COUNTER_CREATION, gas: GAS.creation });
  await send(ALICE, { to: BOB, value: COIN, gas: GAS.transfer });
  await devnet.mine();
  await send(ALICE, { to: CONTRACT, gas: GAS.call });
  await send(BOB, { to: CONTRACT, gas: GAS.call });
  await devnet.mine();
  await evm('halley_setValidatorPower', CHANGED, 25);
  const found = await testDevnet.doubleVote(ACCUSED, 3n);
  const { error } = await post(devnet.urls.cometRpc, 'broadcast_evidence', { evidence: found });
  if (error !== undefined) throw new Error(error.data);
  await devnet.mine();
  ids.set(BLOCK_FILTER, await evm('eth_newBlockFilter'));
  ids.set(LOG_FILTER, await evm('eth_newFilter', { address: CONTRACT, fromBlock: 'earliest' }));
  await devnet.mine();
  for (const nonce of ['0x1', '0x2']) await send(BOB, { to: ALICE, value: '0x1', nonce, gas: GAS.transfer });
  return testDevnet;
}

async function doubleVote({ urls, chainId }: Devnet, validator: number, height: bigint): Promise<Json> {
  const answer = await post(urls.cometRpc, 'header', { height: `${height}` });
  const time = parseTime(answer.result.header.time) as UnixNanos;
  const keys = validatorKeys(SEED, VALIDATORS);
  const set = newValidatorSet(keys.map(({ pubKey }) => ({ pubKey, power: POWER })));
  const key = keys[validator] as (typeof keys)[number];
  return evidence(doubleSign(key, set, { chainId, height, time }), plainVote);
}
