import { concatHex, parseGwei, type TransactionSerializable } from 'viem';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CheckTxResponse } from '../../../src/abci/application.js';
import { wrapEthereumTx } from '../../../src/codec/cosmos/tx.js';
import { decodeEthereumTx, encodeEthereumTx } from '../../../src/codec/ethereum/tx.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { SECP256K1_ORDER } from '../../../src/crypto/secp256k1/index.js';
import { keccak256 } from '../../../src/kernel/hash.js';
import { toHex } from '../../../src/kernel/hex.js';
import { TestChain } from '../support/chain.js';
import { authorize, COIN, dev, GWEI, sign, signExactly } from '../support/wallet.js';

beforeAll(installFastCrypto);

let chain: TestChain;
beforeEach(async () => {
  chain = await TestChain.open();
});

const TO = dev(1).address;
const PLAIN = {
  type: 'eip1559',
  chainId: 31337,
  nonce: 0,
  gas: 21_000n,
  to: TO,
  maxFeePerGas: 2n * GWEI,
  maxPriorityFeePerGas: GWEI,
} as const satisfies TransactionSerializable;

const verdict = ({ code, codespace, log }: CheckTxResponse) => ({ code, codespace, log });
const check = async (tx: TransactionSerializable, from = 0) =>
  verdict(await chain.check(await signExactly(dev(from), tx)));

describe('a valid transaction', () => {
  it('is admitted with the facts that the mempool needs', async () => {
    const raw = await signExactly(dev(0), { ...PLAIN, value: 5n });
    const response = await chain.check(raw);
    expect(response).toMatchObject({ code: 0, log: '', gasWanted: 21_000n });
    expect(response.admission).toEqual({
      sender: dev(0).address.slice(2).toLowerCase(),
      nonce: 0n,
      accountNonce: 0n,
      maxFeePerGas: 2n * GWEI,
      maxPriorityFeePerGas: GWEI,
      cost: 21_000n * 2n * GWEI + 5n,
      balance: 10_000n * COIN,
      ethereumHash: keccak256(raw),
      strict: false,
    });
  });

  it('is admitted as pending when its nonce is in the future', async () => {
    const response = await chain.check(await signExactly(dev(0), { ...PLAIN, nonce: 7 }));
    expect(response.admission).toMatchObject({ nonce: 7n, accountNonce: 0n });
  });

  it('is admitted in every transaction type', async () => {
    const authorization = await authorize(dev(2), { address: TO, chainId: 31337, nonce: 0 });
    const legacy = { chainId: 31337, nonce: 0, gas: 100_000n, gasPrice: 2n * GWEI, to: TO } as const;
    for (const tx of [
      { ...legacy, type: 'legacy' },
      { ...legacy, type: 'eip2930', accessList: [{ address: TO, storageKeys: [] }] },
      { ...PLAIN, type: 'eip7702', gas: 100_000n, authorizationList: [authorization] },
    ] as const)
      expect(await check(tx)).toEqual({ code: 0, codespace: '', log: '' });
  });

  it('has equal fee caps for the mempool when it is a legacy transaction', async () => {
    const raw = await signExactly(dev(0), {
      type: 'legacy',
      chainId: 31337,
      gas: 21_000n,
      gasPrice: 3n * GWEI,
      to: TO,
    });
    expect((await chain.check(raw)).admission).toMatchObject({
      maxFeePerGas: 3n * GWEI,
      maxPriorityFeePerGas: 3n * GWEI,
    });
  });
});

