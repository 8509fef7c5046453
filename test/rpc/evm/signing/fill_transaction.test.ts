/** Tests what `eth_sendTransaction` fills in, over the little chain: only what the request omits. */
import { describe, expect, it } from 'vitest';
import type { StateAt } from '../../../../src/backend/evm/accounts.js';
import type { EvmBackend } from '../../../../src/backend/evm/evm_backend.js';
import type { EvmCallOutcome, EvmCallRequest, EvmEstimate } from '../../../../src/backend/evm/execution.js';
import type { Bytes } from '../../../../src/kernel/bytes.js';
import { fillTransaction } from '../../../../src/rpc/evm/signing/fill_transaction.js';
import { aBench } from '../fixture.js';
import { aBlock } from '../little_block.js';

const from = new Uint8Array(20).fill(1);
const ZERO = `0x${'00'.repeat(32)}`;
const to = new Uint8Array(20).fill(2);

interface Asked {
  estimates: [EvmCallRequest, StateAt][];
  nonces: StateAt[];
  baseFees: bigint[];
}

/** Returns the little chain with a distinct answer to each request, and records the requests. */
function aBackend(estimate: EvmEstimate = { outcome: success, gas: 50_000n }) {
  const asked: Asked = { estimates: [], nonces: [], baseFees: [] };
  const backend: EvmBackend = Object.assign(aBench().chain, {
    head: () => 12n,
    block: (height: bigint) => ({ ...EMPTY_BLOCK, gasLimit: height * 1_000_000n }),
    signsFor: () => true,
    nonce: (_address: Bytes, at: StateAt) => {
      asked.nonces.push(at);
      return 5n;
    },
    estimateGas: async (request: EvmCallRequest, at: StateAt) => {
      asked.estimates.push([request, at]);
      return estimate;
    },
    suggestedTip: () => 100n,
    nextBaseFee: (height: bigint) => {
      asked.baseFees.push(height);
      return 1000n;
    },
  });
  return { asked, fill: (request: EvmCallRequest) => fillTransaction(backend, request) };
}

const EMPTY_BLOCK = aBlock(0n, ZERO, ZERO, []);

const success: EvmCallOutcome = { type: 'success', returnData: new Uint8Array(0), gasUsed: 21_000n };

describe('a minimal request', () => {
  it('receives the pending nonce, an estimate and a fee cap of two doublings of the base fee', async () => {
    const { asked, fill } = aBackend();
    expect(await fill({ from, to })).toEqual({
      from,
      tx: {
        type: 2,
        chainId: 31337n,
        nonce: 5n,
        gas: 50_000n,
        gasPrice: undefined,
        maxFeePerGas: 2100n,
        maxPriorityFeePerGas: 100n,
        to,
        value: 0n,
        input: new Uint8Array(0),
        accessList: [],
        authorizationList: undefined,
      },
    });
    expect(asked).toEqual({ estimates: [[{ from, to }, 'pending']], nonces: ['pending'], baseFees: [12n] });
  });
});

