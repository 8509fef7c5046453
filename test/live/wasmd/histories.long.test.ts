/**
 * Runs histories that a seed has drawn, and a node of wasmd has run, on this application: the same blocks with the same
 * times, votes and evidence. Codes, texts, events and the exported state are the same to the last digit.
 */
import { beforeAll, expect, it } from 'vitest';
import { createApplication } from '../../../src/app/application.js';
import { exportAppState } from '../../../src/app/genesis.js';
import { openAppState } from '../../../src/app/state/open.js';
import { toBase64 } from '../../../src/codec/base64.js';
import { parseGenesis } from '../../../src/consensus/types/genesis.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { sdkGenesis } from '../../../src/devnet/sdk_genesis/sdk_genesis.js';
import { toUpperHex } from '../../../src/kernel/hex.js';
import { blockEvents, type History, MAX_GAS, readHistories, requestOf, SEED, shortEvent } from './history.js';
import type { Json } from './recording.js';
import { differences } from './shape.js';

beforeAll(installFastCrypto);

const histories = readHistories();

async function open({ genesis }: History) {
  const { document } = sdkGenesis(genesis, { seed: SEED, validators: 4, defaultTime: 0n });
  const doc = parseGenesis(document, 0n);
  const state = await openAppState(undefined);
  const app = await createApplication({ state });
  await app.initChain({
    ...doc,
    time: doc.genesisTime,
    consensusParams: { ...doc.consensusParams, block: { maxBytes: 22_020_096n, maxGas: MAX_GAS } },
  });
  return { app, state };
}

/** Leaves out places in Go's source, and addresses of which the SDK writes the bytes: Halley writes them in bech32. */
const comparable = (log: string): string =>
  log
    .replace(/ \[[\w@./-]+\.go:\w+\]/g, '')
    .replace(/^.*s not allow to pay fees for .*: /s, '')
    .replace(/(failed to delete grant with key ).*(: authorization not found)/s, '$1$2');

async function replay(history: History) {
  const { app, state } = await open(history);
  const found: string[] = [];
  const gas: number[] = [];
  for (const [i, block] of history.blocks.entries()) {
    const response = await app.finalizeBlock(requestOf(block, BigInt(i + 1)));
    await app.commit();
    const ours = {
      txs: response.txResults.map((result, at) => {
        const recorded = block.txs[at];
        if (recorded?.code === 0 && result.code === 0) gas.push(Number(result.gasUsed) / recorded.gas);
        return {
          name: recorded?.name,
          code: result.code,
          codespace: result.codespace,
          log: comparable(result.log),
          data: toBase64(result.data),
          events: result.events.map(shortEvent),
        };
      }),
      ...blockEvents(response.events.map(shortEvent)),
      updates: response.validatorUpdates.map(({ pubKey, power }) => [toUpperHex(pubKey.bytes), Number(power)]),
    };
    const theirs = {
      txs: block.txs.map(({ name, code, codespace, log, data, events }) => ({
        name,
        code,
        codespace,
        log: comparable(log),
        data,
        events,
      })),
      events: block.events,
      routine: block.routine,
      updates: block.updates,
    };
    const names = block.txs.map(({ name }) => name).join();
    for (const line of differences(theirs, ours)) found.push(`block ${i + 1} (${names}) ${line}`);
  }
  const exported = exportAppState(state.latest) as Json;
  for (const name of COMPARED)
    for (const line of differences(canonical(history.exported[name]), canonical(exported[name])))
      found.push(`export .${name}${line}`);
  return { found, gas };
}

const COMPARED = ['auth', 'bank', 'staking', 'slashing', 'distribution', 'mint', 'gov', 'authz', 'feegrant'];

/** Members of exports that only one of the two has, or that count what the other has not. */
const OWN_MEMBERS = new Set([
  ...['account_number', 'bech32_prefix', 'downtime', 'unbonding_id', 'unbonding_ids', 'unbonding_on_hold_ref_count'],
]);

/** Contract with the hashes of past blocks (EIP-2935). */
const BLOCK_HASHES = 'wasm1qqq0jzp878zn5yxt0gprxkch2vsqq2f4qr9x2u';

/** Sorts lists, and leaves out what is empty, the members above, and accounts of modules. */
function canonical(value: Json): Json {
  if (typeof value === 'string') return value.replace(/(\.\d*?)0+Z$/, '$1Z');
  if (Array.isArray(value)) {
    const items = value
      .filter((item) => item?.['@type'] !== '/cosmos.auth.v1beta1.ModuleAccount' && item?.address !== BLOCK_HASHES)
      .map(canonical);
    return items.length === 0 ? undefined : items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  const members = Object.entries(value)
    .map(([key, member]) => [key, canonical(member)])
    .filter(([key, member]) => member !== undefined && !OWN_MEMBERS.has(key))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

it.each(histories.map((history) => [history.name, history] as const))('%s is the same here', async (_name, history) => {
  const { found, gas } = await replay(history);
  expect(found).toEqual([]);
  // Gas of messages that succeed, in shares of the node's: the SDK's prices apply to other stores.
  expect(Math.min(...gas)).toBeGreaterThan(0.6);
  expect(Math.max(...gas)).toBeLessThan(1.1);
});