describe('a refusal', () => {
  it('reports "nonce too low" with both nonces', async () => {
    for (let i = 0; i < 5; i++) await chain.mine(await sign(chain, dev(0), { to: TO }));
    expect(await check({ ...PLAIN, nonce: 4 })).toEqual({
      code: 3,
      codespace: 'sdk',
      log: 'nonce too low: next nonce 5, tx nonce 4',
    });
  });

  it('reports insufficient funds with the missing amount', async () => {
    const value = 10_000n * COIN;
    const cost = value + 21_000n * 2n * GWEI;
    expect(await check({ ...PLAIN, value })).toEqual({
      code: 5,
      codespace: 'sdk',
      log: `insufficient funds for gas * price + value: balance ${value}, tx cost ${cost}, overshot ${cost - value}`,
    });
  });

  it('reports that the fee cap is below the base fee of the next block', async () => {
    expect(await check({ ...PLAIN, maxFeePerGas: 5n, maxPriorityFeePerGas: 1n })).toEqual({
      code: 13,
      codespace: 'sdk',
      log: `max fee per gas less than block base fee: address ${dev(0).address}, maxFeePerGas: 5, baseFee: 875000000`,
    });
    const market = await TestChain.open({
      edit: (s) => {
        s['feemarket'].params.min_gas_price = '1000000000';
      },
    });
    const cheap = await signExactly(dev(0), { ...PLAIN, maxPriorityFeePerGas: 0n, maxFeePerGas: parseGwei('1') });
    expect(verdict(await market.check(cheap)).code).toBe(0);
  });

  it('reports that the fee is below the chain’s minimum', async () => {
    const dear = await TestChain.open({
      edit: (s) => {
        s['feemarket'].params.min_gas_price = '5000000000';
        s['feemarket'].params.no_base_fee = true;
      },
    });
    const { code, log } = await dear.check(await signExactly(dev(0), PLAIN));
    expect(code).toBe(13);
    expect(log).toMatch(
      /^transaction underpriced: provided fee < minimum global fee \(21000000000000 < 105000000000000\)\. Please increase/,
    );
  });

  it('reports the intrinsic gas', async () => {
    expect(await check({ ...PLAIN, gas: 20_999n })).toEqual({
      code: 11,
      codespace: 'sdk',
      log: 'intrinsic gas too low: gas 20999, minimum needed 21000',
    });
    expect(await check({ ...PLAIN, to: null, data: '0x00ff', gas: 53_000n })).toMatchObject({
      log: 'intrinsic gas too low: gas 53000, minimum needed 53022',
    });
    const list = [{ address: TO, storageKeys: [`0x${'00'.repeat(32)}`] }] as const;
    expect(await check({ ...PLAIN, accessList: list })).toMatchObject({
      log: 'intrinsic gas too low: gas 21000, minimum needed 25300',
    });
  });

  it('reports the floor of calldata (EIP-7623)', async () => {
    expect(await check({ ...PLAIN, data: `0x${'ff'.repeat(100)}`, gas: 24_999n })).toEqual({
      code: 11,
      codespace: 'sdk',
      log: 'insufficient gas for floor data gas cost: gas 24999, minimum needed 25000',
    });
  });

  it('reports that the initcode is too long', async () => {
    const { code, log } = await check({ ...PLAIN, to: null, data: `0x${'00'.repeat(49_153)}`, gas: 30_000_000n });
    expect({ code, log }).toEqual({ code: 18, log: 'max initcode size exceeded: code size 49153, limit 49152' });
  });

  it('reports that the gas exceeds the block’s limit', async () => {
    expect(await check({ ...PLAIN, gas: 30_000_001n })).toEqual({
      code: 11,
      codespace: 'sdk',
      log: 'exceeds block gas limit (intrinsic gas too high: gas 30000001, block limit 30000000)',
    });
  });

  it('reports that the gas exceeds the transaction limit of the genesis (EIP-7825)', async () => {
    const limited = await TestChain.open({
      edit: (s) => {
        s['evm'].params.max_tx_gas = '16777216';
      },
    });
    const { log } = await limited.check(await signExactly(dev(0), { ...PLAIN, gas: 16_777_217n }));
    expect(log).toBe('transaction gas limit too high (cap: 16777216, tx: 16777217)');
  });

  it('reports that the tip exceeds the fee cap', async () => {
    const raw = encodeEthereumTx({
      ...decodeEthereumTx(await signExactly(dev(0), PLAIN)),
      maxPriorityFeePerGas: 3n * GWEI,
    });
    // The signature now recovers to another account, but the fees are checked before the sender.
    expect(await chain.check(raw)).toMatchObject({
      code: 12,
      codespace: 'evm',
      log: `max priority fee per gas higher than max fee per gas: maxPriorityFeePerGas: ${3n * GWEI}, maxFeePerGas: ${2n * GWEI}`,
    });
  });

  it('reports that a fee has more than 256 bits', async () => {
    const raw = encodeEthereumTx({ ...decodeEthereumTx(await signExactly(dev(0), PLAIN)), maxFeePerGas: 2n ** 256n });
    expect((await chain.check(raw)).log).toBe('max fee per gas higher than 2^256-1');
  });

  it('reports the chain of the signature', async () => {
    for (const tx of [
      { ...PLAIN, chainId: 1 },
      { type: 'legacy', chainId: 1, gas: 21_000n, gasPrice: GWEI, to: TO },
    ] as const)
      expect(await check(tx)).toEqual({
        code: 4,
        codespace: 'sdk',
        log: 'invalid chain id for signer: have 1 want 31337',
      });
  });

  it('reports that the signature is invalid', async () => {
    const good = decodeEthereumTx(await signExactly(dev(0), PLAIN));
    for (const bad of [
      { ...good, v: 2n },
      { ...good, r: 0n },
      { ...good, s: SECP256K1_ORDER },
      // This signature has the other s value, which EIP-2 forbids.
      { ...good, s: SECP256K1_ORDER - good.s, v: 1n - good.v },
    ])
      expect(verdict(await chain.check(encodeEthereumTx(bad)))).toEqual({
        code: 4,
        codespace: 'sdk',
        log: 'invalid transaction v, r, s values',
      });
    expect((await chain.check(encodeEthereumTx({ ...good, r: 5n }))).log).toBe(
      'invalid sender: the signature recovers to no address',
    );
  });

  it('reports that a legacy transaction has no chain id, unless the node allows that', async () => {
    const raw = await signExactly(dev(0), { type: 'legacy', gas: 21_000n, gasPrice: 2n * GWEI, to: TO });
    expect(verdict(await chain.check(raw))).toEqual({
      code: 18,
      codespace: 'sdk',
      log: 'only replay-protected (EIP-155) transactions allowed over RPC',
    });
    const open = await TestChain.open({ allowUnprotectedTxs: true });
    expect((await open.check(raw)).code).toBe(0);
    expect((await open.mine(raw)).results[0]?.code).toBe(0);
  });

  it('reports that a set-code transaction has no authorization', async () => {
    expect(await check({ ...PLAIN, type: 'eip7702', authorizationList: [] })).toMatchObject({
      log: 'set code tx must have at least one authorization tuple',
    });
  });

  it('reports that the sender is a contract (EIP-3607), but admits a delegated account', async () => {
    const own = await TestChain.open({
      edit: (s) => {
        s['evm'].accounts.push({ address: dev(0).address, code: '0x00' });
        s['evm'].accounts.push({ address: dev(1).address, code: concatHex(['0xef0100', dev(2).address]) });
      },
    });
    const tx = { ...PLAIN, nonce: 1 };
    expect(verdict(await own.check(await signExactly(dev(0), tx)))).toEqual({
      code: 29,
      codespace: 'sdk',
      log: `sender not an eoa: address ${dev(0).address}: invalid type`,
    });
    expect((await own.check(await signExactly(dev(1), tx))).code).toBe(0);
  });

  it('reports that the transaction is too large', async () => {
    const { code, log } = await check({ ...PLAIN, gas: 30_000_000n, data: `0x${'00'.repeat(131_072)}` });
    expect(code).toBe(21);
    expect(log).toMatch(/^oversized data: transaction size 131\d\d\d, limit 131072$/);
  });

  it('reports that the nonce has its highest value', async () => {
    const raw = encodeEthereumTx({ ...decodeEthereumTx(await signExactly(dev(0), PLAIN)), nonce: 2n ** 64n - 1n });
    expect((await chain.check(raw)).log).toBe('nonce has max value: nonce: 18446744073709551615');
  });

  it('uses geth’s text for undecodable Ethereum bytes', async () => {
    expect(verdict(await chain.check(Uint8Array.of(2, 0xc1, 1)))).toEqual({
      code: 2,
      codespace: 'sdk',
      log: 'rlp: too few elements for types.DynamicFeeTx',
    });
    expect((await chain.check(Uint8Array.of(3, 0xc0))).log).toBe('transaction type not supported');
  });
});

