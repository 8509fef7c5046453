/** Sets parameters of modules and of the engine by proposals. */
import { beforeAll, describe, expect, it } from 'vitest';
import { MsgUpdateParams as AuthMsg } from '../../../../src/app/modules/auth/messages/MsgUpdateParams.js';
import { readAuthParams } from '../../../../src/app/modules/auth/store.js';
import { MsgUpdateParams as BankMsg, MsgSetSendEnabled } from '../../../../src/app/modules/bank/messages/params.js';
import { isSendEnabled, readSendEnabled } from '../../../../src/app/modules/bank/send_enabled.js';
import { MsgUpdateParams as ConsensusMsg } from '../../../../src/app/modules/consensus/messages/MsgUpdateParams.js';
import { MsgConvertERC20 } from '../../../../src/app/modules/erc20/messages/MsgConvertERC20.js';
import { MsgRegisterERC20 } from '../../../../src/app/modules/erc20/messages/MsgRegisterERC20.js';
import { MsgToggleConversion } from '../../../../src/app/modules/erc20/messages/MsgToggleConversion.js';
import { MsgUpdateParams as Erc20Msg } from '../../../../src/app/modules/erc20/messages/MsgUpdateParams.js';
import { readErc20Params } from '../../../../src/app/modules/erc20/params.js';
import { pairOf } from '../../../../src/app/modules/erc20/store.js';
import { MsgUpdateParams as FeeMarketMsg } from '../../../../src/app/modules/feemarket/messages/MsgUpdateParams.js';
import { readFeeMarketParams } from '../../../../src/app/modules/feemarket/store.js';
import { readProposal } from '../../../../src/app/modules/gov/store.js';
import { MsgUpdateParams as SlashingMsg } from '../../../../src/app/modules/slashing/messages/MsgUpdateParams.js';
import { readEvidenceAge, readSlashingParams } from '../../../../src/app/modules/slashing/store.js';
import { MsgUpdateParams as StakingMsg } from '../../../../src/app/modules/staking/messages/MsgUpdateParams.js';
import { readStakingParams, readValidators } from '../../../../src/app/modules/staking/store.js';
import { MsgUpdateParams as TransferMsg } from '../../../../src/app/modules/transfer/messages/MsgUpdateParams.js';
import { readTransferParams } from '../../../../src/app/modules/transfer/store.js';
import { readChainParams } from '../../../../src/app/sdk/chain_params.js';
import { checksumAddress } from '../../../../src/app/types/address.js';
import type { Any } from '../../../../src/codec/cosmos/base.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { NANOS_PER_SECOND } from '../../../../src/kernel/time.js';
import type { TestChain } from '../../support/chain.js';
import { packed, textOf } from '../../support/cosmos.js';
import { alice, bob, DAY, emptyBlock, gov, listed, open, propose, run, succeed, vote } from '../../support/gov.js';
import { deploy, TOKEN } from '../../support/tokens.js';

beforeAll(installFastCrypto);

const [authority, YES] = [gov, 1];
const ENGINE = {
  block: { maxBytes: 7_000_001n, maxGas: 41_000_003n },
  evidence: { maxAgeNumBlocks: 77n, maxAgeDuration: 99n * NANOS_PER_SECOND, maxBytes: 5_003n },
  validator: { pubKeyTypes: ['ed25519'] },
  abci: undefined,
};

/** Passes a proposal, and returns the block that ran its messages, and why they failed. */
async function pass(chain: TestChain, messages: readonly Any[]) {
  await succeed(chain, alice, propose(messages), vote(alice, YES));
  const response = await emptyBlock(chain, 3n * DAY);
  return { response, failedReason: readProposal(chain.state.latest, 1n)?.failedReason };
}

