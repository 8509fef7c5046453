/** The auth module's parameters: limits and gas prices of Cosmos transactions. */
import { uint } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';

export const AuthParams = message('cosmos.auth.v1beta1.Params', {
  maxMemoCharacters: uint(1),
  txSigLimit: uint(2),
  txSizeCostPerByte: uint(3),
  sigVerifyCostEd25519: uint(4),
  sigVerifyCostSecp256k1: uint(5),
});
export type AuthParams = Of<typeof AuthParams>;

/** Parses the parameters. A missing one has the SDK's default. */
export const parseAuthParams = (node: GenesisReader): AuthParams => ({
  maxMemoCharacters: node.field('max_memo_characters').int64(256n),
  txSigLimit: node.field('tx_sig_limit').int64(7n),
  txSizeCostPerByte: node.field('tx_size_cost_per_byte').int64(10n),
  sigVerifyCostEd25519: node.field('sig_verify_cost_ed25519').int64(590n),
  sigVerifyCostSecp256k1: node.field('sig_verify_cost_secp256k1').int64(1000n),
});
