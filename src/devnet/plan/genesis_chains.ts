/** The chains that a genesis document describes, with the facts that clients need, without starting one. */
import { parseBech32Prefix } from '../../app/modules/auth/genesis.js';
import { parseEvmParams } from '../../app/modules/evm/genesis.js';
import { GenesisReader } from '../../app/sdk/genesis_reader.js';
import { bech32Address, checksumAddress } from '../../app/types/address.js';
import { DEFAULT_SEED } from '../../config/development_authority.js';
import { fromHex } from '../../kernel/hex.js';
import { documentOf } from './chain_document.js';
import { planMember, readPlan } from './read_plan.js';

/** Chain of a genesis document, as its clients see it. */
export interface GenesisChain {
  /** Id of the consensus chain, such as `halley_31337-1`. */
  readonly chainId: string;
  /** Prefix of account addresses, such as `halley`. */
  readonly bech32Prefix: string;
  /** Denom of the coin that pays for gas. */
  readonly denom: string;
}

/**
 * Returns the chains of a document, its own first. Throws HalleyError `invalid-genesis` that names the path of the
 * invalid field.
 */
export function genesisChains(document: unknown): readonly GenesisChain[] {
  const { chains } = readPlan(planMember(document));
  return [document, ...chains.map((chain) => documentOf(chain, DEFAULT_SEED))].map((one) => {
    const root = new GenesisReader(one, 'genesis');
    const appState = root.field('app_state');
    return {
      chainId: root.field('chain_id').text(),
      bech32Prefix: parseBech32Prefix(appState.field('auth')),
      denom: parseEvmParams(appState.field('evm').field('params')).baseDenom,
    };
  });
}

/** Returns the two forms of an address in 0x hex: with EIP-55's checksum, and in bech32 for Cosmos clients. */
export function addressTexts(address: string, bech32Prefix: string): { readonly hex: string; readonly bech32: string } {
  const bytes = fromHex(address);
  return { hex: checksumAddress(bytes), bech32: bech32Address(bytes, bech32Prefix) };
}