describe('a recheck', () => {
  it('drops a transaction whose nonce is used, and retains one below the base fee', async () => {
    const tx = chain.wrap(
      await signExactly(dev(0), { ...PLAIN, maxFeePerGas: 900_000_000n, maxPriorityFeePerGas: 1n }),
    );
    expect((await chain.app.checkTx({ tx, type: 'new' })).code).toBe(0);
    // INVALID uses up all the gas.
    for (let i = 0; i < 3; i++) await chain.mine(await sign(chain, dev(5), { gas: 30_000_000n, data: '0xfe' }));
    expect(chain.app.evm.nextBaseFee(chain.height)).toBeGreaterThan(900_000_000n);
    expect((await chain.app.checkTx({ tx, type: 'recheck' })).code).toBe(0);
    expect((await chain.app.checkTx({ tx, type: 'new' })).code).toBe(13);
    await chain.mine(await sign(chain, dev(0), { to: TO }));
    expect(verdict(await chain.app.checkTx({ tx, type: 'recheck' }))).toMatchObject({
      code: 3,
      log: 'nonce too low: next nonce 1, tx nonce 0',
    });
  });
});

describe('a broadcast of any bytes', () => {
  it('becomes the bytes that a block holds', async () => {
    const raw = await signExactly(dev(0), PLAIN);
    const wrapped = wrapEthereumTx(raw, dev(0).bytes, 'ahalley');
    expect(chain.app.normalize(raw)).toEqual({ type: 'wrapped', tx: wrapped, from: dev(0).bytes });
    expect(chain.app.normalize(wrapped)).toEqual({ type: 'wrapped', tx: wrapped });
    expect(chain.app.normalize(Uint8Array.of(0x80))).toEqual({ type: 'wrapped', tx: Uint8Array.of(0x80) });
    expect(chain.app.normalize(Uint8Array.of(2, 0xc0))).toMatchObject({
      type: 'refused',
      code: 2,
      log: 'rlp: too few elements for types.DynamicFeeTx',
    });
  });

  it('is cached with its sender', async () => {
    const tx = chain.wrap(await signExactly(dev(3), PLAIN));
    const known = chain.app.transaction(tx);
    expect(known && toHex(known.from)).toBe(dev(3).address.slice(2).toLowerCase());
    expect(chain.app.transaction(Uint8Array.of(1))).toBeUndefined();
  });
});
