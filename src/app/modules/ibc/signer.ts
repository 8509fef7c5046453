/** Reads the relayer: every message of IBC has one signer, as text. */
import type { Bytes } from '../../../kernel/bytes.js';
import type { ChainParams } from '../../sdk/chain_params.js';
import { authorityText } from '../../sdk/module/authority.js';
import { readAddress } from '../../types/address.js';
import { ibcFailure } from './failure.js';

/** Parses the signer's address. Throws TxFailure `invalidAddress`. */
export const readSigner = (signer: string, { bech32Prefix }: ChainParams): Bytes =>
  readAddress('signer address', signer, bech32Prefix);

/** Implements `signers` of such a message. */
export const signedBy = ({ signer }: { readonly signer: string }, params: ChainParams): readonly Bytes[] => [
  readSigner(signer, params),
];

/** Throws TxFailure for a signer other than the account of x/gov. */
export function checkIsAuthority({ signer }: { readonly signer: string }, params: ChainParams): void {
  const expected = authorityText(params);
  if (signer !== expected) throw ibcFailure('unauthorized', `expected ${expected}, got ${signer}`);
}
