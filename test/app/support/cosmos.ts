/** Signs Cosmos transactions of the dev accounts in mode Direct. */
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import type { ExecTxResult } from '../../../src/abci/application.js';
import { readAccountRecord } from '../../../src/app/modules/auth/store.js';
import { bech32Address } from '../../../src/app/types/address.js';
import { accountKeyAny } from '../../../src/app/types/public_key.js';
import { Any, Coin } from '../../../src/codec/cosmos/base.js';
import { directSignBytes, SignerInfo, SignMode } from '../../../src/codec/cosmos/signing.js';
import { ProtoWriter } from '../../../src/codec/protobuf/index.js';
import type { Message } from '../../../src/codec/protobuf/message.js';
import { publicKeyOf, secp256k1Sign } from '../../../src/crypto/secp256k1/index.js';
import { type Bytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { keccak256 } from '../../../src/kernel/hash.js';
import type { TestChain } from './chain.js';
import { type Dev, GWEI } from './wallet.js';

export const packed = <T>({ typeUrl, encode }: Message<T>, value: T): Any => ({ typeUrl, value: encode(value) });

/** Message type of a client library's protobuf code. */
interface Encoder<T> {
  readonly typeUrl: string;
  encode(value: T): { finish(): Uint8Array };
  fromPartial(value: never): T;
}

/** Packs a message that a client library encodes. */
export const any = <T>(type: Encoder<T>, value: object): Any => ({
  typeUrl: type.typeUrl,
  value: type.encode(type.fromPartial(value as never)).finish(),
});

export const textOf = ({ bytes }: Dev): string => bech32Address(bytes, 'halley');
export const coins = (amount: bigint, denom = 'ahalley') => [{ denom, amount: amount.toString() }];
export const transfer = (from: Dev, to: Dev, amount: bigint): Any =>
  any(MsgSend, { fromAddress: textOf(from), toAddress: textOf(to), amount: coins(amount) });

export interface CosmosWish {
  readonly gas?: bigint;
  readonly sequence?: bigint;
  /** Fee in the base denom. The default is enough for any block. */
  readonly fee?: bigint;
  readonly memo?: string;
  /** Address in bech32 of the account that pays the fee. */
  readonly granter?: string;
  readonly timeoutHeight?: bigint;
  /** Signers besides the sender, in the order of the messages. A sequence defaults to the signer's next one. */
  readonly others?: readonly { readonly by: Dev; readonly sequence?: bigint }[];
}

/** Returns the bytes of a `TxRaw`. */
export function signCosmos(chain: TestChain, from: Dev, messages: readonly Any[], wish: CosmosWish = {}): Bytes {
  const { state, app } = chain;
  const { gas = 1_000_000n, fee: price = gas * 10n * GWEI, memo = '', granter = '', timeoutHeight = 0n } = wish;
  const { others = [] } = wish;
  const signers = [{ by: from, sequence: wish.sequence }, ...others].map(
    ({ by, sequence = chain.nonce(by.bytes) }) => ({
      sequence,
      privateKey: keyOf(by),
      accountNumber: readAccountRecord(state.latest, by.bytes).base.number,
    }),
  );
  const body = new ProtoWriter();
  for (const message of messages) body.message(1, Any.encode(message));
  const bodyBytes = body.string(2, memo).uint(3, timeoutHeight).finish();
  const modeInfo = { single: { mode: SignMode.Direct }, multi: EMPTY_BYTES };
  const amount = Coin.encode({ denom: app.params.baseDenom, amount: price.toString() });
  const authInfo = new ProtoWriter();
  for (const { sequence, privateKey } of signers)
    authInfo.message(1, SignerInfo.encode({ publicKey: publicKeyAny(privateKey), modeInfo, sequence }));
  const authInfoBytes = authInfo
    .message(2, new ProtoWriter().message(1, amount).uint(2, gas).string(4, granter).finish())
    .finish();
  const { chainId } = app.params;
  const signed = new ProtoWriter().bytes(1, bodyBytes).bytes(2, authInfoBytes);
  for (const { privateKey, accountNumber } of signers) {
    const hash = keccak256(directSignBytes({ bodyBytes, authInfoBytes, chainId, accountNumber }));
    signed.message(3, secp256k1Sign(hash, privateKey).signature);
  }
  return signed.finish();
}

function keyOf({ account }: Dev): Bytes {
  const { privateKey } = account.getHdKey();
  if (privateKey === null) throw new Error('a dev account has a key');
  return privateKey;
}

function publicKeyAny(privateKey: Bytes): Any {
  const point = publicKeyOf(privateKey);
  const key = Uint8Array.of(2 + ((point[63] as number) & 1), ...point.subarray(0, 32));
  return accountKeyAny('/cosmos.evm.crypto.v1.ethsecp256k1.PubKey', key);
}

/** Executes and commits a block of Cosmos transactions. */
export async function deliver(chain: TestChain, ...txs: readonly Bytes[]): Promise<readonly ExecTxResult[]> {
  const { txResults } = await chain.app.finalizeBlock(chain.blockRequest(txs));
  await chain.app.commit();
  return txResults;
}
