/** Tests that no method of a fork fails because a value was not fetched yet. */
import { expect, it } from 'vitest';
import { processBound } from '../../../src/fixtures/plan/actions.js';
import { COMET_ROUTES } from '../../../src/rpc/comet/routes/index.generated.js';
import { EVM_METHODS } from '../../../src/rpc/evm/methods/index.generated.js';
import { deployToken, openFork, openOrigin } from './forked_devnet.js';

const MINUTES = 300_000;

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? `${member}` : member)) ?? '';

it('answers the example of every EVM method on a chain that has read nothing', { timeout: MINUTES }, async () => {
  const origin = await openOrigin();
  await deployToken(origin);
  for (const { name, example } of EVM_METHODS) {
    if (processBound(name) !== undefined) continue;
    const fork = await openFork(origin.url, { validators: 1 });
    const answer = await fork.ask(name, ...(example.params as readonly unknown[])).catch((error) => error.message);
    expect(textOf(answer), name).not.toMatch(/has not been fetched|crashed/);
    expect(await fork.ask('eth_blockNumber'), name).toMatch(/^0x/);
    expect(fork.failures, name).toEqual([]);
    await fork.devnet.close();
  }
});

it('answers every route of the CometBFT RPC', { timeout: MINUTES }, async () => {
  const origin = await openOrigin();
  const fork = await openFork(origin.url, { validators: 1, rpc: { address: '127.0.0.1:0' } });
  const url = fork.devnet.urls.cometRpc;
  for (const { name } of COMET_ROUTES) {
    const response = await fetch(`${url}/${name}`);
    expect(await response.text(), name).not.toMatch(/has not been fetched|crashed/);
  }
  const path = encodeURIComponent('"/cosmos.bank.v1beta1.Query/TotalSupply"');
  expect(await (await fetch(`${url}/abci_query?path=${path}`)).text()).toContain('"code":0');
  expect(fork.failures).toEqual([]);
});
