/**
 * Programs that keep what they know of a chain follow a devnet as the guide says: MetaMask's nonce tracker is behind
 * after a revert until its list is cleared, and OpenZeppelin Upgrades has a new file after a reset.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import { COMPAT } from '../peers/tools.js';
import { dappsAreAbsent } from './dapp_kit.js';

const load = createRequire(join(COMPAT, 'wallets/package.json'));

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

interface Sent {
  readonly txParams: { readonly nonce: string };
}

interface Tracker {
  getNonceLock(address: string): Promise<{ readonly nextNonce: number; readonly releaseLock: () => void }>;
}

interface Manifest {
  readonly file: string;
}

describe.skipIf(dappsAreAbsent)('a program that keeps what it knows', () => {
  let devnet: Devnet;
  beforeAll(async () => {
    devnet = await createDevnet({ seed: 'kept' });
  });
  afterAll(() => devnet.close());

  const ask = (method: string, ...params: unknown[]): Promise<unknown> => devnet.provider.request({ method, params });

  it("MetaMask's nonce tracker is behind after a revert, until its list is cleared", async () => {
    const { NonceTracker } = load('@metamask/nonce-tracker') as { NonceTracker: new (options: object) => Tracker };
    let confirmed: Sent[] = [];
    const tracker = new NonceTracker({
      ...{ provider: devnet.provider, getPendingTransactions: () => [], getConfirmedTransactions: () => confirmed },
      blockTracker: { getLatestBlock: () => ask('eth_blockNumber') },
    });
    const next = async (): Promise<number> => {
      const { nextNonce, releaseLock } = await tracker.getNonceLock(ALICE);
      releaseLock();
      return nextNonce;
    };
    const snapshot = await ask('evm_snapshot');
    expect(await next()).toBe(0);
    await ask('eth_sendTransaction', { from: ALICE, to: ALICE, nonce: '0x0' });
    confirmed = [{ txParams: { nonce: '0x0' } }];
    expect(await next()).toBe(1);
    await ask('evm_revert', snapshot);
    expect(await next()).toBe(1);
    expect(await ask('eth_getTransactionCount', ALICE, 'latest')).toBe('0x0');
    confirmed = [];
    expect(await next()).toBe(0);
  });

  it('OpenZeppelin Upgrades has the same file after a revert, and another one after a reset', async () => {
    const { Manifest } = load('@openzeppelin/upgrades-core') as {
      Manifest: { forNetwork(provider: object): Promise<Manifest> };
    };
    const provider = { send: (method: string, params: unknown[]) => ask(method, ...params) };
    const fileNow = async (): Promise<string> => (await Manifest.forNetwork(provider)).file;
    const file = await fileNow();
    const snapshot = await ask('evm_snapshot');
    await ask('evm_mine');
    await ask('evm_revert', snapshot);
    expect(await fileNow()).toBe(file);
    await ask('hardhat_reset');
    expect(await fileNow()).not.toBe(file);
  });
});
