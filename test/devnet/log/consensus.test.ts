/** Tests the log entries of consensus: late rounds, evidence, changes of the validator set, and steps. */
import { describe, expect, it } from 'vitest';
import { type LogEntry, logText } from '../../../src/devnet/index.js';
import type { DevnetOptions } from '../../../src/devnet/options/devnet_options.js';
import { NodeUnderTest } from '../node_kit.js';

async function aNode(options: DevnetOptions = {}) {
  const entries: LogEntry[] = [];
  const node = await NodeUnderTest.start({ seed: 'log', log: (entry) => entries.push(entry), ...options });
  return { node, received: () => entries.splice(0).filter(({ type }) => type !== 'block') };
}

describe('a block that was decided after its first round', () => {
  it('names the proposer that is down', async () => {
    const { node, received } = await aNode();
    const down = node.proposerOf(node.height + 1n);
    node.simNetwork.crash(down);
    await node.mine();
    const [late] = received();
    const failed = [{ round: 0, proposer: `validator-${down}`, reason: 'proposer down' }];
    expect(late).toMatchObject({ type: 'late', height: 2, round: 1, failed });
    expect(logText(late as LogEntry)).toMatch(
      /^ {2}Consensus: {8}height 2 was decided in round 1, proposed by validator-\d\n {20}round 0: its proposer validator-\d is down$/,
    );
  });

  it('names the proposer whose proposal did not arrive, and votes that were too few', async () => {
    const { node, received } = await aNode();
    node.simNetwork.setFault('silent', { type: 'drop', message: 'proposal', round: 0 });
    node.simNetwork.setFault('votes', { type: 'drop', message: 'proposal', to: [2, 3], round: 1 });
    await node.mine();
    const [late] = received();
    expect(late).toMatchObject({ type: 'late', failed: [{ reason: 'no proposal' }, { reason: 'too few votes' }] });
  });

  it('describes its last 10 failed rounds, and counts those before', async () => {
    const { node, received } = await aNode();
    for (let round = 0; round < 15; round++)
      node.simNetwork.setFault(`${round}`, { type: 'drop', message: 'proposal', round });
    await node.mine();
    const [late] = received();
    if (late?.type !== 'late') throw new Error('no late decision was logged');
    const { round, failed } = late;
    expect(round).toBe(15);
    expect(failed.map((of) => of.round)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    expect(failed.map((of) => of.reason)).toContain('no proposal');
    expect(new Set(failed.map((of) => of.proposer)).size).toBe(4);
    const lines = logText(late).split('\n');
    expect(lines).toHaveLength(12);
    expect(lines[1]).toBe(`${' '.repeat(20)}5 earlier rounds failed too, from round 0`);
  });

  it('is not in the log of a chain without faults', async () => {
    const { node, received } = await aNode();
    await node.mine(3);
    expect(received()).toEqual([]);
  });
});

describe('evidence', () => {
  it('is logged with what was slashed, and with the validator that leaves the set', async () => {
    const { node, received } = await aNode({ miningMode: 'manual' });
    await node.mine(2);
    await node.comet.submitEvidence(node.doubleSign(2, 2n));
    await node.mine();
    const [evidence, leaving, ...rest] = received();
    expect(rest).toEqual([]);
    expect(evidence).toMatchObject({
      type: 'evidence',
      height: 4,
      kind: 'double vote',
      validator: 'validator-2',
      power: '10',
      at: 2,
      burned: '500000000000000000',
      jailed: true,
    });
    expect(leaving).toMatchObject({ type: 'validator', change: 'leaves', from: '10', to: '0', jailed: true });
    expect(logText(evidence as LogEntry)).toBe(
      '  Evidence:         double vote of validator-2 at height 2; 0.5 coins were slashed, and it was jailed',
    );
    expect(logText(leaving as LogEntry)).toBe(
      '  Validator:        validator-2 leaves the set (power 10 to 0) from height 6, because it is jailed',
    );
  });
});

describe('a change of the validator set', () => {
  it('is logged with powers and the height from which it counts', async () => {
    const { node, received } = await aNode();
    await node.node.validators.add({ name: 'alice', power: 20n });
    await node.node.devTxSender.setValidatorPower(1, 25n);
    await node.node.validators.remove(0);
    await node.node.devTxSender.setValidatorPower(2, 1n);
    const changes = received();
    expect(changes).toMatchObject([
      { type: 'validator', height: 2, change: 'joins', validator: 'alice', from: '0', to: '20', effective: 4 },
      { type: 'validator', height: 3, change: 'changes', validator: 'validator-1', from: '10', to: '25', effective: 5 },
      { type: 'validator', height: 4, change: 'leaves', validator: 'validator-0', from: '10', to: '0', jailed: false },
      { type: 'validator', height: 5, change: 'changes', validator: 'validator-2', from: '10', to: '1', effective: 7 },
    ]);
    expect(changes.map((entry) => logText(entry).trim())).toEqual([
      'Validator:        alice joins the set (power 20) from height 4',
      'Validator:        validator-1 changes its power (power 10 to 25) from height 5',
      'Validator:        validator-0 leaves the set (power 10 to 0) from height 6',
      'Validator:        validator-2 changes its power (power 10 to 1) from height 7',
    ]);
  });
});

describe('the mining mode step', () => {
  it('logs proposals, polkas, locks and timeouts of each round', async () => {
    const { node, received } = await aNode({ miningMode: 'step' });
    node.node.loop.start();
    node.simNetwork.crash(node.proposerOf(node.height + 1n));
    received();
    await node.node.loop.step('height', 1);
    const events = received().flatMap((entry) => (entry.type === 'round' && entry.event ? [entry] : []));
    const ofRound = (round: number) => events.filter((entry) => entry.round === round).map(({ event }) => event);
    expect(ofRound(0)).toContain('TimeoutPropose');
    expect(ofRound(1)).toEqual(expect.arrayContaining(['CompleteProposal', 'Polka', 'Lock']));
    const complete = events.find(({ event }) => event === 'CompleteProposal');
    expect(logText(complete as LogEntry)).toMatch(
      /^ {2}Round: {12}height 2, round 1, \w+: the proposal is complete, block [0-9A-F]{64}$/,
    );
    expect(logText(events[0] as LogEntry)).toMatch(/the time to wait for a proposal is over$/);
  });
});
