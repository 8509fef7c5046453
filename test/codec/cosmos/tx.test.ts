import { TxMsgData } from 'cosmjs-types/cosmos/base/abci/v1beta1/abci';
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { Any } from 'cosmjs-types/google/protobuf/any';
import fc from 'fast-check';
import { hexToBytes } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { CodecError } from '../../../src/codec/codec_error.js';
import {
  decodeAuthInfo,
  decodeMsgEthereumTxResult,
  decodeTxBody,
  decodeTxRaw,
  encodeMsgEthereumTxResult,
  unwrapEthereumTx,
  unwrapEthermintTx,
  wrapEthereumTx,
} from '../../../src/codec/cosmos/tx.js';
import { decodeEthereumTx } from '../../../src/codec/ethereum/tx.js';
import { ProtoWriter } from '../../../src/codec/protobuf/index.js';
import { bigintToBytes } from '../../../src/kernel/bytes.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';

const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const FROM = hexToBytes(account.address);
const TO = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

const legacy = await account
  .signTransaction({ type: 'legacy', chainId: 31337, nonce: 0, gas: 21000n, gasPrice: 3n, to: TO, value: 5n })
  .then((raw) => hexToBytes(raw));
const dynamic = await account
  .signTransaction({
    type: 'eip1559',
    chainId: 31337,
    nonce: 1,
    gas: 50_000n,
    maxFeePerGas: 7n,
    maxPriorityFeePerGas: 1n,
    to: TO,
    data: '0xabcdef',
    accessList: [{ address: TO, storageKeys: [to0x(new Uint8Array(32).fill(3)) as `0x${string}`] }],
  })
  .then((raw) => hexToBytes(raw));

describe('the envelope of an Ethereum transaction', () => {
  it('is readable by the Cosmos SDK types', () => {
    const tx = TxRaw.decode(wrapEthereumTx(dynamic, FROM, 'ahalley'));
    const body = TxBody.decode(tx.bodyBytes);
    const auth = AuthInfo.decode(tx.authInfoBytes);
    expect(tx.signatures).toEqual([]);
    expect(body).toMatchObject({ memo: '', timeoutHeight: 0n, nonCriticalExtensionOptions: [] });
    expect(body.messages.map(({ typeUrl }) => typeUrl)).toEqual(['/cosmos.evm.vm.v1.MsgEthereumTx']);
    expect(body.extensionOptions).toEqual([
      { typeUrl: '/cosmos.evm.vm.v1.ExtensionOptionsEthereumTx', value: new Uint8Array() },
    ]);
    expect(auth.signerInfos).toEqual([]);
    expect(auth.fee).toEqual({
      amount: [{ denom: 'ahalley', amount: '350000' }],
      gasLimit: 50_000n,
      payer: '',
      granter: '',
    });
    expect(auth.tip).toBeUndefined();
  });

  it('equals what the Cosmos SDK types write', () => {
    const message = new ProtoWriter().bytes(5, FROM).bytes(6, legacy).finish();
    const bodyBytes = TxBody.encode(
      TxBody.fromPartial({
        messages: [{ typeUrl: '/cosmos.evm.vm.v1.MsgEthereumTx', value: message }],
        extensionOptions: [{ typeUrl: '/cosmos.evm.vm.v1.ExtensionOptionsEthereumTx' }],
      }),
    ).finish();
    const authInfoBytes = AuthInfo.encode(
      AuthInfo.fromPartial({ fee: { amount: [{ denom: 'ahalley', amount: '63000' }], gasLimit: 21000n } }),
    ).finish();
    const expected = TxRaw.encode(TxRaw.fromPartial({ bodyBytes, authInfoBytes })).finish();
    expect(wrapEthereumTx(legacy, FROM, 'ahalley')).toEqual(new Uint8Array(expected));
  });

  it('has no fee coin when the fee is zero', async () => {
    const raw = hexToBytes(await account.signTransaction({ type: 'legacy', gas: 1n, gasPrice: 0n, to: TO }));
    expect(decodeAuthInfo(decodeTxRaw(wrapEthereumTx(raw, FROM, 'ahalley')).authInfoBytes).fee?.amount).toEqual([]);
  });

  it('returns what it wraps', () => {
    expect(unwrapEthereumTx(wrapEthereumTx(dynamic, FROM, 'ahalley'))).toEqual({ raw: dynamic, from: FROM });
  });

  it("refuses bytes that are not a transaction, with geth's message", () => {
    expect(() => wrapEthereumTx(Uint8Array.of(9, 9), FROM, 'ahalley')).toThrow('transaction type not supported');
  });
});

