/**
 * Sends the recorded transactions to a devnet and reads them through CometBFT RPC. The same searches must find them,
 * with the recorded result, and the recorded events and attributes in their order.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Devnet } from '../../../src/devnet/index.js';
import { post } from '../../support/ask.js';
import { openRecordedChain } from './chain.js';
import { type Json, recorded, TRANSACTIONS } from './recording.js';

let devnet: Devnet;

const evm = async (method: string, ...params: readonly unknown[]): Promise<Json> =>
  (await post(devnet.urls.evmHttp, method, params)).result;

const search = async (query: string): Promise<Json> =>
  (await post(devnet.urls.cometRpc, 'tx_search', { query, prove: false })).result;

beforeAll(async () => {
  devnet = await openRecordedChain({});
  for (const { nonce, raw } of TRANSACTIONS) {
    // The recording lacks the transactions with the nonces between.
    while (Number(await evm('eth_getTransactionCount', SENDER, 'pending')) < nonce)
      await evm('eth_sendTransaction', { from: SENDER, to: SENDER });
    await evm('eth_sendRawTransaction', raw);
  }
});
afterAll(() => devnet.close());

const SENDER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/**
 * Matches amounts: they depend on the base fee, and so on blocks that were not recorded. Both nodes name the opcode
 * that ran out of gas.
 */
const AMOUNT = /^\d+atest$/;

const line = (type: string, attributes: readonly (readonly [string, string])[]): string =>
  JSON.stringify([type, attributes.map(([key, value]) => [key, value.replace(AMOUNT, 'atest')])]);

describe('a recorded transaction', () => {
  it.each(TRANSACTIONS.map((one) => [one.kind, one] as const))(
    'is found by its Ethereum hash, with its result and events: %s',
    async (_, { ethereumHash, hash, result, events }) => {
      const { txs, total_count } = await search(`ethereum_tx.ethereumTxHash='${ethereumHash}'`);
      expect(total_count).toBe('1');
      const [{ hash: ourHash, tx_result }] = txs;
      expect(ourHash).toBe(hash);
      expect(tx_result).toMatchObject(result);
      expect(
        tx_result.events.map(({ type, attributes }: Json) =>
          line(
            type,
            attributes.map(({ key, value }: Json) => [key, value]),
          ),
        ),
      ).toEqual(events.map(([type, attributes]) => line(type, Object.entries(attributes))));
    },
  );

  it('is found by the same other searches as on the recorded node, and by no more', async () => {
    const { ethereumHash, hash } = TRANSACTIONS.find(({ kind }) => kind === 'type 2') as (typeof TRANSACTIONS)[number];
    const [{ height }] = (await search(`ethereum_tx.ethereumTxHash='${ethereumHash}'`)).txs;
    const counts = async (...queries: readonly string[]) =>
      Promise.all(queries.map(async (query) => (await search(query)).total_count));
    expect(
      await counts(
        `ethereum_tx.txHash='${hash.toLowerCase()}'`,
        `tx.height=${height}`,
        `tx.hash='${hash}'`,
        `ethereum_tx.txHash='${hash}'`,
        `ethereum_tx.recipient='0x5fbdb2315678afecb367f032d93f642f64180aa3'`,
      ),
    ).toEqual(['1', '1', '1', '0', '0']);
    const all = await counts(`message.action='/cosmos.evm.vm.v1.MsgEthereumTx'`, `message.module='evm'`);
    expect(all[0]).toBe(all[1]);
    expect(Number(all[0])).toBeGreaterThanOrEqual(TRANSACTIONS.length);
  });

  it('has one hash in CometBFT RPC and another in EVM JSON-RPC', async () => {
    const { ethereumHash } = TRANSACTIONS[0] as (typeof TRANSACTIONS)[number];
    const bytes = Buffer.from(ethereumHash.slice(2), 'hex').toString('base64');
    const { error } = await post(devnet.urls.cometRpc, 'tx', { hash: bytes });
    expect(error).toMatchObject({
      code: -32603,
      message: 'Internal error',
      data: `tx (${ethereumHash.slice(2).toUpperCase()}) not found`,
    });
    expect(recorded('eth_sendRawTransaction: deploy').answer.result).toBe(ethereumHash);
  });
});
