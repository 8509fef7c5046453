/** Compares the sign bytes of wallets with CosmJS. */
import { makeSignDoc as makeAminoDoc, serializeSignDoc } from '@cosmjs/amino';
import { makeSignBytes, makeSignDoc } from '@cosmjs/proto-signing';
import { AminoTypes, createDefaultAminoConverters } from '@cosmjs/stargate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MsgMultiSend } from '../../../src/app/modules/bank/messages/MsgMultiSend.js';
import { MsgSend } from '../../../src/app/modules/bank/messages/MsgSend.js';
import { LegacyMsgDeposit, LegacyMsgVote, LegacyMsgVoteWeighted } from '../../../src/app/modules/gov/messages/votes.js';
import { MsgDelegate } from '../../../src/app/modules/staking/messages/MsgDelegate.js';
import {
  MsgBeginRedelegate,
  MsgCancelUnbondingDelegation,
  MsgUndelegate,
} from '../../../src/app/modules/staking/messages/unbonding.js';
import { aminoSignBytes, directSignBytes } from '../../../src/codec/cosmos/signing.js';
import { toHex } from '../../../src/kernel/hex.js';
import { fromUtf8 } from '../../../src/kernel/text.js';

const coins = [{ denom: 'ahalley', amount: '7' }];
const converters = new AminoTypes(createDefaultAminoConverters());

describe('sign bytes', () => {
  it('equal those of CosmJS in direct mode', () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.uint8Array(),
        fc.string(),
        fc.nat(),
        (bodyBytes, authInfoBytes, chainId, number) => {
          const theirs = makeSignBytes(makeSignDoc(bodyBytes, authInfoBytes, chainId, number));
          const ours = directSignBytes({ bodyBytes, authInfoBytes, chainId, accountNumber: BigInt(number) });
          expect(toHex(ours)).toBe(toHex(theirs));
        },
      ),
    );
  });

  it.each([
    [MsgSend, { fromAddress: 'a', toAddress: 'b', amount: coins }],
    [MsgSend, { fromAddress: 'a', toAddress: 'b', amount: [] }],
    [MsgMultiSend, { inputs: [{ address: 'a', coins }], outputs: [{ address: 'b', coins }] }],
    [MsgDelegate, { delegatorAddress: 'a', validatorAddress: 'v', amount: coins[0] }],
    [MsgUndelegate, { delegatorAddress: 'a', validatorAddress: 'v', amount: coins[0] }],
    [
      MsgBeginRedelegate,
      { delegatorAddress: 'a', validatorSrcAddress: 'v', validatorDstAddress: 'w', amount: coins[0] },
    ],
    [
      MsgCancelUnbondingDelegation,
      { delegatorAddress: 'a', validatorAddress: 'v', amount: coins[0], creationHeight: 5n },
    ],
    [LegacyMsgVote, { proposalId: 3n, voter: 'a', option: 3 }],
    [LegacyMsgDeposit, { proposalId: 3n, depositor: 'a', amount: coins }],
  ] as const)('equal those of CosmJS in amino JSON, case %#', (type, value) => {
    const { typeUrl, message } = type as typeof MsgSend;
    const json = converters.toAmino({ typeUrl, value });
    expect(message.amino(value as never)).toEqual(json.value);
    expect(message.aminoName).toBe(json.type);
  });

  it('have decimals with a point', () => {
    const weights = ['700000000000000000', '300000000000000000'];
    const theirs = { proposalId: 3n, voter: 'a', options: weights.map((weight, i) => ({ option: i + 1, weight })) };
    const ours = {
      proposalId: 3n,
      voter: 'a',
      options: ['0.7', '0.3'].map((weight, i) => ({ option: i + 1, weight })),
    };
    const { typeUrl, message } = LegacyMsgVoteWeighted;
    expect(message.amino(ours)).toEqual(converters.toAmino({ typeUrl, value: theirs }).value);
  });

  it('sort, escape and omit as Go does', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.string(),
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        (memo, payer, granter, timeoutHeight) => {
          const fee = { amount: coins, gas: '200000', ...(payer && { payer }), ...(granter && { granter }) };
          const theirs = serializeSignDoc(
            makeAminoDoc(
              [{ type: 'cosmos-sdk/MsgSend', value: { z: '<&>', a: [1, true, null] } }],
              fee,
              'halley_31337-1',
              memo,
              5,
              6,
              timeoutHeight || undefined,
            ),
          );
          const ours = aminoSignBytes({
            accountNumber: 5n,
            chainId: 'halley_31337-1',
            fee: { amount: coins, gasLimit: 200_000n, payer, granter },
            memo,
            messages: [{ type: 'cosmos-sdk/MsgSend', value: { z: '<&>', a: [1, true, null] } }],
            sequence: 6n,
            timeoutHeight,
          });
          expect(fromUtf8(ours)).toBe(fromUtf8(theirs));
        },
      ),
    );
  });
});