describe('other envelopes', () => {
  it('hold no Ethereum transaction', () => {
    const bodyBytes = TxBody.encode(
      TxBody.fromPartial({ messages: [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: new Uint8Array(3) }] }),
    ).finish();
    const send = TxRaw.encode(TxRaw.fromPartial({ bodyBytes, signatures: [new Uint8Array(64)] })).finish();
    expect(unwrapEthereumTx(send)).toBeUndefined();
    expect(unwrapEthermintTx(send)).toBeUndefined();
    expect(decodeTxBody(decodeTxRaw(send).bodyBytes).messages[0]?.typeUrl).toBe('/cosmos.bank.v1beta1.MsgSend');
  });

  it('are refused when they have unknown fields', () => {
    const extra = new ProtoWriter().bytes(4, FROM).finish();
    expect(() => decodeTxRaw(extra)).toThrow(CodecError);
    expect(() => decodeTxBody(extra)).toThrow('TxBody has no field 4');
    expect(() => decodeAuthInfo(extra)).toThrow('AuthInfo has no field 4');
  });

  it('never throw, whatever the bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => void unwrapEthereumTx(bytes)));
  });
});

describe("Ethermint's older form", () => {
  const any = (typeUrl: string, value: Uint8Array): Uint8Array =>
    Any.encode(Any.fromPartial({ typeUrl, value })).finish();
  const envelope = (data: Uint8Array): Uint8Array => {
    const message = new ProtoWriter().message(1, data).double(2, 1.5).string(3, '0xabc').finish();
    const bodyBytes = new ProtoWriter().message(1, any('/ethermint.evm.v1.MsgEthereumTx', message)).finish();
    return new ProtoWriter().bytes(1, bodyBytes).finish();
  };

  it('is converted to the raw legacy transaction', () => {
    const { v, r, s } = decodeEthereumTx(legacy);
    const data = new ProtoWriter()
      .uint(1, 0)
      .string(2, '3')
      .uint(3, 21000)
      .string(4, TO)
      .string(5, '5')
      .bytes(7, bigintToBytes(v))
      .bytes(8, bigintToBytes(r))
      .bytes(9, bigintToBytes(s))
      .finish();
    expect(unwrapEthermintTx(envelope(any('/ethermint.evm.v1.LegacyTx', data)))).toEqual(legacy);
  });

  it('is converted to the raw dynamic fee transaction', () => {
    const { r, s, v } = decodeEthereumTx(dynamic);
    const access = new ProtoWriter()
      .string(1, TO)
      .string(2, to0x(new Uint8Array(32).fill(3)))
      .finish();
    const data = new ProtoWriter()
      .string(1, '31337')
      .uint(2, 1)
      .string(3, '1')
      .string(4, '7')
      .uint(5, 50_000)
      .string(6, TO)
      .bytes(8, fromHex('abcdef'))
      .message(9, access)
      .bytes(10, bigintToBytes(v))
      .bytes(11, bigintToBytes(r))
      .bytes(12, bigintToBytes(s))
      .finish();
    expect(unwrapEthermintTx(envelope(any('/ethermint.evm.v1.DynamicFeeTx', data)))).toEqual(dynamic);
  });
});

describe('the result of an Ethereum transaction', () => {
  const response = {
    hash: new Uint8Array(32).fill(1),
    logs: [
      { address: FROM, topics: [new Uint8Array(32).fill(2), new Uint8Array(32).fill(3)], data: fromHex('0102') },
      { address: FROM, topics: [], data: new Uint8Array() },
    ],
    ret: fromHex('ff'),
    vmError: 'execution reverted',
    gasUsed: 21000n,
    maxUsedGas: 30000n,
    blockHash: new Uint8Array(32).fill(4),
    blockTimestamp: 1_700_000_000n,
  };
  const data = encodeMsgEthereumTxResult(response, {
    blockNumber: 7n,
    txIndex: 2,
    firstLogIndex: 5,
  });

  it('is read back', () => expect(decodeMsgEthereumTxResult(data)).toEqual(response));

  it('is a TxMsgData with one typed response', () => {
    const { msgResponses } = TxMsgData.decode(data);
    expect(msgResponses.map(({ typeUrl }) => typeUrl)).toEqual(['/cosmos.evm.vm.v1.MsgEthereumTxResponse']);
  });

  it('is refused without a response', () => {
    expect(() => decodeMsgEthereumTxResult(new Uint8Array())).toThrow(CodecError);
  });
});
