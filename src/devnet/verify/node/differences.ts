/** Finds the first difference between what a node reports about a height and the result of executing its blocks. */
import type { ExecTxResult, FinalizeBlockResponse, ValidatorUpdate } from '../../../abci/application.js';
import { txHash } from '../../../codec/tx_hash.js';
import { type BlockId, equalBlockIds } from '../../../consensus/types/block_id.js';
import type { ChainState } from '../../../consensus/types/chain_state.js';
import type { Header } from '../../../consensus/types/header.js';
import { paramsHash } from '../../../consensus/types/params.js';
import { addressOf } from '../../../consensus/types/validator.js';
import { type ValidatorSet, validatorsHash } from '../../../consensus/types/validator_set.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import { toUpperHex } from '../../../kernel/hex.js';
import type { ReceivedResults } from '../../../rpc/comet/responses/block_results.js';
import type { ReceivedValidator } from '../../../rpc/comet/responses/validators.js';
import type { ReadHeight } from './read_ahead.js';

export interface Difference {
  /** Name of the member that differs, as on the wire. */
  readonly field: string;
  readonly found: string;
  readonly expected: string;
}

/** Returns the difference as an error with one line. */
export const differenceError = (height: bigint, { field, found, expected }: Difference): HalleyError =>
  new HalleyError('node-differs', `height ${height}: ${field} is ${found}, expected ${expected}`, {
    height,
    field,
    found,
    expected,
  });

/** Returns undefined for equal texts. */
function ofTexts(field: string, found: string, expected: string): Difference | undefined {
  return found === expected ? undefined : { field, found, expected };
}

function ofBytes(field: string, found: Bytes, expected: Bytes): Difference | undefined {
  if (equalBytes(found, expected)) return undefined;
  return { field, found: hexOf(found), expected: hexOf(expected) };
}

const hexOf = (bytes: Bytes): string => (bytes.length === 0 ? 'empty' : toUpperHex(bytes));

/** Compares the hashes of a header with the state before its block. */
export function headerDifference(chain: ChainState, header: Header): Difference | undefined {
  return (
    ofBytes('app_hash of the header', header.appHash, chain.appHash) ??
    ofBytes('last_results_hash of the header', header.lastResultsHash, chain.lastResultsHash) ??
    ofBytes('validators_hash of the header', header.validatorsHash, validatorsHash(chain.validators)) ??
    ofBytes('next_validators_hash of the header', header.nextValidatorsHash, validatorsHash(chain.nextValidators)) ??
    ofBytes('consensus_hash of the header', header.consensusHash, paramsHash(chain.params))
  );
}

/** Compares the ids that the node states with that of the block. */
export function idDifference({ whole, statedId, commit }: ReadHeight): Difference | undefined {
  const of = (field: string, id: BlockId): Difference | undefined =>
    equalBlockIds(id, whole.id) ? undefined : { field, found: idText(id), expected: idText(whole.id) };
  return of('block_id of the block', statedId) ?? of('block_id of the commit', commit.blockId);
}

const idText = ({ hash, parts }: BlockId): string => `${hexOf(hash)}:${parts.total}:${hexOf(parts.hash)}`;

/** Compares `block_results` with the application's response. */
export function resultsDifference(
  txs: readonly Bytes[],
  found: ReceivedResults,
  expected: FinalizeBlockResponse,
): Difference | undefined {
  const counts = [found.txResults.length, expected.txResults.length].map((count) => `${count} results`);
  return (
    ofTexts('txs_results', counts[0] as string, counts[1] as string) ??
    txsDifference(txs, found, expected) ??
    ofMembers('validator update', found.validatorUpdates, expected.validatorUpdates) ??
    (found.appHash && ofBytes('app_hash of block_results', found.appHash, expected.appHash))
  );
}

function txsDifference(
  txs: readonly Bytes[],
  found: ReceivedResults,
  expected: FinalizeBlockResponse,
): Difference | undefined {
  for (const [index, result] of expected.txResults.entries()) {
    const name = `transaction ${index} (${toUpperHex(txHash(txs[index] as Bytes))})`;
    const difference = txDifference(name, found.txResults[index] as ReceivedResults['txResults'][number], result);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function txDifference(
  name: string,
  found: ReceivedResults['txResults'][number],
  expected: ExecTxResult,
): Difference | undefined {
  return (
    ofTexts(`code of ${name}`, `${found.code}`, `${expected.code}`) ??
    ofTexts(`gas_used of ${name}`, `${found.gasUsed}`, `${expected.gasUsed}`) ??
    ofTexts(`gas_wanted of ${name}`, `${found.gasWanted}`, `${expected.gasWanted}`) ??
    ofBytes(`data of ${name}`, found.data, expected.data)
  );
}

/** Compares `validators` with the set of its height. */
export function validatorsDifference(
  found: readonly ReceivedValidator[],
  expected: ValidatorSet,
): Difference | undefined {
  return ofMembers('validator', found.map(withPower), expected.validators.map(withPower));
}

const withPower = ({ pubKey, votingPower: power }: ReceivedValidator): ValidatorUpdate => ({ pubKey, power });

/** Compares lists of validators, and names the first entry that differs by its index. */
function ofMembers(
  kind: string,
  found: readonly ValidatorUpdate[],
  expected: readonly ValidatorUpdate[],
): Difference | undefined {
  for (let index = 0; index < Math.max(found.length, expected.length); index++) {
    const difference = ofTexts(`${kind} ${index}`, memberText(found[index]), memberText(expected[index]));
    if (difference !== undefined) return difference;
  }
  return undefined;
}

const memberText = (member: ValidatorUpdate | undefined): string =>
  member === undefined ? 'missing' : `${toUpperHex(addressOf(member.pubKey))} with power ${member.power}`;