describe('a complete request', () => {
  it('is unchanged, and the backend is not queried', async () => {
    const { asked, fill } = aBackend();
    const authorization = { chainId: 0n, address: to, nonce: 1n, yParity: 0, r: 1n, s: 1n };
    const said = {
      nonce: 9n,
      gas: 70_000n,
      value: 3n,
      input: Uint8Array.of(4),
      maxFeePerGas: 11n,
      maxPriorityFeePerGas: 10n,
      accessList: [{ address: to, storageKeys: [] }],
      authorizationList: [authorization],
      chainId: 31337n,
    };
    expect(await fill({ from, to, ...said })).toEqual({
      from,
      tx: { ...said, to, type: 4, gasPrice: undefined },
    });
    expect(asked).toEqual({ estimates: [], nonces: [], baseFees: [] });
  });

  it('is legacy with a gas price, and of type 1 with an access list too', async () => {
    const { fill } = aBackend();
    const noFees = { maxFeePerGas: undefined, maxPriorityFeePerGas: undefined };
    const legacy = await fill({ from, to, gasPrice: 7n });
    expect(legacy).toMatchObject({ tx: { type: 0, gasPrice: 7n, accessList: undefined, ...noFees } });
    expect(await fill({ from, to, gasPrice: 7n, accessList: [] })).toMatchObject({
      tx: { type: 1, gasPrice: 7n, accessList: [], ...noFees },
    });
  });

  it('never has a tip above its cap', async () => {
    const { fill } = aBackend();
    expect(await fill({ from, to, maxFeePerGas: 50n })).toMatchObject({
      tx: { maxFeePerGas: 50n, maxPriorityFeePerGas: 50n },
    });
    expect(await fill({ from, to, maxFeePerGas: 500n })).toMatchObject({
      tx: { maxFeePerGas: 500n, maxPriorityFeePerGas: 100n },
    });
    expect(await fill({ from, to, maxPriorityFeePerGas: 30n })).toMatchObject({
      tx: { maxFeePerGas: 2030n, maxPriorityFeePerGas: 30n },
    });
  });
});

describe('an invalid request', () => {
  it('is refused without a sender, for another chain, and when it creates nothing', async () => {
    const { asked, fill } = aBackend();
    await expect(fill({ to })).rejects.toThrow('unknown account: "from" is missing; eth_accounts lists the accounts');
    await expect(fill({ from, to, chainId: 1n })).rejects.toThrow("chainId does not match node's (have=1, want=31337)");
    const nothing = 'contract creation without any data provided';
    await expect(fill({ from })).rejects.toThrow(nothing);
    await expect(fill({ from, input: new Uint8Array(0) })).rejects.toThrow(nothing);
    expect(asked.estimates).toEqual([]);
    expect(await fill({ from, input: Uint8Array.of(0) })).toMatchObject({ tx: { to: undefined } });
  });

  it('is refused when its account has no key on this node, whatever else is wrong with it', async () => {
    const backend: EvmBackend = aBench().chain;
    const message = `unknown account: 0x${'01'.repeat(20)} is none of those that eth_accounts lists; to send from another account, call hardhat_impersonateAccount with its address first`;
    await expect(fillTransaction(backend, { from, chainId: 1n })).rejects.toThrow(message);
  });

  it('receives the gas of a block when it fails with any gas, so that it fails in a block', async () => {
    const data = Uint8Array.of(1, 2);
    const failing = (outcome: EvmCallOutcome) => aBackend({ outcome, gas: undefined }).fill({ from, to });
    const sent = { tx: { gas: 12_000_000n } };
    expect(await failing({ type: 'revert', data, gasUsed: 1n })).toMatchObject(sent);
    expect(await failing({ type: 'halt', reason: 'out of gas', gasUsed: 1n })).toMatchObject(sent);
  });

  it.each([
    [11_999_999n, 11_999_999n],
    [12_000_001n, 12_000_000n],
  ])('that fails gets at most %i gas and that of a block', async (mostGas, gas) => {
    const outcome: EvmCallOutcome = { type: 'halt', reason: 'out of gas', gasUsed: 1n };
    const { fill } = aBackend({ outcome, gas: undefined, mostGas });
    expect(await fill({ from, to })).toMatchObject({ tx: { gas } });
  });

  it('fails as its estimate does when that is refused', async () => {
    const failing = (outcome: EvmCallOutcome) => aBackend({ outcome, gas: undefined }).fill({ from, to });
    await expect(failing({ type: 'refused', reason: 'insufficient funds' })).rejects.toThrow('insufficient funds');
    await expect(failing(success)).rejects.toThrow('gas required exceeds allowance');
  });

  it('does not fail when it includes its gas', async () => {
    const failing = aBackend({ outcome: { type: 'refused', reason: 'no' }, gas: undefined });
    expect(await failing.fill({ from, to, gas: 1n })).toMatchObject({ tx: { gas: 1n } });
  });
});
