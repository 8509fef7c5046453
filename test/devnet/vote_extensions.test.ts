/** Tests a devnet whose genesis enables vote extensions: it goes on from stored commits with them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { developmentGenesis } from '../../src/config/development_genesis.js';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';
import { ask } from '../support/ask.js';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Json = any;

function extendedGenesis(): Json {
  const genesis = developmentGenesis({ chainId: 'extended_7007-1', seed: 'extended' }) as Json;
  const { consensus_params } = genesis;
  return { ...genesis, consensus_params: { ...consensus_params, abci: { vote_extensions_enable_height: '3' } } };
}

async function open(home: string): Promise<Devnet> {
  const options = { genesis: extendedGenesis(), seed: 'extended', validators: 4, home };
  const devnet = await createDevnet(options);
  onTestFinished(() => devnet.close());
  return devnet;
}

it('makes blocks after a restart, a revert and a rollback', async () => {
  const home = mkdtempSync(join(tmpdir(), 'halley-extended-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const first = await open(home);
  await first.mine({ blocks: 5 });
  await first.close();
  const second = await open(home);
  await second.mine({ blocks: 2 });
  const snapshot = await ask(second, 'evm_snapshot');
  await second.mine({ blocks: 2 });
  await ask(second, 'evm_revert', snapshot);
  await ask(second, 'anvil_rollback', '0x2');
  const before = second.height;
  await second.mine({ blocks: 2 });
  expect(second.height).toBe(before + 2n);
});
