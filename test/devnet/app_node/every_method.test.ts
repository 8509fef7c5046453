/** Calls every method of the EVM JSON-RPC on the application of a CometBFT node that no engine is connected to. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ChainNode } from '../../../src/devnet/chain_node.js';
import { startDevnet } from '../../../src/devnet/devnet.js';
import { processBound } from '../../../src/fixtures/plan/actions.js';
import { EVM_METHODS } from '../../../src/rpc/evm/methods/index.generated.js';
import { asRpcError } from '../../../src/rpc/jsonrpc/errors.js';
import { follow, initChain, openDriven } from './driven_kit.js';
import { serve } from './runtime_kit.js';

/** Matches what only the simulation has. */
const OF_A_DEVNET = /\b(this|the|its) devnet\b|createDevnet|start (it|the node) with --fork|halley start/i;

it('never speaks of a devnet in an error, and crashes at no method', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'halley-app-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let runtime: ChainNode | undefined;
  const devnet = await startDevnet({ seed: 'driven' }, { onRuntime: (opened) => (runtime = opened) });
  onTestFinished(() => devnet.close());
  await devnet.mine();
  await devnet.mine();
  const driven = await openDriven(join(folder, 'snapshots'));
  await initChain(driven.application, (runtime as ChainNode).chain.genesis);
  await follow(driven, runtime as ChainNode, 1n, 2n);
  const served = await serve(driven, folder);
  onTestFinished(() => served.node.close());
  expect(await served.call('admin_datadir')).toBe(folder);
  const errors = new Map<string, unknown>();
  for (const { name, example } of EVM_METHODS.filter((method) => processBound(method.name) === undefined))
    await served.call(name, ...example.params).catch((error: unknown) => errors.set(name, error));
  const refused = (name: string): string | undefined => asRpcError(errors.get(name))?.message;
  for (const name of errors.keys()) {
    expect([name, refused(name)]).toEqual([name, expect.any(String)]);
    expect(`${name}: ${refused(name)}`).not.toMatch(OF_A_DEVNET);
  }
  expect(refused('evm_mine')).toContain('its CometBFT validators decide the blocks');
  expect(refused('hardhat_setBalance')).toContain('dev methods are off');
  expect(refused('anvil_setRpcUrl')).toContain('a devnet that is started with --fork-url is one');
});
