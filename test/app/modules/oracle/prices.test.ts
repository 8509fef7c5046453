/** Tests the price oracle in the application: extensions, the transaction with the extended commit, the median. */
import { readFileSync } from 'node:fs';
import solc from 'solc';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ExtendedCommitInfo, ExtendedVoteInfo } from '../../../../src/abci/application.js';
import { addressOf } from '../../../../src/abci/pub_key.js';
import { canonicalExtensionBytes } from '../../../../src/abci/wire/last_commit.js';
import { medianPrice, readOracle, readPrice } from '../../../../src/app/modules/oracle/prices.js';
import { isPricesTx } from '../../../../src/codec/cosmos/tx.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { consensusCrypto, validatorPublicKey } from '../../../../src/crypto/validator_keys.js';
import { type Bytes, EMPTY_BYTES } from '../../../../src/kernel/bytes.js';
import { toHex } from '../../../../src/kernel/hex.js';
import { fromUtf8, utf8 } from '../../../../src/kernel/text.js';
import { NANOS_PER_SECOND } from '../../../../src/kernel/time.js';
import { blockHash, PROPOSER, TestChain } from '../../support/chain.js';

beforeAll(installFastCrypto);

const teaching = JSON.parse(readFileSync('genesis/teaching.json', 'utf8'));
const CONTRACT = teaching.app_state.oracle.contract;
const feed = teaching.app_state.evm.accounts.find(({ address }: { address: string }) => address === CONTRACT);

const KEYS = [1, 2, 3, 4].map((byte) => {
  const seed = new Uint8Array(32).fill(byte);
  const pubKey = validatorPublicKey('ed25519', seed);
  return { seed, pubKey, address: addressOf(pubKey), power: BigInt(10 + byte) };
});

const open = (isOn = true): Promise<TestChain> =>
  TestChain.open({
    validators: KEYS,
    edit: (state) => {
      state['evm'].accounts = [...(state['evm'].accounts ?? []), feed];
      if (isOn) state['oracle'] = { contract: CONTRACT };
    },
  });

/** Returns the next block's request, without transactions. */
function nextBlock({ height, genesisTime }: TestChain) {
  const next = height + 1n;
  return {
    height: next,
    time: genesisTime + next * NANOS_PER_SECOND,
    misbehavior: [],
    nextValidatorsHash: EMPTY_BYTES,
    proposerAddress: PROPOSER,
  };
}

const votes = (changes: Partial<ExtendedVoteInfo> = {}, texts: readonly string[] = []): ExtendedVoteInfo[] =>
  KEYS.map(({ address, power }, index) => ({
    validator: { address, power },
    blockIdFlag: 2 as const,
    voteExtension: utf8(texts[index] ?? ''),
    extensionSignature: EMPTY_BYTES,
    ...changes,
  }));

/** Returns the commit of the newest block, signed, with these texts as extensions; `''` is an absent vote. */
function commitOf({ height }: TestChain, texts: readonly string[], chainId = 'halley_31337-1'): ExtendedCommitInfo {
  const round = 3;
  return {
    round,
    votes: votes({}, texts).map((vote, index) => {
      const { seed } = KEYS[index] as (typeof KEYS)[number];
      if (vote.voteExtension.length === 0) return { ...vote, blockIdFlag: 1 };
      const message = canonicalExtensionBytes(chainId, { height, round }, vote.voteExtension);
      return { ...vote, extensionSignature: consensusCrypto.sign(seed, message, 'ed25519') };
    }),
  };
}

const withoutExtensions = ({ round, votes }: ExtendedCommitInfo) => ({
  round,
  votes: votes.map(({ validator, blockIdFlag }) => ({ validator, blockIdFlag })),
});

async function propose(chain: TestChain, localLastCommit: ExtendedCommitInfo, maxTxBytes = 10_000n) {
  const request = { ...nextBlock(chain), txs: [], maxTxBytes, localLastCommit };
  return (await chain.app.prepareProposal(request)).txs;
}

async function accepts(chain: TestChain, txs: readonly Bytes[], lastCommit: ExtendedCommitInfo): Promise<boolean> {
  const { height } = chain;
  const proposedLastCommit = withoutExtensions(lastCommit);
  const request = { ...nextBlock(chain), txs, hash: blockHash(height + 1n), proposedLastCommit };
  return (await chain.app.processProposal(request)).accept;
}

async function decide(chain: TestChain, txs: readonly Bytes[], lastCommit: ExtendedCommitInfo) {
  const request = {
    ...nextBlock(chain),
    txs,
    hash: blockHash(chain.height + 1n),
    decidedLastCommit: withoutExtensions(lastCommit),
  };
  const response = await chain.app.finalizeBlock(request);
  await chain.app.commit();
  return response;
}

