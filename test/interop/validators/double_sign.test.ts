/**
 * Runs two engines with the key of one validator, each with a state of its own, as after a home that was copied to a second
 * machine. Both propose and vote where the validator proposes, so that it signs twice.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { toUpperHex } from '../../../src/kernel/hex.js';
import { cometbftIsAbsent } from '../peers/cometbft.js';
import { eventually, type Network, startNetwork } from './network.js';
import type { Node } from './node.js';
import { type BlockAnswer, reexecute } from './reexecute.js';

const VALIDATORS = 4;
/** Validator whose key has two engines. */
const ACCUSED = 3;

let network: Network | undefined;
afterEach(async () => {
  await network?.close();
  network = undefined;
});

interface Validators {
  readonly validators: readonly { readonly address: string }[];
}

const addressesAt = async (node: Node): Promise<readonly string[]> =>
  (await node.ask<Validators>('validators')).validators.map(({ address }) => address);

/** Returns the heights of evidence in blocks, with the address of each accused validator. */
async function evidenceUpTo(node: Node, last: number): Promise<readonly { height: number; address: string }[]> {
  const found = [];
  for (let height = 1; height <= last; height++) {
    const { block } = await node.ask<BlockAnswer>(`block?height=${height}`);
    for (const { value } of block.evidence.evidence) found.push({ height, address: value.vote_a.validator_address });
  }
  return found;
}

describe.skipIf(cometbftIsAbsent)('a validator whose key two engines have', () => {
  it('is slashed and jailed once, and all nodes go on with the same app hashes', async () => {
    network = await startNetwork({ validators: VALIDATORS, fullNodes: 1 });
    const { nodes } = network;
    const [accused, second] = [nodes[ACCUSED], nodes[VALIDATORS]] as [Node, Node];
    const address = toUpperHex(accused.home.planned.keys.validator.address);
    const key = 'config/priv_validator_key.json';
    cpSync(join(accused.home.path, key), join(second.home.path, key));
    await second.start();
    await eventually('the validator is in the set no more', async () => {
      return !(await addressesAt(nodes[0] as Node)).includes(address);
    });
    const last = await network.advance(4);
    const evidence = await evidenceUpTo(nodes[0] as Node, last);
    expect(evidence.length).toBeGreaterThan(0);
    expect(evidence.every((each) => each.address === address)).toBe(true);
    const blocks = await Promise.all(nodes.map((node) => node.ask<BlockAnswer>(`block?height=${last}`)));
    expect(new Set(blocks.map(({ block_id }) => block_id.hash)).size).toBe(1);
    const { real, simulated } = await reexecute((nodes[0] as Node).rpc, network.genesis, last);
    expect(simulated).toEqual(real);
  });
});
