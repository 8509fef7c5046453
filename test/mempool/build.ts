/** Builds a transaction's bytes and its CheckTx response. */
import type { Admission, CheckTxResponse } from '../../src/abci/application.js';
import { type Bytes, EMPTY_BYTES } from '../../src/kernel/bytes.js';
import { sha256 } from '../../src/kernel/hash.js';
import { utf8 } from '../../src/kernel/text.js';
import { type AddOutcome, Mempool } from '../../src/mempool/mempool.js';

export const ALICE = 'a'.repeat(40);
export const BOB = 'b'.repeat(40);

export function aCheck(fields: Partial<CheckTxResponse> = {}): CheckTxResponse {
  return {
    code: 0,
    data: EMPTY_BYTES,
    log: '',
    info: '',
    gasWanted: 1n,
    gasUsed: 0n,
    events: [],
    codespace: '',
    ...fields,
  };
}

export function anAdmission(tx: Bytes, fields: Partial<Admission> = {}): Admission {
  const maxFeePerGas = fields.maxFeePerGas ?? 10n;
  return {
    sender: ALICE,
    nonce: 0n,
    accountNonce: 0n,
    maxFeePerGas,
    maxPriorityFeePerGas: maxFeePerGas,
    cost: 100n,
    balance: 1_000_000n,
    ethereumHash: sha256(sha256(tx)),
    strict: false,
    ...fields,
  };
}

/** Submits a transaction named `name` through all checks; `'plain'` makes one without a nonce sequence. */
export function send(
  pool: Mempool,
  name: string,
  admission: Partial<Admission> | 'plain' = {},
  check: Partial<CheckTxResponse> = {},
): AddOutcome {
  const tx = utf8(name);
  const hash = sha256(tx);
  const early = pool.precheck(tx, hash);
  if (early !== undefined) throw new Error(early);
  const full = admission === 'plain' ? aCheck(check) : aCheck({ ...check, admission: anAdmission(tx, admission) });
  return pool.add(tx, hash, full);
}

export const namesOf = (txs: readonly Bytes[]): string[] => txs.map((tx) => new TextDecoder().decode(tx));

/** Lists the names in the order in which an unlimited block would include them. */
export const order = (pool: Mempool, baseFee = 0n): string[] =>
  namesOf(pool.reap({ maxBytes: -1n, maxGas: -1n, baseFee }));

export const refusalOf = (outcome: AddOutcome): string | undefined =>
  outcome.type === 'refused' ? outcome.check.log : undefined;

export const poolWith = (fields: Partial<Mempool['limits']> = {}): Mempool =>
  new Mempool({ ...new Mempool().limits, ...fields });
