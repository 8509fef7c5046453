/** The auth module's parameters (`cosmos.auth.v1beta1.Params`): limits and gas prices of Cosmos transactions. */
import { ProtoWriter } from '../../codec/protobuf.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { GenesisNode } from '../genesis_node.js';

export interface AuthParams {
  readonly maxMemoCharacters: bigint;
  readonly txSigLimit: bigint;
  readonly txSizeCostPerByte: bigint;
  readonly sigVerifyCostEd25519: bigint;
  readonly sigVerifyCostSecp256k1: bigint;
}

/** What is missing is the SDK's default. */
export const parseAuthParams = (node: GenesisNode): AuthParams => ({
  maxMemoCharacters: node.field('max_memo_characters').int64(256n),
  txSigLimit: node.field('tx_sig_limit').int64(7n),
  txSizeCostPerByte: node.field('tx_size_cost_per_byte').int64(10n),
  sigVerifyCostEd25519: node.field('sig_verify_cost_ed25519').int64(590n),
  sigVerifyCostSecp256k1: node.field('sig_verify_cost_secp256k1').int64(1000n),
});

export const encodeAuthParams = (params: AuthParams): Bytes =>
  new ProtoWriter()
    .uint(1, params.maxMemoCharacters)
    .uint(2, params.txSigLimit)
    .uint(3, params.txSizeCostPerByte)
    .uint(4, params.sigVerifyCostEd25519)
    .uint(5, params.sigVerifyCostSecp256k1)
    .finish();
