/** Numbers the validators of a network of which one node is observed, and reads their set from its RPC. */
import type { ValidatorPicture } from '../../../backend/rounds.js';
import type { JsonRpcClient } from '../../../client/json_rpc_client.js';
import { arrayOf, objectAt, shortHex, textOf, wholeOf } from '../../../client/rounds/json.js';
import { type Names, nameOf } from '../../../client/rounds/names.js';

/** Describes a member of the set, with its priority for round 0 of the height. */
export interface Member {
  /** Has 40 hex digits in upper case. */
  readonly address: string;
  readonly power: bigint;
  readonly priority: bigint;
}

const PAGE = 100;
/** Limits the validators that are read: CometBFT allows 10,000. */
const MAX_PAGES = 100;

/** Reads the validators of a height. Throws HalleyError when the node does not answer. */
export async function readMembers(client: Pick<JsonRpcClient, 'call'>, height: bigint): Promise<readonly Member[]> {
  const members: Member[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const params = { height: `${height}`, page: `${page}`, per_page: `${PAGE}` };
    const answer = objectAt(await client.call('validators', params));
    const found = arrayOf(answer['validators']);
    members.push(...found.map(memberOf));
    if (found.length === 0 || BigInt(members.length) >= (wholeOf(answer['total']) ?? 0n)) break;
  }
  return members;
}

function memberOf(validator: unknown): Member {
  const { address, voting_power: power, proposer_priority: priority } = objectAt(validator);
  return { address: textOf(address).toUpperCase(), power: wholeOf(power) ?? 0n, priority: signedOf(priority) };
}

/** Reads a whole number of 64 bits, which may be below zero. */
const signedOf = (value: unknown): bigint =>
  typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? BigInt(value) : 0n;

/** Gives each validator an index, which stays while the set changes. */
export class EngineValidators {
  #addresses: string[] = [];
  /** Maps the first digits of an address, which are all that a dump has, to its index. */
  readonly #indexes = new Map<string, number>();
  #members: readonly Member[] = [];
  #own = '';

  /** Takes the present set. The observed node has an index of its own when its key is not in the set. */
  update(members: readonly Member[], own: string): void {
    this.#members = members;
    this.#own = own;
    for (const { address } of members) this.#add(address);
    if (own !== '') this.#add(own);
  }

  /** Is the index of the observed node; -1 while its key is not known. */
  get own(): number {
    return this.of(this.#own);
  }

  get count(): number {
    return this.#addresses.length;
  }

  /** Returns the index of an address, of which the first digits are enough; -1 for one that is not known. */
  of(address: string | undefined): number {
    return this.#indexes.get(shortHex(address ?? '')) ?? -1;
  }

  /** Describes the validators in the order of their indexes. Those that left the set have no power. */
  pictures(names: Names): readonly ValidatorPicture[] {
    const byAddress = new Map(this.#members.map((member) => [member.address, member]));
    return this.#addresses.map((address) => {
      const { power = 0n, priority = 0n } = byAddress.get(address) ?? {};
      const name = nameOf(names, shortHex(address));
      return { name, address, power: `${power}`, priority: `${priority}`, byzantine: false };
    });
  }

  #add(address: string): void {
    const key = shortHex(address);
    if (this.#indexes.has(key)) return;
    this.#indexes.set(key, this.#addresses.length);
    this.#addresses.push(address);
  }
}
