/**
 * Sends the same 500 drawn transactions to Halley and Anvil, a block each. They cover deployments, calls, every kind of
 * failure, CREATE2, self-destructs, precompiles, access lists, authorizations, and prices and gas at their limits. Both
 * accept the same transactions, and their state and traces agree. Known differences are removed in the code, with their
 * reasons.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HARDFORK } from '../../src/evm/hardfork.js';
import { devs } from '../app/support/wallet.js';
import { KIND_NAMES } from './anvil/cases.js';
import { differences } from './anvil/compare.js';
import { anvilIsAbsent, type Json } from './anvil/node.js';
import { anvilState, ourAccount, storageRoot } from './anvil/state.js';
import {
  alignSteps,
  callFrame,
  failureAt,
  framesLikeGeth,
  gethDifferences,
  gethFrames,
  gethSteps,
  likeGeth,
  structLog,
} from './anvil/traces.js';
import { BLOCK_GAS, CHAIN_ID, COINBASE, LEFT_OUT, type Sent, startTwoNodes, type TwoNodes } from './anvil/two_nodes.js';
import { GethChain, type GethRun, gethIsAbsent } from './peers/geth_evm.js';

/** Allows for 500 transactions, each of which Anvil and go-ethereum run and trace. */
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const SEED = 2_026;
const TRANSACTIONS = 500;
/** Contract of EIP-2935. Each chain's blocks have their own hashes, and Anvil's contract has no nonce. */
const BLOCK_HASHES = '0x0000f90827f1c53a10cb7a02335b175320002935';
/** Initial balance of each account, in wei: 10,000 coins. */
const FUNDS = '0x21e19e0c9bab2400000';
/** Most differences that are shown. */
const SHOWN = 10;

/** Matches Anvil's texts for what Halley refuses with geth's. */
const REFUSALS: readonly (readonly [ours: RegExp, theirs: RegExp])[] = [
  [/^nonce too low/, /^nonce too low/],
  [/^insufficient funds for gas \* price \+ value/, /^Insufficient funds for gas \* price \+ value/],
  [/^max initcode size exceeded/, /^max initcode size exceeded/],
  // Anvil checks creations only when it makes the block.
  [/^intrinsic gas too low/, new RegExp(`^intrinsic gas too low|^${LEFT_OUT}`)],
  [/^transaction gas limit too high/, /tx_gas_limit_cap/],
  [/^(max fee per gas|gas price) less than block base fee/, /^max fee per gas less than block base fee/],
];

/**
 * Returns the compared part of a receipt. The block's number and time must agree. Its hash differs, because Halley uses
 * the hash of the consensus header.
 */
const receiptOf = ({
  blockHash: _,
  blockTimestamp: _2,
  logs,
  blobGasPrice: _3,
  blobGasUsed: _4,
  root: _5,
  ...receipt
}: Json): Json => ({
  ...receipt,
  logs: logs.map(({ blockHash: _6, blockTimestamp, ...log }: Json) => ({
    ...log,
    blockTimestamp: Number(blockTimestamp),
  })),
});

let nodes: TwoNodes;
type Mined = Sent & {
  readonly hash: string;
  readonly ours: { readonly receipt: Json };
  readonly theirs: { readonly receipt: Json };
};

const mined = (): Mined[] =>
  nodes.sent.flatMap((sent) => {
    const { ours, theirs } = sent;
    return 'receipt' in ours && 'receipt' in theirs ? [{ ...sent, ours, theirs, hash: ours.hash }] : [];
  });

/** Returns the differences of all mined transactions, as `compare` finds them. */
async function found(compare: (one: Mined) => Promise<readonly unknown[]>): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const sent of mined())
    for (const one of await compare(sent)) all.push({ kind: sent.kind, hash: sent.hash, ...(one as object) });
  return all.slice(0, SHOWN);
}

