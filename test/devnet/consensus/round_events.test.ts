/** Tests the events of rounds of the observed node, in the order of CometBFT (consensus-rpc.md 8.1). */
import { describe, expect, it } from 'vitest';
import type { DevnetOptions } from '../../../src/devnet/options/devnet_options.js';
import { NANOS_PER_SECOND } from '../../../src/kernel/time.js';
import { NodeUnderTest } from '../node_kit.js';

async function start(options: DevnetOptions = {}): Promise<NodeUnderTest> {
  const node = await NodeUnderTest.start({ miningMode: 'manual', ...options });
  node.received();
  return node;
}

const BLOCK = ['NewBlock', 'NewBlockHeader'];

describe('a healthy round', () => {
  it('with one validator is that of consensus-rpc.md 8.1', async () => {
    const node = await start({ validators: 1 });
    await node.mine();
    expect(node.received()).toEqual([
      'NewRound 0',
      'NewRoundStep Propose',
      'CompleteProposal',
      'NewRoundStep Prevote',
      'Vote prevote',
      'ValidBlock',
      'Polka',
      'Lock',
      'NewRoundStep Precommit',
      'Vote precommit',
      'NewRoundStep Commit',
      ...BLOCK,
      'NewRoundStep NewHeight',
    ]);
  });

  it('with four validators publishes the block between its commit and the next height, whichever node commits first', async () => {
    const node = await start();
    let waited = 0;
    for (let i = 0; i < 8; i++) {
      await node.mine();
      const received = node.received();
      const at = received.indexOf('NewBlock');
      expect(received.slice(at - 1, at + 3)).toEqual(['NewRoundStep Commit', ...BLOCK, 'NewRoundStep NewHeight']);
      const polka = received.indexOf('Polka');
      expect(received.slice(polka - 2, polka + 3)).toEqual([
        'Vote prevote',
        'ValidBlock',
        'Polka',
        'Lock',
        'NewRoundStep Precommit',
      ]);
      expect(received.filter((line) => line === 'Vote precommit')).toHaveLength(4);
      expect(received.filter((line) => line === 'Vote prevote')).toHaveLength(4);
      // A precommit that comes after the decision is published after the block.
      if (received.lastIndexOf('Vote precommit') > at) waited++;
    }
    expect(waited).toBeGreaterThan(0);
  });
});

describe('a round without a proposal', () => {
  it('times out, votes nil, waits, and continues with the next', async () => {
    const node = await start();
    const proposer = node.proposerOf(2n);
    expect(proposer).not.toBe(0);
    node.simNetwork.crash(proposer);
    await node.mine();
    const received = node.received();
    expect(received.slice(0, received.indexOf('NewRound 1') + 1)).toEqual([
      'NewRound 0',
      'NewRoundStep Propose',
      'TimeoutPropose',
      'NewRoundStep Prevote',
      'Vote prevote',
      'Vote prevote',
      'Vote prevote',
      'Polka',
      'NewRoundStep Precommit',
      'Vote precommit',
      'Vote precommit',
      'Vote precommit',
      'NewRoundStep Precommit',
      'TimeoutWait',
      'NewRound 1',
    ]);
    expect(received.indexOf('NewBlock')).toBeGreaterThan(received.indexOf('NewRound 1'));
  });
});

describe('a height that is never decided', () => {
  it('is abandoned after ten minutes of its time, after any number of rounds', async () => {
    const node = await start({ validators: 2 });
    const before = node.simNetwork.now;
    node.simNetwork.setFault('mute', { type: 'drop', message: 'proposal', height: 2 });
    expect((await node.node.loop.mine()).type).toBe('stalled');
    expect(node.received()).toContain('NewRound 9');
    expect(node.height).toBe(1n);
    const passed = node.simNetwork.now - before;
    expect(passed / NANOS_PER_SECOND).toBe(600n);
  });
});

describe('the observed node', () => {
  it('that is left behind delays nothing: the block is published when its time is over', async () => {
    const node = await start();
    for (const peer of [1, 2, 3]) node.simNetwork.disconnect(0, peer);
    await node.mine();
    expect(node.height).toBe(2n);
    const received = node.received();
    expect(received.filter((line) => line === 'NewBlock')).toHaveLength(1);
    expect(received).not.toContain('NewRoundStep Commit');
  });

  it('publishes no block twice when it catches up', async () => {
    const node = await start();
    for (const peer of [1, 2, 3]) node.simNetwork.disconnect(0, peer);
    await node.mine(2);
    node.received();
    const ids = node.chain.identities.slice(1).map(({ nodeId }) => nodeId);
    await node.comet.dial(ids);
    await node.mine();
    expect(node.height).toBe(4n);
    const received = node.received();
    expect(received.filter((line) => line === 'NewBlock')).toHaveLength(1);
    expect(received.filter((line) => line === 'NewRoundStep Commit')).toHaveLength(3);
  });
});

describe('events', () => {
  it('have their name for queries, and nothing else', async () => {
    const node = await start();
    await node.mine();
    for (const event of node.events.filter(({ type }) => type !== 'NewBlock' && type !== 'NewBlockHeader'))
      expect([...event.attributes]).toEqual([['tm.event', [event.type]]]);
  });

  it('are not made without a listener', async () => {
    const quiet = await NodeUnderTest.start({ miningMode: 'manual' });
    quiet.stop();
    expect(quiet.chain.events.quiet).toBe(true);
    await quiet.mine();
    expect(quiet.events).toEqual([]);
    expect(quiet.node.evmBackend.head()).toBe(2n);
  });
});
