/** Tests `eth_sendRawTransaction` and `eth_sendTransaction`: the errors that a wallet gets for refused transactions. */
import { describe, expect, it } from 'vitest';
import { keccak256 } from '../../../src/kernel/hash.js';
import { NodeUnderTest, transfer } from '../node_kit.js';

const start = (mempool = {}) => NodeUnderTest.start({ miningMode: 'manual', mempool });
const refused = (log: unknown) => ({ type: 'refused', log });
const sent = ({ node, chain }: NodeUnderTest) => ({
  port: node.evmBackend,
  tx: (nonce: number, from = 0) => transfer(chain.evmChainId, nonce, from),
});

describe('a transaction that is sent again', () => {
  it('is already known while it is pending', async () => {
    const node = await start();
    const { port, tx } = sent(node);
    const raw = await tx(0);
    expect(await port.sendRaw(raw)).toEqual({ type: 'accepted', hash: keccak256(raw) });
    expect(await port.sendRaw(raw)).toMatchObject(refused('already known'));
    expect(node.comet.unconfirmed(10).total).toBe(1);
  });

  it('has used its nonce once it is in a block', async () => {
    const node = await start();
    const { port, tx } = sent(node);
    const raw = await tx(0);
    await port.sendRaw(raw);
    await node.mine();
    expect(await port.sendRaw(raw)).toMatchObject(refused('nonce too low: next nonce 1, tx nonce 0'));
  });

  it('and was replaced by a better one gets the mempool’s error for a replacement', async () => {
    const node = await start();
    const { port, tx } = sent(node);
    const raw = await tx(0);
    await port.sendRaw(raw);
    const better = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n };
    expect(await port.sendRaw(await transfer(node.chain.evmChainId, 0, 0, better))).toMatchObject({ type: 'accepted' });
    const again = await port.sendRaw(raw);
    expect(again).toMatchObject(refused('replacement transaction underpriced'));
    expect(node.comet.unconfirmed(10).total).toBe(1);
  });
});

describe('a refused transaction', () => {
  it('gets the error text of a full mempool', async () => {
    const node = await start({ size: 1 });
    const { port, tx } = sent(node);
    await port.sendRaw(await tx(0));
    expect(await port.sendRaw(await tx(0, 1))).toMatchObject(refused(expect.stringMatching(/^mempool is full/)));
  });

  it('of another chain never reaches the mempool', async () => {
    const node = await start();
    const answer = await node.node.evmBackend.sendRaw(await transfer(5n, 0));
    expect(answer).toMatchObject(refused(expect.stringMatching(/chain/)));
    expect(node.comet.unconfirmed(10)).toEqual({ txs: [], total: 0, totalBytes: 0n });
  });
});
