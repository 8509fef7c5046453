/** Reads the validators of a height from the RPC of a CometBFT node, which returns them in pages. */
import { HalleyError } from '../kernel/errors.js';
import type { JsonRpcClient } from './json_rpc_client.js';
import { arrayOf, objectAt, textOf, wholeOf } from './json_values.js';

/** Member of the validator set, with its priority for round 0 of the height. */
export interface Member {
  /** 40 hex digits in upper case. */
  readonly address: string;
  readonly power: bigint;
  readonly priority: bigint;
}

/** Most validators of a page. */
const PAGE_SIZE = 100;
/** Most validators that are read: CometBFT allows 10,000. */
const MAX_PAGES = 100;

/**
 * Returns the members of the set of a height, by default of the newest one. Throws HalleyError when the node does not
 * answer, and `remote-error` for a validator without a voting power.
 */
export async function readValidators(client: Pick<JsonRpcClient, 'call'>, height?: bigint): Promise<readonly Member[]> {
  const members: Member[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const params = {
      page: `${page}`,
      per_page: `${PAGE_SIZE}`,
      height: height === undefined ? undefined : `${height}`,
    };
    const answer = objectAt(await client.call('validators', params));
    const found = arrayOf(answer['validators']);
    members.push(...found.map(memberOf));
    if (found.length === 0 || BigInt(members.length) >= (wholeOf(answer['total']) ?? 0n)) break;
  }
  return members;
}

function memberOf(validator: unknown): Member {
  const { address, voting_power: votingPower, proposer_priority: priority } = objectAt(validator);
  const power = wholeOf(votingPower);
  if (power === undefined || power < 0n)
    throw new HalleyError('remote-error', 'the node answered validators with one that has no voting power');
  return { address: textOf(address).toUpperCase(), power, priority: signedOf(priority) };
}

/** Reads a whole number of 64 bits, which may be below zero. */
const signedOf = (value: unknown): bigint =>
  typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? BigInt(value) : 0n;
