/** Runs CometBFT's light client (`cometbft light`) against a devnet. */
import { expect } from 'vitest';
import type { Devnet } from '../../../src/devnet/index.js';
import { freePort } from '../../support/ports.js';
import { resultOf } from '../two_chains.js';
import { type Running, run, temporaryFolder } from './cometbft.js';

/** Starts a light client, of `program`, that trusts block 1. Resolves when its proxy answers. */
export async function startLightClient(
  { chainId, urls, program }: Pick<Devnet, 'chainId' | 'urls'> & { readonly program?: string },
  primary: string,
  witness: string,
  ...flags: string[]
): Promise<Running> {
  const address = `127.0.0.1:${await freePort()}`;
  const home = temporaryFolder();
  const { block_id } = await resultOf<{ block_id: { hash: string } }>(`${urls.cometRpc}`, 'block?height=1');
  const peers = ['-p', primary, '-w', witness, '--laddr', `tcp://${address}`, '--home-dir', home.path];
  const trust = ['--height', '1', '--hash', block_id.hash];
  try {
    const client = await run(['light', chainId, ...peers, ...trust, ...flags], `http://${address}`, program);
    return { ...client, stop: () => client.stop().finally(() => home.remove()) };
  } catch (error) {
    home.remove();
    throw error;
  }
}

/** Replaces empty lists by null, because the Go client reads an empty list as nil and writes it as null. */
const asReadByGo = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, member) => (Array.isArray(member) && member.length === 0 ? null : member));

/** Checks that the verified response of the light client is the same as the devnet's. */
export async function expectVerified(light: string, ours: string, target: string): Promise<void> {
  const [verified, expected] = [await resultOf(light, target), await resultOf(ours, target)];
  expect(asReadByGo(verified), target).toEqual(asReadByGo(expected));
}
