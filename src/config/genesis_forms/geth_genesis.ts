/**
 * Reads geth's genesis document (`core.Genesis`), as `geth init` and Anvil's `--init` take it. It defines the EIP-155
 * id, the accounts, and number, time, gas limit and base fee of the genesis block. Halley's validators and rules do not
 * come from it: difficulty, nonce, extra data, coinbase and the forks of `config` are ignored.
 */
import { LATEST_BLOCK_TIME } from '../../settings/bounds.js';
import { type AccountState, readAccounts } from './account_state.js';
import { JsonNode, type Refuse } from './json_node.js';
import { MAX_GENESIS_NUMBER } from './limits.js';

export interface GethGenesis {
  readonly chainId: bigint | undefined;
  readonly accounts: readonly AccountState[];
  readonly gasLimit: bigint | undefined;
  /** Is in Unix seconds. It is undefined for 0, which most documents have: the chain then begins now. */
  readonly timestamp: bigint | undefined;
  readonly baseFee: bigint | undefined;
  readonly number: bigint | undefined;
}

const CHAIN_ID_LIMIT = 2n ** 63n;
const GAS_LIMIT = 2n ** 63n;
const FEE_LIMIT = 2n ** 128n;

/** Reads the document. Throws the error of `refuse` for an invalid member. */
export function readGethGenesis(document: unknown, refuse: Refuse): GethGenesis {
  const root = new JsonNode(document, '', refuse);
  const optional = (node: JsonNode, limit: bigint): bigint | undefined =>
    node.present ? node.quantity(limit) : undefined;
  return {
    chainId: optional(root.field('config').field('chainId'), CHAIN_ID_LIMIT),
    accounts: readAccounts(root.field('alloc'), { required: [] }),
    gasLimit: optional(root.field('gasLimit'), GAS_LIMIT) || undefined,
    timestamp: optional(root.field('timestamp'), LATEST_BLOCK_TIME) || undefined,
    baseFee: optional(root.field('baseFeePerGas'), FEE_LIMIT),
    number: optional(root.field('number'), MAX_GENESIS_NUMBER + 1n),
  };
}
