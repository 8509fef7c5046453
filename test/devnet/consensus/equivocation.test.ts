/**
 * Tests what an equivocating validator of a devnet brings about: evidence in a block, slashing, jailing, and a validator
 * set without it. The observed node is node 0.
 */
import { describe, expect, it } from 'vitest';
import { signingInfo } from '../../../src/app/modules/slashing/store.js';
import type { DevnetOptions } from '../../../src/devnet/options/devnet_options.js';
import { validatorsOf } from '../../../src/devnet/views/validators.js';
import type { Fault } from '../../../src/simulation/index.js';
import { NodeUnderTest } from '../node_kit.js';

type Equivocate = Extract<Fault, { type: 'equivocate' }>;

const evidenceAt = (node: NodeUnderTest, height: bigint) => node.comet.block(height)?.block.evidence ?? [];

const validator = (node: NodeUnderTest, index: number) => {
  const found = validatorsOf(node.chain)[index];
  if (found === undefined) throw new Error(`no validator ${index}`);
  return found;
};

/** Lets a validator equivocate at the next height, and mines until it has left the set. Returns the offence's height. */
async function equivocateOnce(node: NodeUnderTest, fault: Omit<Equivocate, 'type'>): Promise<bigint> {
  const offence = node.height + 1n;
  node.simNetwork.setFault('liar', { type: 'equivocate', height: Number(offence), ...fault });
  await node.mine(6);
  return offence;
}

/** Checks the whole way of a validator from its offence to its removal. */
function expectPunished(node: NodeUnderTest, guilty: number, offence: bigint, tokensBefore: bigint): void {
  const held = [1n, 2n].filter((later) => evidenceAt(node, offence + later).length > 0);
  expect(held.length).toBeGreaterThan(0);
  const at = offence + (held[0] as bigint);
  for (const evidence of evidenceAt(node, at))
    expect(evidence).toMatchObject({
      type: 'duplicate-vote',
      voteA: { height: offence, validatorAddress: node.chain.keys[guilty]?.address },
    });
  const { jailed, tokens, power } = validator(node, guilty);
  expect({ jailed, power }).toEqual({ jailed: true, power: 0n });
  expect(tokens).toBe((tokensBefore * 95n) / 100n);
  const info = signingInfo(node.chain.app.devTxs.latest, node.chain.keys[guilty]?.address as Uint8Array);
  expect(info?.tombstoned).toBe(true);
  expect([at, at + 1n, at + 2n].map((height) => node.power(guilty, height))).toEqual([10n, 10n, 0n]);
  expect(node.comet.validators(node.height)?.validators).toHaveLength(3);
}

const MODES: readonly NonNullable<DevnetOptions['miningMode']>[] = [
  { type: 'automine' },
  { type: 'manual' },
  { type: 'step' },
  { type: 'realtime', factor: 1 },
  { type: 'interval', ms: 60_000 },
  { type: 'mixed', ms: 60_000 },
];

describe('an equivocating validator', () => {
  for (const miningMode of MODES)
    it(`is slashed by 5 %, jailed, tombstoned and removed in the mining mode ${JSON.stringify(miningMode)}`, async () => {
      const node = await NodeUnderTest.start({ miningMode });
      const { tokens } = validator(node, 3);
      const offence = await equivocateOnce(node, { node: 3, vote: 'prevote' });
      expectPunished(node, 3, offence, tokens);
    });

  for (const vote of ['prevote', 'precommit', undefined] as const)
    it(`gives evidence of ${vote === undefined ? 'both kinds of votes' : `two ${vote}s`} and is slashed once`, async () => {
      const node = await NodeUnderTest.start();
      const { tokens } = validator(node, 2);
      const offence = await equivocateOnce(node, { node: 2, ...(vote && { vote }) });
      expectPunished(node, 2, offence, tokens);
      const types = [1n, 2n].flatMap((later) =>
        evidenceAt(node, offence + later).map((item) => (item.type === 'duplicate-vote' ? item.voteA.type : 0)),
      );
      expect(types.sort()).toEqual({ prevote: [1], precommit: [2], both: [1, 2] }[vote ?? 'both']);
    });

  it('is punished when it is the proposer of the height', async () => {
    const node = await NodeUnderTest.start();
    await node.mine();
    const guilty = node.proposerOf(node.height + 1n);
    const { tokens } = validator(node, guilty);
    const offence = await equivocateOnce(node, { node: guilty });
    expectPunished(node, guilty, offence, tokens);
  });

  it('is punished when it is the observed node, because every other node sees both votes', async () => {
    const node = await NodeUnderTest.start();
    const { tokens } = validator(node, 0);
    const offence = await equivocateOnce(node, { node: 0 });
    expectPunished(node, 0, offence, tokens);
  });

  it('is slashed once when it equivocates again before it leaves, and the chain goes on', async () => {
    const node = await NodeUnderTest.start();
    const { tokens } = validator(node, 1);
    const offence = node.height + 1n;
    node.simNetwork.setFault('liar', { type: 'equivocate', node: 1 });
    await node.mine(8);
    const { jailed, power, tokens: after } = validator(node, 1);
    expect({ jailed, power, after }).toEqual({ jailed: true, power: 0n, after: (tokens * 95n) / 100n });
    const heights = Array.from({ length: 8 }, (_, i) => offence + BigInt(i));
    const offences = heights.flatMap((height) =>
      evidenceAt(node, height).map((item) => (item.type === 'duplicate-vote' ? item.voteA.height : 0n)),
    );
    expect(new Set(offences).size).toBeGreaterThan(1);
    await node.mine(2);
    expect(node.height).toBe(offence + 9n);
  });

  it('is punished when only one other node sees both votes: that node gossips the evidence', async () => {
    const node = await NodeUnderTest.start();
    const { tokens } = validator(node, 3);
    // Nodes 0 and 1 hear node 3 through others only.
    node.simNetwork.setFault('far', { type: 'drop', message: 'vote', from: [3], to: [0, 1] });
    const offence = await equivocateOnce(node, { node: 3, vote: 'prevote' });
    expectPunished(node, 3, offence, tokens);
  });
});
