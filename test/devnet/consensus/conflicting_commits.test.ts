/** Tests a devnet that forks: half of the validators are byzantine. The process lives, and the first branch answers. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DevnetOptions, type LogEntry, logText } from '../../../src/devnet/index.js';
import { openListeners } from '../../../src/devnet/listeners.js';
import { conflictView } from '../../../src/devnet/views/conflict_view.js';
import { post } from '../../support/ask.js';
import { NodeUnderTest, temporaryHome } from '../node_kit.js';

// biome-ignore lint/suspicious/noExplicitAny: JSON as it came
type Json = any;

/** Lets the proposer of the next height and its neighbour fork the chain. */
function fork(node: NodeUnderTest): readonly [number, number] {
  const proposer = node.proposerOf(node.height + 1n);
  const [a, b] = proposer < 2 ? [0, 1] : [2, 3];
  const [c, d] = proposer < 2 ? [2, 3] : [0, 1];
  node.simNetwork.setFault('proposer', { type: 'double-proposal', node: proposer });
  node.simNetwork.setFault('first', { type: 'equivocate', node: a });
  node.simNetwork.setFault('second', { type: 'equivocate', node: b });
  node.simNetwork.setFault('apart', { type: 'drop', from: [c, d], to: [c, d] });
  return [a, b];
}

async function forked(options: DevnetOptions = {}) {
  const node = await NodeUnderTest.start(options);
  await node.mine(2);
  const id = await node.node.snapshots.take();
  const byzantine = fork(node);
  await node.mine();
  return { node, id, byzantine };
}

const conflictOf = ({ chain, simNetwork }: NodeUnderTest) => conflictView(simNetwork, chain.keys);

const ENDED =
  /the chain has ended: byzantine validators with at least 1\/3 of the voting power let two blocks be decided at height 4/;

describe('a devnet whose chain forks', () => {
  it('shows both commits with their signers, and answers from the first branch over RPC', async () => {
    const { node, byzantine } = await forked();
    const { urls, close } = await openListeners(node.node, { jsonRpc: true, rpc: true, assets: false });
    onTestFinished(close);
    const evm = async (method: string, ...params: unknown[]): Promise<Json> =>
      (await post(urls.evmHttp, method, params)).result;
    const comet = async (path: string): Promise<Json> =>
      ((await (await fetch(`${urls.cometRpc}${path}`)).json()) as Json).result;

    const conflict = await evm('halley_conflictingCommits');
    expect(conflict.height).toBe('0x4');
    expect(conflict.branches).toHaveLength(2);
    const [first, second] = conflict.branches;
    expect(first.block).not.toBe(second.block);
    for (const { signers, block, commit } of conflict.branches) {
      const indexes = signers.map(({ index }: { index: number }) => index);
      for (const liar of byzantine) expect(indexes).toContain(liar);
      expect(signers).toContainEqual({ index: byzantine[0], name: `validator-${byzantine[0]}` });
      expect(commit.block_id.hash).toBe(block);
    }
    expect([...first.nodes, ...second.nodes].sort()).toEqual(expect.arrayContaining([0, 3]) as number[]);

    expect((await comet('/block?height=4')).block_id.hash).toBe(first.block);
    expect((await comet('/commit?height=4')).signed_header.commit.block_id.hash).toBe(first.block);
    expect((await comet('/status')).sync_info.latest_block_height).toBe('4');
    expect(await evm('eth_getBlockByNumber', 'latest', false)).toMatchObject({ number: '0x4' });
    expect(await evm('eth_blockNumber')).toBe('0x4');
  });

  it('refuses what needs a block, and stays up, in every mining mode', async () => {
    for (const type of ['automine', 'manual', 'step', 'realtime'] as const) {
      const { node } = await forked({ miningMode: type });
      await expect(node.node.mining.mine()).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(ENDED),
      });
      if (type === 'step') await expect(node.node.loop.step('event', 1)).rejects.toThrow(ENDED);
      if (type === 'automine' || type === 'manual')
        await expect(node.node.devTxSender.setValidatorPower(0, 20n)).rejects.toThrow(ENDED);
      await expect(node.comet.submitEvidence(node.doubleSign(1, 1n))).rejects.toThrow(
        /the chain has ended at height 4/,
      );
      expect(node.height).toBe(4n);
    }
  });

  it('goes on after a revert to a snapshot from before the fork', async () => {
    const { node, id } = await forked();
    const after = await node.node.snapshots.take();
    expect(await node.node.snapshots.revert(after)).toBe(true);
    expect(conflictOf(node)?.height).toBe(4n);
    expect(await node.node.snapshots.revert(id)).toBe(true);
    expect(conflictOf(node)).toBeUndefined();
    await node.mine(3);
    expect(node.height).toBe(6n);
  });

  it('goes on after a rollback, and after a reset', async () => {
    for (const goBack of ['rollback', 'reset'] as const) {
      const { node } = await forked();
      if (goBack === 'reset') await node.node.evmBackend.reset();
      else await node.node.evmBackend.rollback(1n);
      expect(conflictOf(node)).toBeUndefined();
      const { height } = node;
      await node.mine(2);
      expect(node.height).toBe(height + 2n);
    }
  });

  it('writes one log entry with both blocks and the names of their signers', async () => {
    const entries: LogEntry[] = [];
    const { node } = await forked({ log: (entry) => entries.push(entry) });
    const found = entries.filter((entry) => entry.type === 'conflict');
    expect(found).toHaveLength(1);
    const [entry] = found;
    const conflict = conflictOf(node);
    if (entry === undefined || conflict === undefined) throw new Error('nothing was logged');
    const branches = conflict.branches.map(({ block, round, signers }) => ({
      block,
      round,
      signers: signers.map(({ name }) => name),
    }));
    expect(entry).toEqual({ type: 'conflict', height: 4, branches });
    expect(logText(entry).split('\n')).toEqual(
      branches.map(
        ({ block, signers }) =>
          `  Conflict:         height 4, round 0, block ${block}, signed by ${signers.join(', ')}`,
      ),
    );
  });

  it('is on its first branch after a restart with a home folder, where a new network begins without the conflict', async () => {
    const home = await temporaryHome();
    const { node } = await forked({ home });
    const block = conflictOf(node)?.branches[0]?.block;
    await node.close();
    const again = await NodeUnderTest.start({ home });
    expect(conflictOf(again)).toBeUndefined();
    expect(
      Buffer.from(again.comet.block(4n)?.blockId.hash ?? [])
        .toString('hex')
        .toUpperCase(),
    ).toBe(block);
    await again.mine(2);
    expect(again.height).toBe(6n);
  });
});