describe('a proposal', () => {
  it('sets the parameters of every module', async () => {
    const chain = await open();
    const state = () => chain.state.latest;
    const auth = { ...readAuthParams(state()), maxMemoCharacters: 257n };
    const staking = { ...readStakingParams(state()), maxValidators: 1 };
    const slashing = { ...readSlashingParams(state()), signedBlocksWindow: 101n };
    const feemarket = { ...readFeeMarketParams(state()), elasticityMultiplier: 3n };
    const erc20 = { enableErc20: false, permissionlessRegistration: true };
    const transfer = { sendEnabled: false, receiveEnabled: true };
    const { failedReason, response } = await pass(chain, [
      packed(AuthMsg.message, { authority, params: auth }),
      packed(BankMsg.message, { authority, params: { defaultSendEnabled: false } }),
      packed(MsgSetSendEnabled.message, {
        authority,
        sendEnabled: [
          { denom: 'ahalley', enabled: true },
          { denom: 'other', enabled: true },
        ],
        useDefaultFor: ['other'],
      }),
      packed(StakingMsg.message, { authority, params: staking }),
      packed(SlashingMsg.message, { authority, params: slashing }),
      packed(FeeMarketMsg.message, { authority, params: feemarket }),
      packed(Erc20Msg.message, { authority, params: erc20 }),
      packed(TransferMsg.message, { signer: gov, params: transfer }),
    ]);
    expect(failedReason).toBe('');
    expect(readAuthParams(state())).toEqual(auth);
    expect([isSendEnabled(state(), 'ahalley'), isSendEnabled(state(), 'other')]).toEqual([true, false]);
    expect(readSendEnabled(state(), 'other')).toBeUndefined();
    expect(readStakingParams(state())).toEqual(staking);
    expect(readSlashingParams(state())).toEqual(slashing);
    expect(readFeeMarketParams(state()).elasticityMultiplier).toBe(3n);
    expect(readErc20Params(state())).toEqual(erc20);
    expect(readTransferParams(state())).toEqual(transfer);
    // The set of one validator follows in the same block.
    expect(response.validatorUpdates.map(({ power }) => power)).toEqual([0n]);
    expect(readValidators(state()).filter(({ validator }) => validator.status === 'bonded')).toHaveLength(1);
    expect(response.consensusParamUpdates).toBeUndefined();
  });

  it('alone registers contracts where accounts may not, and forbids their conversion', async () => {
    const chain = await open();
    const token = checksumAddress(await deploy(chain, alice, TOKEN, 'Gold', 'GLD', 6, 1_000n));
    const { failedReason, response } = await pass(chain, [
      packed(Erc20Msg.message, { authority, params: { enableErc20: true, permissionlessRegistration: false } }),
      packed(MsgRegisterERC20.message, { signer: gov, erc20addresses: [token] }),
      packed(MsgToggleConversion.message, { authority, token }),
    ]);
    expect(failedReason).toBe('');
    expect(listed(response.events, 'toggle_token_conversion')).toEqual([
      ['toggle_token_conversion', expect.objectContaining({ cosmos_coin: `erc20:${token}`, erc20_token: token })],
    ]);
    expect(pairOf(chain.state.latest, token)?.enabled).toBe(false);
    const converted = await run(chain, alice, [
      packed(MsgConvertERC20.message, {
        ...{ contractAddress: token, amount: 7n, receiver: textOf(alice), sender: alice.address },
      }),
    ]);
    expect([converted.codespace, converted.code]).toEqual(['erc20', 13]);
    const own = await run(chain, alice, [
      packed(MsgRegisterERC20.message, { signer: textOf(alice), erc20addresses: [] }),
    ]);
    expect(own.log).toMatch(/invalid authority; expected halley10d07y265g\w+, got halley1\w+: expected gov account/);
  });

  it("sets the engine's parameters, which the block returns once", async () => {
    const chain = await open();
    const { failedReason, response } = await pass(chain, [packed(ConsensusMsg.message, { authority, ...ENGINE })]);
    expect(failedReason).toBe('');
    const { block, evidence, validator } = ENGINE;
    expect(response.consensusParamUpdates).toEqual({ block, evidence, validator });
    expect(readChainParams(chain.state.latest).blockMaxGas).toBe(41_000_003n);
    expect(readEvidenceAge(chain.state.latest)).toMatchObject({ maxAgeNumBlocks: 77n });
    expect((await emptyBlock(chain, 4n * DAY)).consensusParamUpdates).toBeUndefined();
  });

  const refused: readonly (readonly [string, () => Any, string])[] = [
    [
      'an empty block',
      () => packed(ConsensusMsg.message, { authority, ...ENGINE, block: { maxBytes: 0n, maxGas: 1n } }),
      'block.MaxBytes cannot be 0',
    ],
    [
      'vote extensions',
      () => packed(ConsensusMsg.message, { authority, ...ENGINE, abci: { voteExtensionsEnableHeight: 9n } }),
      'VoteExtensionsEnableHeight is 9: expected 0, because this application has no vote extensions',
    ],
    [
      'only some groups',
      () => packed(ConsensusMsg.message, { authority, ...ENGINE, evidence: undefined }),
      'all parameters must be present',
    ],
  ];
  it.each(refused)('fails without an effect for %s', async (_, message, text) => {
    const chain = await open();
    const before = readChainParams(chain.state.latest);
    const { failedReason, response } = await pass(chain, [message()]);
    expect(failedReason).toBe(text);
    expect(response.consensusParamUpdates).toBeUndefined();
    expect(readChainParams(chain.state.latest)).toEqual(before);
  });

  it('alone may set parameters', async () => {
    const chain = await open();
    const params = readStakingParams(chain.state.latest);
    const own = packed(StakingMsg.message, { authority: textOf(bob), params });
    expect(await run(chain, bob, [own])).toMatchObject({
      code: 13,
      codespace: 'gov',
      log: expect.stringContaining(`invalid authority; expected ${gov}, got ${textOf(bob)}: expected gov account`),
    });
    const other = { ...params, bondDenom: 'atest' };
    expect((await pass(chain, [packed(StakingMsg.message, { authority, params: other })])).failedReason).toBe(
      'bond denom is atest: expected ahalley, which a chain cannot change',
    );
  });
});
