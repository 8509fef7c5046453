/** Starts a real node from the genesis that we serve or write, and checks that it serves the same document. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { developmentGenesis } from '../../src/config/development_genesis.js';
import { validatorKeys } from '../../src/devnet/chain/validator_keys.js';
import { createDevnet, type DevnetOptions } from '../../src/devnet/index.js';
import { halley } from '../cli/run.js';
import { freePort } from '../support/ports.js';
import { cometbft, cometbftIsAbsent, type Running, run, temporaryFolder, until } from './peers/cometbft.js';
import { heightOf, resultOf } from './two_chains.js';

type Genesis = Readonly<Record<string, unknown>>;

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Home {
  readonly path: string;
  /** Own validator of the node, as in a genesis document. */
  readonly validator: unknown;
  /** Starts a node from `genesis`, the text of the file. */
  start(genesis: string): Promise<Running>;
}

function aHome(): Home {
  const folder = temporaryFolder();
  cleanUps.push(folder.remove);
  cometbft('init', '--home', folder.path);
  const file = join(folder.path, 'config/genesis.json');
  const made = JSON.parse(readFileSync(file, 'utf8')) as { validators: readonly unknown[] };
  return {
    path: folder.path,
    validator: made.validators[0],
    async start(genesis) {
      writeFileSync(file, genesis);
      const rpc = `127.0.0.1:${await freePort()}`;
      const own = [`--rpc.laddr=tcp://${rpc}`, `--p2p.laddr=tcp://127.0.0.1:${await freePort()}`];
      const node = await run(['start', '--home', folder.path, '--proxy_app=kvstore', ...own], `http://${rpc}`);
      cleanUps.push(node.stop);
      return node;
    },
  };
}

/** Returns the genesis that a node serves. */
const genesisOf = async (url: string): Promise<Genesis> =>
  (await resultOf<{ genesis: Genesis }>(url, 'genesis')).genesis;

async function chunkedGenesisOf(url: string): Promise<string> {
  const chunks: Buffer[] = [];
  for (let total = 1; chunks.length < total; ) {
    const chunk = await resultOf<{ total: string; data: string }>(url, `genesis_chunked?chunk=${chunks.length}`);
    total = Number(chunk.total);
    chunks.push(Buffer.from(chunk.data, 'base64'));
  }
  return Buffer.concat(chunks).toString();
}

async function ourUrl(options: DevnetOptions): Promise<string> {
  const devnet = await createDevnet({
    jsonRpc: false,
    assets: false,
    rpc: { address: 'tcp://127.0.0.1:0' },
    ...options,
  });
  cleanUps.push(() => devnet.close());
  return `${devnet.urls.cometRpc}/v0.38`;
}

const SEED = 'of a genesis';
const POWERS = ['7', '5', '3'];
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Returns a document that names its validators, with an initial height above 1. */
const withValidators = (): unknown => ({
  ...(developmentGenesis() as Genesis),
  initial_height: '12',
  app_hash: 'AB'.repeat(32),
  validators: validatorKeys(SEED, POWERS.length).map(({ pubKey }, i) => ({
    pub_key: { type: 'tendermint/PubKeyEd25519', value: base64(pubKey.bytes) },
    power: POWERS[i],
    name: `number ${i}`,
  })),
});

const CHAINS: readonly (readonly [string, () => DevnetOptions])[] = [
  ['the development chain', () => ({})],
  ['a chain of one validator', () => ({ validators: 1 })],
  ['a chain with validators of its own', () => ({ seed: SEED, genesis: withValidators() })],
];

describe.skipIf(cometbftIsAbsent)('a real node', () => {
  it.each(CHAINS)('loads the genesis that %s serves', async (_, options) => {
    const url = await ourUrl(options());
    const ours = await genesisOf(url);
    const node = await aHome().start(JSON.stringify(ours));
    expect(await genesisOf(node.url)).toEqual(ours);
  });

  it.each(CHAINS)('loads the genesis that %s serves in chunks', async (_, options) => {
    const url = await ourUrl(options());
    const text = await chunkedGenesisOf(url);
    expect(JSON.parse(text)).toEqual(await genesisOf(url));
    const node = await aHome().start(text);
    expect(await genesisOf(node.url)).toEqual(JSON.parse(text));
    expect(await chunkedGenesisOf(node.url)).toBe(text);
  });

  it('makes blocks from the genesis that halley init writes, after its validator is added', async () => {
    const ours = temporaryFolder();
    cleanUps.push(ours.remove);
    const folder = join(ours.path, 'chain');
    expect((await halley('init', '--home', folder)).code).toBe(0);
    const written = JSON.parse(readFileSync(join(folder, 'config/genesis.json'), 'utf8')) as Genesis;
    const home = aHome();
    const node = await home.start(JSON.stringify({ ...written, validators: [home.validator] }));
    expect(await genesisOf(node.url)).toMatchObject({ ...written, validators: [home.validator] });
    await until('the first block is decided', async () => (await heightOf(node.url)) > 0);
  });
});
