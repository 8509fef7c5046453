/** Ends proposals that meet full accounts, each other, many others, and parameters with which a chain would halt. */
import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz';
import { MsgExec, MsgGrant } from 'cosmjs-types/cosmos/authz/v1beta1/tx';
import { MsgDeposit } from 'cosmjs-types/cosmos/gov/v1/tx';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportAppState } from '../../../../src/app/genesis.js';
import { MsgUpdateParams as ConsensusMsg } from '../../../../src/app/modules/consensus/messages/MsgUpdateParams.js';
import { MsgExecLegacyContent } from '../../../../src/app/modules/gov/messages/legacy.js';
import { MsgCancelProposal, MsgUpdateParams } from '../../../../src/app/modules/gov/messages/votes.js';
import type { GovParams } from '../../../../src/app/modules/gov/params.js';
import { readGovParams, readProposal } from '../../../../src/app/modules/gov/store.js';
import { MsgUpdateParams as SlashingMsg } from '../../../../src/app/modules/slashing/messages/MsgUpdateParams.js';
import { readSlashingParams } from '../../../../src/app/modules/slashing/store.js';
import { DISTRIBUTION, FEE_POOL } from '../../../../src/app/modules/staking/rewards/store.js';
import { GOV } from '../../../../src/app/sdk/module/authority.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import type { Any } from '../../../../src/codec/cosmos/base.js';
import { MsgSetBalance } from '../../../../src/codec/dev/accounts.js';
import { MsgPassProposal } from '../../../../src/codec/dev/proposals.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { TestChain } from '../../support/chain.js';
import { any, coins, deliver, packed, signCosmos, textOf } from '../../support/cosmos.js';
import {
  A,
  alice,
  bob,
  DAY,
  DEPOSIT,
  emptyBlock,
  ends,
  gov,
  open,
  operator,
  propose,
  run,
  succeed,
  vote,
  wait,
} from '../../support/gov.js';

beforeAll(installFastCrypto);

const [authority, YES] = [gov, 1];
const ENGINE = {
  block: { maxBytes: 3_000_000n, maxGas: 41_000_003n },
  evidence: { maxAgeNumBlocks: 77n, maxAgeDuration: 5_000_000_000n, maxBytes: 1_001n },
  validator: { pubKeyTypes: ['ed25519'] },
  abci: undefined,
};
type Engine = typeof ENGINE;
const engine = (change: Partial<Engine>): Any => packed(ConsensusMsg.message, { authority, ...ENGINE, ...change });
const govParams = (chain: TestChain, change: Partial<GovParams>): Any =>
  packed(MsgUpdateParams.message, { authority, params: { ...readGovParams(chain.state.latest), ...change } });

/** Passes a proposal in the third day, and returns why it failed. */
async function pass(chain: TestChain, message: Any): Promise<string | undefined> {
  await succeed(chain, alice, propose([message]), vote(alice, YES));
  await emptyBlock(chain, 3n * DAY);
  return readProposal(chain.state.latest, 1n)?.failedReason;
}

describe('the end of a period', () => {
  it('leaves a refund that the balance of the depositor has no room for', async () => {
    const chain = await open();
    await succeed(chain, alice, propose([], { metadata: 'x' }));
    chain.sendDevTx(MsgSetBalance, { address: alice.bytes, balance: (1n << 256n) - 5n });
    await chain.block();
    expect(ends(await wait(chain, 3n * DAY))).toMatchObject([['active_proposal', { proposal_log: 'rejected' }]]);
    expect(chain.balance(alice.bytes)).toBe((1n << 256n) - 1n);
    expect(chain.balance(GOV.address)).toBe(DEPOSIT - 4n);
  });

  it('sees what an earlier proposal of the same block has changed', async () => {
    const chain = await open();
    const deposit = any(MsgDeposit, { proposalId: 2n, depositor: gov, amount: coins(100_003n) });
    await succeed(chain, alice, propose([deposit]), vote(alice, YES));
    await succeed(chain, alice, propose([], { metadata: 'x' }), vote(alice, YES, 2n));
    await wait(chain, 3n * DAY);
    expect(readProposal(chain.state.latest, 2n)).toMatchObject({ status: 3, totalDeposit: coins(DEPOSIT + 100_003n) });
  });

  it('costs each of many proposals the same', async () => {
    const chain = await open();
    const submit = async (count: bigint, first: bigint): Promise<void> => {
      const messages = Array.from({ length: Number(count) }, (_, i) => [
        propose([], { metadata: 'x' }),
        vote(alice, YES, first + BigInt(i)),
      ]).flat();
      const [result] = await deliver(chain, signCosmos(chain, alice, messages, { gas: 29_000_000n }));
      expect(result?.log).toBe('');
    };
    for (let first = 1n; first < 120n; first += 40n) await submit(40n, first);
    expect(ends(await wait(chain, 3n * DAY))).toHaveLength(120);
  });
});

it('fails for a message that cannot be decoded, and the block goes on', async () => {
  const chain = await open();
  const broken = { ...engine({}), value: Uint8Array.of(0xff) };
  chain.sendDevTx(MsgPassProposal, { proposalId: 0n, messages: [broken], title: 'broken' });
  const { response } = await chain.block();
  expect(ends(response.events)).toMatchObject([['active_proposal', { proposal_result: 'proposal_failed' }]]);
  expect(readProposal(chain.state.latest, 1n)?.failedReason).toMatch(
    /^handling x\/gov proposal msg \[\/cosmos.consensus.v1.MsgUpdateParams\] PANICKED: /,
  );
});

