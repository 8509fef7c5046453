/** Tests simulated transactions as wallets request them: CosmJS over gRPC, older clients over `/app/simulate`. */
import { TxMsgData } from 'cosmjs-types/cosmos/base/abci/v1beta1/abci';
import { SimulateRequest, SimulateResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service';
import { AuthInfo, Tx, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { MSG_ETHEREUM_TX_RESPONSE_URL } from '../../../src/codec/cosmos/msg_ethereum_tx.js';
import { decodeMsgEthereumTxResult } from '../../../src/codec/cosmos/tx.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { type Bytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { FairScheduler } from '../../../src/kernel/fair_scheduler.js';
import { to0x } from '../../../src/kernel/hex.js';
import { fromUtf8 } from '../../../src/kernel/text.js';
import { TestChain } from '../support/chain.js';
import { deploySink, sinkCall } from '../support/contracts.js';
import { COIN, dev, sign } from '../support/wallet.js';

beforeAll(installFastCrypto);

const word = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`;

let chain: TestChain;
beforeEach(async () => {
  chain = await TestChain.open();
});

const ask = (path: string, data: Bytes) => chain.app.query({ path, data, height: 0n, prove: false });
const simulate = (txBytes: Bytes) =>
  ask('/cosmos.tx.v1beta1.Service/Simulate', SimulateRequest.encode(SimulateRequest.fromPartial({ txBytes })).finish());

it('returns what the transaction later does, and changes nothing', async () => {
  const contract = await deploySink(chain, dev(0));
  const tx = chain.wrap(await sign(chain, dev(1), { to: contract, data: sinkCall('poke', 7n, '0x1234') }));
  const { code, value, height } = await simulate(tx);
  expect([code, height]).toEqual([0, 1n]);
  const { gasInfo, result } = SimulateResponse.decode(value);
  expect([chain.nonce(dev(1).bytes), chain.balance(dev(1).bytes)]).toEqual([0n, 10_000n * COIN]);
  const { results } = await chain.block(tx);
  expect(gasInfo).toEqual({ gasWanted: results[0]?.gasWanted, gasUsed: results[0]?.gasUsed });
  expect(result?.events.map(({ type }) => type)).toEqual(results[0]?.events.map(({ type }) => type));
  expect(TxMsgData.decode(result?.data ?? EMPTY_BYTES).msgResponses).toEqual(result?.msgResponses);
  expect(result?.msgResponses.map(({ typeUrl }) => typeUrl)).toEqual([MSG_ETHEREUM_TX_RESPONSE_URL]);
  expect(decodeMsgEthereumTxResult(result?.data ?? EMPTY_BYTES).logs).toHaveLength(1);
});

it('reads the older field, and ignores the empty signature that wallets add', async () => {
  const tx = TxRaw.decode(chain.wrap(await sign(chain, dev(1), { to: dev(2).address, value: 1n })));
  const whole = Tx.fromPartial({
    body: TxBody.decode(tx.bodyBytes),
    authInfo: AuthInfo.decode(tx.authInfoBytes),
    signatures: [EMPTY_BYTES],
  });
  const older = await ask(
    '/cosmos.tx.v1beta1.Service/Simulate',
    SimulateRequest.encode(SimulateRequest.fromPartial({ tx: whole })).finish(),
  );
  const newer = await simulate(TxRaw.encode({ ...tx, signatures: [EMPTY_BYTES] }).finish());
  expect([older.code, newer.code]).toEqual([0, 0]);
  expect(older.value).toEqual(newer.value);
});

it('returns the reason why the transaction would fail', async () => {
  const late = chain.wrap(await sign(chain, dev(1), { to: dev(2).address, nonce: 5 }));
  expect(await simulate(late)).toMatchObject({
    code: 6,
    codespace: 'sdk',
    log: `rpc error: code = Unknown desc = nonce too high: address ${dev(1).address}, tx: 5 state: 0 with gas used: '0': unknown request`,
  });
  const poor = chain.wrap(await sign(chain, dev(1), { to: dev(2).address, value: 20_000n * COIN }));
  expect((await simulate(poor)).log).toContain('insufficient funds for gas * price + value');
  expect((await simulate(EMPTY_BYTES)).log).toBe(
    'rpc error: code = InvalidArgument desc = empty txBytes is not allowed: invalid request',
  );
});

it('refuses unknown messages, as CheckTx does', async () => {
  const body = TxBody.fromPartial({ messages: [{ typeUrl: '/cosmos.nft.v1beta1.MsgSend', value: EMPTY_BYTES }] });
  const tx = TxRaw.encode({
    bodyBytes: TxBody.encode(body).finish(),
    authInfoBytes: AuthInfo.encode(AuthInfo.fromPartial({ fee: {} })).finish(),
    signatures: [EMPTY_BYTES],
  }).finish();
  const { log } = await chain.app.checkTx({ tx, type: 'new' });
  expect(log).toContain('unable to resolve type URL /cosmos.nft.v1beta1.MsgSend');
  expect((await simulate(tx)).log).toBe(`rpc error: code = Unknown desc = ${log} with gas used: '0': unknown request`);
});

it('answers /app/simulate in JSON', async () => {
  const tx = chain.wrap(await sign(chain, dev(1), { to: dev(2).address, value: 1n }));
  const { code, codespace, value } = await ask('/app/simulate', tx);
  expect([code, codespace]).toEqual([0, 'sdk']);
  expect(JSON.parse(fromUtf8(value))).toMatchObject({
    gas_info: { gas_wanted: '3000000', gas_used: '21000' },
    result: { msg_responses: [{ '@type': MSG_ETHEREUM_TX_RESPONSE_URL, gas_used: '21000', vm_error: '', logs: [] }] },
  });
  const contract = await deploySink(chain, dev(0));
  const poke = chain.wrap(await sign(chain, dev(1), { to: contract, data: sinkCall('poke', 7n, '0x1234') }));
  const { result } = JSON.parse(fromUtf8((await ask('/app/simulate', poke)).value));
  expect(result.msg_responses[0].logs).toEqual([
    {
      address: to0x(contract),
      topics: [expect.stringMatching(/^0x/), `0x${dev(1).address.slice(2).toLowerCase().padStart(64, '0')}`, word(7)],
      data: Buffer.from(`${word(32).slice(2)}${word(2).slice(2)}${'1234'.padEnd(64, '0')}`, 'hex').toString('base64'),
      block_number: '2',
      tx_hash: result.msg_responses[0].hash,
      tx_index: '0',
      block_hash: word(0),
      index: '0',
      removed: false,
      block_timestamp: result.msg_responses[0].block_timestamp,
    },
  ]);
  expect(await ask('/app/simulate', Uint8Array.of(255))).toMatchObject({
    code: 2,
    codespace: 'sdk',
    log: expect.stringContaining('failed to simulate tx: '),
  });
});

it('stops a transaction that takes too long, and continues with another machine', async () => {
  let now = 0;
  const slow = await TestChain.open({
    timeoutMs: 50,
    scheduler: new FairScheduler({ now: () => now++, afterIo: (action) => void setImmediate(action) }),
    maxGas: 2_000_000_000n,
  });
  const contract = await deploySink(slow, dev(0));
  const spin = slow.wrap(await sign(slow, dev(1), { to: contract, data: sinkCall('spin'), gas: 1_000_000_000n }));
  const request = (tx: Bytes) => ({
    path: '/cosmos.tx.v1beta1.Service/Simulate',
    data: SimulateRequest.encode(SimulateRequest.fromPartial({ txBytes: tx })).finish(),
    height: 0n,
    prove: false,
  });
  expect((await slow.app.query(request(spin))).log).toContain('recovered: ');
  const fine = slow.wrap(await sign(slow, dev(2), { to: contract, data: sinkCall('set', 1n, 1n) }));
  expect((await slow.app.query(request(fine))).code).toBe(0);
});
