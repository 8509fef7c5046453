/** Tests a devnet whose genesis enables vote extensions: restarts, reverts across that height, and what is stored. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { extendedCommitKey } from '../../src/chain/block_store/keys.js';
import { decodeExtendedCommit, encodeExtendedCommit } from '../../src/consensus/types/commit.js';
import { createDevnet, type Devnet, verifyHome } from '../../src/devnet/index.js';
import { utf8 } from '../../src/kernel/text.js';
import { openLevelStore } from '../../src/storage/level_store.js';
import { ask } from '../support/ask.js';

const { halley: _, ...TEACHING } = JSON.parse(readFileSync('genesis/teaching.json', 'utf8'));
/** First height whose precommits have extensions. */
const ENABLED = 4;
const GENESIS = {
  ...TEACHING,
  consensus_params: { ...TEACHING.consensus_params, abci: { vote_extensions_enable_height: `${ENABLED}` } },
};

async function open(home?: string): Promise<Devnet> {
  const options = { genesis: GENESIS, clock: 'virtual', validators: 4 } as const;
  const devnet = await createDevnet(home === undefined ? options : { ...options, home });
  onTestFinished(() => devnet.close());
  return devnet;
}

function temporaryHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'halley-extended-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** Returns hash and extensions of each block. */
const chainOf = (devnet: Devnet) =>
  Promise.all(
    Array.from({ length: Number(devnet.height) }, async (_, index) => {
      const height = `0x${(index + 1).toString(16)}`;
      const { hash } = await ask(devnet, 'eth_getBlockByNumber', height, false);
      return { hash, extensions: await ask(devnet, 'halley_voteExtensions', height) };
    }),
  );

it('continues after each restart as without one, with the extensions of late precommits', async () => {
  const home = temporaryHome();
  const straight = await open();
  await (await open(home)).close();
  for (let count = 0; count < 5; count++) {
    const devnet = await open(home);
    await devnet.mine({ blocks: 1 });
    await devnet.close();
  }
  await straight.mine({ blocks: 5 });
  const restarted = await open(home);
  const [chain, expected] = [await chainOf(restarted), await chainOf(straight)];
  expect(chain.slice(0, -1)).toEqual(expected.slice(0, -1));
  expect(chain.at(-1)?.hash).toBe(expected.at(-1)?.hash);
});

it.each([ENABLED - 2, ENABLED - 1, ENABLED, ENABLED + 1])(
  'a detour across the height that enables them, from height %i, and a revert equal no detour',
  async (height) => {
    const [straight, detour] = [await open(), await open()];
    await detour.mine({ blocks: height - 1 });
    const snapshot = await ask(detour, 'evm_snapshot');
    await detour.mine({ blocks: 4 });
    await ask(detour, 'evm_revert', snapshot);
    await detour.mine({ blocks: 8 - height });
    await straight.mine({ blocks: 7 });
    expect(await chainOf(detour)).toEqual(await chainOf(straight));
  },
);

it.each([ENABLED - 2, ENABLED - 1, ENABLED])('makes blocks after a rollback to height %i', async (height) => {
  const devnet = await open();
  await devnet.mine({ blocks: 6 });
  await ask(devnet, 'anvil_rollback', `0x${(7 - height).toString(16)}`);
  await devnet.mine({ blocks: 3 });
  expect(devnet.height).toBe(BigInt(height + 3));
  const enabled = await ask(devnet, 'halley_voteExtensions', `0x${ENABLED.toString(16)}`);
  expect(enabled).toHaveLength(4);
});

it('a home is verified with its extensions, and a forged one is found', async () => {
  const home = temporaryHome();
  const devnet = await open(home);
  await devnet.mine({ blocks: 6 });
  await devnet.close();
  const problems: string[] = [];
  const onProblem = ({ message }: { readonly message: string }) => problems.push(message);
  await verifyHome(home, { onProblem });
  expect(problems).toEqual([]);
  const store = await openLevelStore(join(home, 'data'));
  const key = extendedCommitKey(BigInt(ENABLED));
  const commit = decodeExtendedCommit(store.need(key));
  const signatures = commit.signatures.map(({ extension, ...slot }, index) => ({
    ...slot,
    ...(extension && { extension: index === 2 ? { ...extension, bytes: utf8('1.00000000') } : extension }),
  }));
  await store.batch([{ type: 'put', key, value: encodeExtendedCommit({ ...commit, signatures }) }]);
  await store.close();
  await verifyHome(home, { onProblem });
  expect(problems).toEqual([expect.stringContaining('has an extension that its validator did not sign')]);
});
