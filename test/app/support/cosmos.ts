/** Cosmos transactions of the dev accounts, signed in mode Direct. */
import type { ExecTxResult } from '../../../src/abci/application.js';
import { readAccountRecord } from '../../../src/app/modules/auth/store.js';
import { accountKeyAny } from '../../../src/app/tx/public_key.js';
import { Any, Coin } from '../../../src/codec/cosmos_base.js';
import type { Message } from '../../../src/codec/message.js';
import { ProtoWriter } from '../../../src/codec/protobuf.js';
import { directSignBytes, SignerInfo, SignMode } from '../../../src/codec/signing.js';
import { publicKeyOf, secp256k1Sign } from '../../../src/crypto/secp256k1.js';
import { type Bytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { keccak256 } from '../../../src/kernel/hash.js';
import type { TestChain } from './chain.js';
import { type Dev, GWEI } from './wallet.js';

export const packed = <T>({ typeUrl, encode }: Message<T>, value: T): Any => ({ typeUrl, value: encode(value) });

export interface CosmosWish {
  readonly gas?: bigint;
  readonly sequence?: bigint;
}

/** The bytes of a `TxRaw` that pays a price which any block takes. */
export function signCosmos(
  chain: TestChain,
  from: Dev,
  messages: readonly Any[],
  { gas = 1_000_000n, sequence = chain.nonce(from.bytes) }: CosmosWish = {},
): Bytes {
  const { privateKey } = from.account.getHdKey();
  if (privateKey === null) throw new Error('a dev account has a key');
  const { state, app } = chain;
  const body = new ProtoWriter();
  for (const message of messages) body.message(1, Any.encode(message));
  const bodyBytes = body.finish();
  const point = publicKeyOf(privateKey);
  const key = Uint8Array.of(2 + ((point[63] as number) & 1), ...point.subarray(0, 32));
  const publicKey = accountKeyAny('/cosmos.evm.crypto.v1.ethsecp256k1.PubKey', key);
  const modeInfo = { single: { mode: SignMode.Direct }, multi: EMPTY_BYTES };
  const amount = Coin.encode({ denom: app.params.baseDenom, amount: (gas * 10n * GWEI).toString() });
  const fee = new ProtoWriter().message(1, amount).uint(2, gas).finish();
  const authInfoBytes = new ProtoWriter()
    .message(1, SignerInfo.encode({ publicKey, modeInfo, sequence }))
    .message(2, fee)
    .finish();
  const accountNumber = readAccountRecord(state.latest, from.bytes).base.number;
  const hash = keccak256(directSignBytes({ bodyBytes, authInfoBytes, chainId: app.params.chainId, accountNumber }));
  const { signature } = secp256k1Sign(hash, privateKey);
  return new ProtoWriter().bytes(1, bodyBytes).bytes(2, authInfoBytes).bytes(3, signature).finish();
}

/** Executes and commits a block of Cosmos transactions. */
export async function deliver(chain: TestChain, ...txs: readonly Bytes[]): Promise<readonly ExecTxResult[]> {
  const { txResults } = await chain.app.finalizeBlock(chain.blockRequest(txs));
  await chain.app.commit();
  return txResults;
}
