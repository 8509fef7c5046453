/** Provides a CosmJS signer with an Ethereum key, because CosmJS's own wallets sign with SHA-256 only. */
import { encodeEthSecp256k1Signature, serializeSignDoc } from '@cosmjs/amino';
import { makeSignBytes, type OfflineSigner } from '@cosmjs/proto-signing';
import { encodeBech32 } from '../../src/codec/bech32.js';
import { publicKeyOf, secp256k1Sign } from '../../src/crypto/secp256k1/index.js';
import { keccak256 } from '../../src/kernel/hash.js';
import { fromHex } from '../../src/kernel/hex.js';

/** Creates a signer; `hex` is the key's address with 0x. */
export function ethereumSigner(privateKey: Uint8Array, hex: string, mode: 'direct' | 'amino'): OfflineSigner {
  const point = publicKeyOf(privateKey);
  const pubkey = Uint8Array.of(2 + ((point[63] as number) & 1), ...point.subarray(0, 32));
  const address = encodeBech32('halley', fromHex(hex));
  const sign = (bytes: Uint8Array) =>
    encodeEthSecp256k1Signature(pubkey, secp256k1Sign(keccak256(bytes), privateKey).signature);
  const getAccounts = async () => [{ address, pubkey, algo: 'eth_secp256k1' as const }];
  return mode === 'direct'
    ? { getAccounts, signDirect: async (_, signed) => ({ signed, signature: sign(makeSignBytes(signed)) }) }
    : { getAccounts, signAmino: async (_, signed) => ({ signed, signature: sign(serializeSignDoc(signed)) }) };
}