describe('a canceled proposal', () => {
  const cancel = packed(MsgCancelProposal.message, { proposalId: 2n, proposer: textOf(alice) });
  async function charged(to: Uint8Array): Promise<TestChain> {
    const chain = await open({ edit: (appState) => Object.assign(appState, { distribution: {} }) });
    expect(await pass(chain, govParams(chain, { proposalCancelDest: bech32Address(to, 'halley') }))).toBe('');
    expect((await run(chain, alice, [propose([], { metadata: 'x' })], 4n * DAY)).log).toBe('');
    return chain;
  }

  it('pays its charge into the community pool', async () => {
    const chain = await charged(DISTRIBUTION.address);
    // The pool also gets the fees of the block before.
    const before = FEE_POOL.read(chain.state.latest).communityPool[0]?.amount ?? 0n;
    expect((await run(chain, alice, [cancel], 4n * DAY)).log).toBe('');
    const after = FEE_POOL.read(chain.state.latest).communityPool[0]?.amount ?? 0n;
    expect((after - before) % 10n ** 31n).toBe((DEPOSIT / 2n) * 10n ** 18n);
  });

  it('is refused where the account of its charge may receive nothing', async () => {
    const chain = await charged(GOV.address);
    expect((await run(chain, alice, [cancel], 4n * DAY)).log).toContain(
      `${gov} is not allowed to receive funds: unauthorized`,
    );
    expect(readProposal(chain.state.latest, 2n)).toMatchObject({ status: 2 });
  });
});

describe('parameters', () => {
  it.each<[string, Partial<Engine>, string]>([
    [
      'smaller blocks than the signatures of all validators need',
      { block: { maxBytes: 1_953n, maxGas: 7n } },
      'block.MaxBytes is too small. 1953 < 1954, the size of a block with the signatures of 2 validators and 1001 bytes of evidence',
    ],
    [
      'types of keys that the validators do not have',
      { validator: { pubKeyTypes: ['secp256k1'] } },
      'params.Validator.PubKeyTypes has no ed25519, the type of the key of ',
    ],
  ])('cannot be %s', async (_, change, problem) => {
    expect(await pass(await open(), engine(change))).toContain(problem);
  });

  it('cannot be periods that no time can end', async () => {
    const chain = await open();
    const message = govParams(chain, { votingPeriod: 9000n * 365n * DAY });
    expect(await run(chain, alice, [propose([message])])).toMatchObject({
      code: 2,
      log: 'duration: 283824000000 s is out of range, expected at most 292 years: tx parse error',
    });
  });

  it('of the engine reach it from an account that gov has allowed to set them', async () => {
    const chain = await open();
    const authorization = any(GenericAuthorization, { msg: ConsensusMsg.typeUrl });
    expect(await pass(chain, any(MsgGrant, { granter: gov, grantee: textOf(bob), grant: { authorization } }))).toBe('');
    const tx = signCosmos(chain, bob, [any(MsgExec, { grantee: textOf(bob), msgs: [engine({})] })]);
    const end = (txs: Uint8Array[]) =>
      chain.app.finalizeBlock({ ...chain.blockRequest(txs), time: chain.genesisTime + 4n * DAY });
    const { txResults, consensusParamUpdates } = await end([tx]);
    expect(txResults[0]?.log).toBe('');
    const { abci: _, ...expected } = ENGINE;
    expect(consensusParamUpdates).toEqual(expected);
    await chain.app.commit();
    expect((await end([])).consensusParamUpdates).toBeUndefined();
  });

  it('with a window of any size are exported at once', async () => {
    const chain = await open({ edit: (appState) => Object.assign(appState, { slashing: { downtime: true } }) });
    const params = { ...readSlashingParams(chain.state.latest), signedBlocksWindow: 9_000_000_000_000_000n };
    expect(await pass(chain, packed(SlashingMsg.message, { authority, params }))).toBe('');
    expect(exportAppState(chain.state.latest)).toMatchObject({
      slashing: { params: { signed_blocks_window: '9000000000000000' } },
    });
  });
});

it('refuses the content of an old proposal from another account, in the words of the SDK', async () => {
  const chain = await open();
  const content = packed(MsgExecLegacyContent.message, { content: undefined, authority: textOf(bob) });
  expect(await run(chain, bob, [content])).toMatchObject({
    code: 13,
    codespace: 'gov',
    log: expect.stringContaining(`expected ${gov} got ${textOf(bob)}: expected gov account as only signer`),
  });
});

it('refuses a deposit in a genesis document whose address is not bech32', async () => {
  const proposal = { id: '4', status: 'PROPOSAL_STATUS_DEPOSIT_PERIOD', deposit_end_time: '2030-01-02T03:04:05Z' };
  const deposits = [{ proposal_id: '4', depositor: operator(A), amount: coins(77n) }];
  const edit = (appState: object) => Object.assign(appState, { gov: { proposals: [proposal], deposits } });
  await expect(TestChain.open({ edit })).rejects.toThrow('app_state.gov.deposits[0].depositor');
});