describe.skipIf(anvilIsAbsent)(`${TRANSACTIONS} drawn transactions through Halley and Anvil`, () => {
  beforeAll(async () => {
    nodes = await startTwoNodes(SEED);
    await nodes.send(TRANSACTIONS);
  });
  afterAll(() => nodes?.close());

  it('are of every kind, and end in every possible way', () => {
    expect(new Set(nodes.sent.map(({ kind }) => kind))).toEqual(new Set(['first', ...KIND_NAMES]));
    const ends = { succeeds: 0, fails: 0, refused: 0 };
    for (const { ours } of nodes.sent) {
      if ('refused' in ours) ends.refused++;
      else if (ours.receipt.status === '0x1') ends.succeeds++;
      else ends.fails++;
    }
    expect(Math.min(ends.succeeds / 5, ends.fails / 2, ends.refused)).toBeGreaterThan(20);
  });

  it('are accepted or refused by both', () => {
    const apart = nodes.sent.filter(({ ours, theirs }) => {
      if (!('refused' in ours) || !('refused' in theirs)) return 'refused' in ours !== 'refused' in theirs;
      return !REFUSALS.some(([our, their]) => our.test(ours.refused) && their.test(theirs.refused));
    });
    expect(apart.map(({ kind, ours, theirs }) => ({ kind, ours, theirs })).slice(0, SHOWN)).toEqual([]);
  });

  it('leave the same receipts: status, gas, price, logs, bloom, contract', async () => {
    expect(
      await found(async ({ ours, theirs }) => differences(receiptOf(ours.receipt), receiptOf(theirs.receipt))),
    ).toEqual([]);
  });

  it('leave the same balances, nonces, code and storage', async () => {
    const theirs = await anvilState(nodes.theirs);
    expect(theirs.size).toBeGreaterThan(100);
    // There the coinbase earns the tips. Here the fee collector earns the whole fee, and nothing is burned.
    const addresses = [...theirs.keys()].filter((address) => address !== COINBASE && address !== BLOCK_HASHES);
    const apart = [];
    for (const address of addresses)
      for (const one of differences(await ourAccount(nodes.ours, address), theirs.get(address)))
        apart.push({ address, ...one });
    expect(apart.slice(0, SHOWN)).toEqual([]);
  });

  it('have the same frames in callTracer', async () => {
    const options = { tracer: 'callTracer', tracerConfig: { withLog: true } };
    expect(
      await found(async ({ hash }) => {
        const [ours, theirs] = await nodes.both('debug_traceTransaction', hash, options);
        return differences(callFrame(ours), callFrame(theirs));
      }),
    ).toEqual([]);
  });

  it('have the same steps', async () => {
    expect(
      await found(async ({ hash }) => {
        const [ours, theirs] = await nodes.both('debug_traceTransaction', hash, { enableMemory: true });
        const { structLogs: ourSteps, ...ourEnd } = ours;
        const { structLogs: theirSteps, ...theirEnd } = theirs;
        const received = (step: Json, i: number): Json => structLog({ ...step, error: failureAt(ourSteps, i) });
        const steps = alignSteps(ourSteps, theirSteps).map(received);
        return [...differences(ourEnd, theirEnd), ...differences(ourSteps.map(received), steps)].slice(0, 3);
      }),
    ).toEqual([]);
  });

  describe.skipIf(gethIsAbsent)("through go-ethereum's state transition", () => {
    let geth: GethChain;
    /** geth's runs by the raw transaction. */
    const runs = new Map<string, GethRun>();

    beforeAll(async () => {
      const alloc = devs.map(({ address }) => [address.toLowerCase(), { balance: FUNDS }] as const);
      geth = new GethChain(Object.fromEntries(alloc), CHAIN_ID, `${HARDFORK[0]?.toUpperCase()}${HARDFORK.slice(1)}`);
      const hashes: Record<string, string> = {};
      for (let number = 0; number <= Number(await nodes.ours('eth_blockNumber')); number++)
        hashes[number] = (await nodes.ours('eth_getBlockByNumber', `0x${number.toString(16)}`, false)).hash;
      for (const { raw, ours, number, baseFee } of nodes.sent) {
        const block = await nodes.ours('eth_getBlockByNumber', number, false);
        const below = Object.entries(hashes).filter(
          ([of]) => Number(of) < Number(number) && Number(of) >= Number(number) - 256,
        );
        runs.set(
          raw,
          geth.run(raw, {
            coinbase: COINBASE,
            random: block?.mixHash ?? `0x${'0'.repeat(64)}`,
            gasLimit: `0x${BLOCK_GAS.toString(16)}`,
            number,
            timestamp: 'receipt' in ours ? block.timestamp : '0x7fffffff',
            baseFee: `0x${baseFee.toString(16)}`,
            hashes: Object.fromEntries(below),
          }),
        );
      }
    });
    afterAll(() => geth?.close());

    const run = (raw: string): GethRun => runs.get(raw) as GethRun;

    it('are accepted or refused by both', () => {
      const apart = nodes.sent.filter(({ raw, ours }) => 'refused' in ours !== (run(raw).receipt === undefined));
      expect(apart.map(({ kind, raw, ours }) => ({ kind, ours, theirs: run(raw).rejected })).slice(0, SHOWN)).toEqual(
        [],
      );
    });

    it('leave the same receipts', async () => {
      const seen = ({ status, gasUsed, logs, logsBloom }: Json): Json => ({
        status,
        gasUsed,
        logsBloom,
        logs: (logs ?? []).map(({ address, topics, data }: Json) => ({ address, topics, data })),
      });
      expect(await found(async ({ raw, ours }) => differences(seen(ours.receipt), seen(run(raw).receipt)))).toEqual([]);
    });

    it('leave the same balances, nonces, code and storage', async () => {
      const apart = [];
      for (const [address, { balance, nonce, code, storage }] of Object.entries(geth.alloc)) {
        if (address === COINBASE) continue;
        const theirs = {
          balance: BigInt(balance),
          nonce: BigInt(nonce ?? 0),
          code: code ?? '0x',
          storageRoot: await storageRoot(storage ?? {}),
        };
        for (const one of differences(await ourAccount(nodes.ours, address), theirs)) apart.push({ address, ...one });
      }
      expect(apart.slice(0, SHOWN)).toEqual([]);
    });

    it('have the same steps', async () => {
      expect(
        await found(async ({ raw, hash }) => {
          const options = { enableMemory: true, enableReturnData: true };
          const { structLogs } = await nodes.ours('debug_traceTransaction', hash, options);
          return gethDifferences(structLogs.map(likeGeth), gethSteps(run(raw).lines)).slice(0, 3);
        }),
      ).toEqual([]);
    });

    it('have the same frames in callTracer, with the same error texts', async () => {
      expect(
        await found(async ({ raw, hash }) => {
          const ours = framesLikeGeth(await nodes.ours('debug_traceTransaction', hash, { tracer: 'callTracer' }));
          const theirs = gethFrames(run(raw).lines);
          // In the outermost frame the tracer has the transaction's gas, and the lines have the EVM's.
          return differences(ours, { ...theirs, gas: ours.gas, gasUsed: ours.gasUsed, to: ours.to });
        }),
      ).toEqual([]);
    });
  });
});
