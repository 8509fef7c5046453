/** Decodes a page of `validators` (consensus-rpc.md 3, 4.3). */
import type { PubKey } from '../../../abci/application.js';
import { int64, list, readAs, struct } from '../protocol/amino_json.js';
import { GoError } from '../protocol/error.js';
import { jsonNodeOf } from '../protocol/json_value.js';
import { validator } from '../protocol/wire_types.js';

const validators = struct({
  blockHeight: ['block_height', int64],
  validators: ['validators', list(validator)],
  total: ['total', int64],
});

export interface ReceivedValidator {
  readonly pubKey: PubKey;
  readonly votingPower: bigint;
}

export interface ValidatorsPage {
  readonly validators: readonly ReceivedValidator[];
  /** Validators of all pages. */
  readonly total: number;
}

/** Decodes the result. Throws an error that `responseProblem` explains. */
export function readValidators(result: unknown): ValidatorsPage {
  const page = readAs(validators, jsonNodeOf(result));
  return { validators: page.validators.map(keyAndPower), total: Number(page.total) };
}

function keyAndPower({ pubKey, votingPower }: (typeof validators.zero.validators)[number]): ReceivedValidator {
  if (pubKey === undefined) throw new GoError('a validator has no key');
  return { pubKey, votingPower };
}