const PRICES = ['1999.00000000', '2003.50000000', '2001.25000000', '1998.00000001'];

describe('an oracle', () => {
  it('has a contract whose code is that of its source', () => {
    const source = readFileSync(new URL('./PriceFeed.sol', import.meta.url), 'utf8');
    const settings = {
      optimizer: { enabled: true, runs: 1 },
      evmVersion: 'shanghai',
      metadata: { appendCBOR: false, bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
    };
    const input = { language: 'Solidity', sources: { 'PriceFeed.sol': { content: source } }, settings };
    const { contracts } = JSON.parse(solc.compile(JSON.stringify(input)));
    expect(feed.code).toBe(`0x${contracts['PriceFeed.sol'].PriceFeed.evm.deployedBytecode.object}`);
  });

  it('extends each vote with another price, and the same one again when asked twice', async () => {
    const chain = await open();
    const extensionOf = async (validatorAddress: Bytes) => {
      const proposedLastCommit = { round: 0, votes: [] };
      const request = { ...nextBlock(chain), txs: [], hash: blockHash(1n), proposedLastCommit, validatorAddress };
      return fromUtf8((await chain.app.extendVote(request)).voteExtension);
    };
    const texts = await Promise.all([...KEYS, ...KEYS].map(({ address }) => extensionOf(address)));
    expect(new Set(texts).size).toBe(4);
    for (const text of texts) {
      expect(text).toMatch(/^\d{4}\.\d{8}$/);
      expect(Math.abs(Number(text) - 2000)).toBeLessThan(2000 * 0.0211);
    }
  });

  it.each([
    ['2000.00000000', true],
    ['', true],
    ['2000', false],
    ['0.00000000', false],
    ['0.00000001', true],
    ['02000.00000000', false],
    ['-1.00000000', false],
    ['bad extension', false],
    [`${'9'.repeat(31)}.00000000`, false],
  ])('says of the extension %j: %s', async (text, accept) => {
    const [chain, off] = [await open(), await open(false)];
    const request = {
      hash: blockHash(1n),
      validatorAddress: PROPOSER,
      height: 1n,
      voteExtension: utf8(text),
    };
    expect(await chain.app.verifyVoteExtension(request)).toEqual({ accept });
    expect(await off.app.verifyVoteExtension(request)).toEqual({ accept: text === '' });
  });

  it('writes the median of the prices by power, and says so in an event', async () => {
    const chain = await open();
    await decide(chain, [], { round: 0, votes: [] });
    const commit = commitOf(chain, PRICES);
    const txs = await propose(chain, commit);
    expect(txs.map(isPricesTx)).toEqual([true]);
    expect(await accepts(chain, txs, commit)).toBe(true);
    const { txResults } = await decide(chain, txs, commit);
    const attributes = txResults[0]?.events[0]?.attributes.map(({ key, value }) => [key, value]);
    expect(attributes).toEqual([
      ['price', '1999.00000000'],
      ['prices', PRICES.join(',')],
      ['contract', expect.stringMatching(new RegExp(`^${CONTRACT}$`, 'i'))],
    ]);
    const { latest } = chain.state;
    expect(readPrice(latest, readOracle(latest) as Bytes)).toMatchObject({
      price: 199_900_000_000n,
      height: 2n,
      reference: 200_000_000_000n,
    });
  });

  it('ignores what is no price, such as an extension that the others rejected', async () => {
    const chain = await open();
    await decide(chain, [], { round: 0, votes: [] });
    const commit = commitOf(chain, ['bad extension', '', '3.00000000', '4.00000000']);
    const txs = await propose(chain, commit);
    expect(await accepts(chain, txs, commit)).toBe(true);
    await decide(chain, txs, commit);
    expect(readPrice(chain.state.latest, readOracle(chain.state.latest) as Bytes).price).toBe(400_000_000n);
  });

  it('leaves out the extension of a validator that staking no longer knows, as the others could not check it', async () => {
    const chain = await open();
    await decide(chain, [], { round: 0, votes: [] });
    const { round, votes } = commitOf(chain, PRICES);
    const gone = { address: new Uint8Array(20).fill(7), power: 15n };
    const commit = { round, votes: votes.map((vote, index) => (index === 0 ? { ...vote, validator: gone } : vote)) };
    const txs = await propose(chain, commit);
    expect(await accepts(chain, txs, commit)).toBe(true);
    const { txResults } = await decide(chain, txs, commit);
    expect(txResults[0]?.events[0]?.attributes[1]?.value).toBe(PRICES.slice(1).join(','));
  });

  it('has no prices where they do not fit, without an oracle, and in a commit without extensions', async () => {
    const [chain, off] = [await open(), await open(false)];
    await decide(chain, [], { round: 0, votes: [] });
    await decide(off, [], { round: 0, votes: [] });
    const [tx] = await propose(chain, commitOf(chain, PRICES));
    const size = BigInt((tx as Bytes).length + 3);
    expect((await propose(chain, commitOf(chain, PRICES), size)).length).toBe(1);
    expect(await propose(chain, commitOf(chain, PRICES), size - 1n)).toEqual([]);
    expect(await propose(off, commitOf(off, PRICES))).toEqual([]);
    expect(await propose(chain, { round: 0, votes: votes() })).toEqual([]);
  });
});

describe('a proposal is rejected', () => {
  const rejected = async (forge: (chain: TestChain, commit: ExtendedCommitInfo) => Promise<readonly Bytes[]>) => {
    const chain = await open();
    await decide(chain, [], { round: 0, votes: [] });
    const commit = commitOf(chain, PRICES);
    expect(await accepts(chain, await forge(chain, commit), commit)).toBe(false);
    return chain;
  };

  it('when an extension is not what its validator signed', () =>
    rejected((chain, commit) => {
      const [first, ...rest] = commit.votes as [ExtendedVoteInfo, ...ExtendedVoteInfo[]];
      return propose(chain, { ...commit, votes: [{ ...first, voteExtension: utf8('1.00000000') }, ...rest] });
    }));

  it('when the signatures are of another chain', () =>
    rejected((chain) => propose(chain, commitOf(chain, PRICES, 'other_9-1'))));

  it('when a vote of the commit is said to be absent, or of another power or round', async () => {
    await rejected((chain) => propose(chain, commitOf(chain, ['', ...PRICES.slice(1)])));
    await rejected((chain, commit) => propose(chain, { ...commit, round: 4 }));
    await rejected((chain, { round, votes }) =>
      propose(chain, {
        round,
        votes: votes.map((vote) => ({ ...vote, validator: { ...vote.validator, power: 1n } })),
      }),
    );
  });

  it('when an absent vote has an extension', () =>
    rejected(async (chain, commit) => {
      const votes = commit.votes.map((vote) => ({ ...vote, blockIdFlag: 1 as const }));
      const absent = { round: 3, votes };
      const txs = await propose(chain, absent);
      expect(await accepts(chain, txs, absent)).toBe(false);
      return txs;
    }));

  it('when it has the prices twice, or not first', async () => {
    await rejected(async (chain, commit) => {
      const [tx] = await propose(chain, commit);
      return [tx as Bytes, tx as Bytes];
    });
    const off = await open(false);
    const chain = await open();
    await decide(chain, [], { round: 0, votes: [] });
    await decide(off, [], { round: 0, votes: [] });
    const commit = commitOf(chain, PRICES);
    expect(await accepts(off, await propose(chain, commit), commit)).toBe(false);
  });

  it('and a block that has such prices anyway leaves the price as it was', async () => {
    const chain = await open();
    await decide(chain, [], { round: 0, votes: [] });
    const txs = await propose(chain, { ...commitOf(chain, PRICES), round: 4 });
    const { txResults } = await decide(chain, txs, commitOf(chain, PRICES));
    expect(txResults.map(({ code, log }) => [code, log])).toEqual([
      [18, 'the prices are not of the last commit: invalid request'],
    ]);
    expect(readPrice(chain.state.latest, readOracle(chain.state.latest) as Bytes).height).toBe(0n);
  });
});

it('refuses a genesis whose oracle has no contract', async () => {
  const without = (contract: unknown) => TestChain.open({ edit: (state) => (state['oracle'] = { contract }) });
  await expect(without(CONTRACT)).rejects.toThrow(
    `app_state.oracle.contract is "${CONTRACT}": expected the address of a contract in app_state.evm.accounts`,
  );
  await expect(without(undefined)).rejects.toThrow('app_state.oracle.contract is missing');
});

it('the median is a price of which at most half of the power is below, and at most half above', () => {
  const median = (...texts: string[]) => medianPrice(votes({}, texts));
  expect(median()).toBeUndefined();
  expect(median('1.00000000')).toBe(100_000_000n);
  // Powers are 11, 12, 13 and 14.
  expect(median('4.00000000', '3.00000000', '2.00000000', '1.00000000')).toBe(200_000_000n);
  expect(median('1.00000000', '2.00000000', '3.00000000', '4.00000000')).toBe(300_000_000n);
  expect(toHex(KEYS[0]?.address as Bytes)).toHaveLength(40);
});
