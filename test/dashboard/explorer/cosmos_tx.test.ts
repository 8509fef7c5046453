/** Tests that the page reads transactions of the Cosmos SDK as its own library writes them. */
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { AuthInfo, Fee, SignerInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { MsgTransfer } from 'cosmjs-types/ibc/applications/transfer/v1/tx';
import { expect, it } from 'vitest';
import { cosmosHash, decodeCosmosTx, fromBase64 } from '../../../src/dashboard/explorer/codec/cosmos_tx.js';
import { messageFields } from '../../../src/dashboard/explorer/codec/message_fields.js';
import { readFields } from '../../../src/dashboard/explorer/codec/protobuf.js';

const HOSTILE = '<img src=x onerror=alert(1)>\u202e';
const send = MsgSend.encode(
  MsgSend.fromPartial({ fromAddress: 'halley1a', toAddress: 'halley1b', amount: [{ denom: 'ahalley', amount: '5' }] }),
).finish();
const transfer = MsgTransfer.encode(
  MsgTransfer.fromPartial({
    ...{ sourcePort: 'transfer', sourceChannel: 'channel-3', sender: 'halley1a', receiver: 'cosmos1b', memo: HOSTILE },
    token: { denom: 'ahalley', amount: '7' },
    timeoutHeight: { revisionNumber: 1n, revisionHeight: 900n },
  }),
).finish();

const tx = TxRaw.encode(
  TxRaw.fromPartial({
    bodyBytes: TxBody.encode(
      TxBody.fromPartial({
        messages: [
          { typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: send },
          { typeUrl: '/ibc.applications.transfer.v1.MsgTransfer', value: transfer },
        ],
        memo: HOSTILE,
        timeoutHeight: 1000n,
      }),
    ).finish(),
    authInfoBytes: AuthInfo.encode(
      AuthInfo.fromPartial({
        signerInfos: [SignerInfo.fromPartial({ sequence: 4n })],
        fee: Fee.fromPartial({ amount: [{ denom: 'ahalley', amount: '100' }], gasLimit: 200_000n, payer: 'halley1p' }),
      }),
    ).finish(),
    signatures: [new Uint8Array(64)],
  }),
).finish();

it('reads messages, memo, fee and sequences', () => {
  const decoded = decodeCosmosTx(tx);
  expect(decoded).toMatchObject({ memo: HOSTILE, timeoutHeight: 1000n, fee: ['100ahalley'], gasLimit: 200_000n });
  expect(decoded?.payer).toBe('halley1p');
  expect(decoded?.sequences).toEqual([4n]);
  expect(decoded?.messages.map(({ typeUrl }) => typeUrl)).toEqual([
    '/cosmos.bank.v1beta1.MsgSend',
    '/ibc.applications.transfer.v1.MsgTransfer',
  ]);
});

it('names the fields of known messages, also of nested ones', () => {
  const [first, second] = decodeCosmosTx(tx)?.messages ?? [];
  if (first === undefined || second === undefined) throw new Error('the transaction has two messages');
  expect(messageFields(first)).toEqual([
    { name: 'from_address', value: 'halley1a' },
    { name: 'to_address', value: 'halley1b' },
    {
      name: 'amount',
      value: [
        { name: 'denom', value: 'ahalley' },
        { name: 'amount', value: '5' },
      ],
    },
  ]);
  expect(messageFields(second)).toContainEqual({
    name: 'timeout_height',
    value: [
      { name: 'revision_number', value: '1' },
      { name: 'revision_height', value: '900' },
    ],
  });
});

it('shows unknown messages by the numbers of their fields', () => {
  const fields = messageFields({ typeUrl: '/some.Msg', value: send });
  expect(fields.map(({ name }) => name)).toEqual(['field 1', 'field 2', 'field 3']);
  expect(fields[2]?.value).toEqual([
    { name: 'field 1', value: 'ahalley' },
    { name: 'field 2', value: '5' },
  ]);
});

it('returns undefined for bytes that are cut off at any place, or reads the fields before it', () => {
  for (let length = 0; length < tx.length; length++) {
    const fields = readFields(tx.slice(0, length));
    expect(fields === undefined || fields.length < 3).toBe(true);
  }
  expect(decodeCosmosTx(Uint8Array.from([0x07, 0xff]))).toBeUndefined();
});

it('computes the hash of CometBFT from base64', () => {
  const bytes = fromBase64(Buffer.from(tx).toString('base64'));
  expect(bytes).toEqual(tx);
  expect(cosmosHash(fromBase64(''))).toBe('E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855');
});
