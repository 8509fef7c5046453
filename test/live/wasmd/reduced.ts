/** Replaces in an answer what depends on the time, on the node or on its gas, and retains its form. */
import type { Json } from './recording.js';

/** Members that count blocks or gas, or weigh votes. */
const COUNTS = new Set([
  ...['height', 'revision_height', 'creation_height', 'index_offset', 'start_height', 'unbonding_height'],
  ...['gas_used', 'gas_wanted', 'voting_power', 'proposer_priority', 'unbonding_id', 'missed_blocks_counter'],
  ...['earliest_store_height', 'block_height'],
]);

/** Members with hashes and signatures. */
const HASHES = new Set([
  ...['hash', 'app_hash', 'last_commit_hash', 'data_hash', 'validators_hash', 'next_validators_hash'],
  ...['consensus_hash', 'last_results_hash', 'signature', 'proof', 'evidence_hash', 'validator_hash'],
]);

/** Members that are about the node. */
const OWN = new Set(['default_node_id', 'listen_addr', 'rpc_address']);

/** Version of a program. */
const VERSION = /^v?\d+\.\d+\.\d+/;

/** Members that list what the modules of a chain report: theirs are compared by the tests of events. */
const REPORTS = new Set(['events', 'build_deps']);

/** Times before this year are zero, or come from the genesis document. */
const FIRST_YEAR = 2026;

export function reduced(value: Json, key = ''): Json {
  if (typeof value === 'string') return reducedString(value, key);
  if (Array.isArray(value)) {
    if (REPORTS.has(key)) return value.length === 0 ? [] : ['…'];
    return value.map((item) => reduced(item, key));
  }
  if (typeof value !== 'object' || value === null) return COUNTS.has(key) ? '<number>' : value;
  // A response has the transaction twice. A proof depends on what else is stored.
  if ((key === 'tx' && '@type' in value) || key === 'proof_ops') return '…';
  if (key === 'application_version') return Object.keys(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, reduced(member, name)]));
}

function reducedString(value: string, key: string): string {
  const [, year] = /^(\d{4})-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.exec(value) ?? [];
  if (year !== undefined) return Number(year) < FIRST_YEAR ? value : '<time>';
  if (COUNTS.has(key) && /^-?\d+$/.test(value)) return value === '0' ? value : '<decimal>';
  if (OWN.has(key) || (key === 'version' && VERSION.test(value))) return '…';
  if (HASHES.has(key) && value !== '') return `<${value.length} characters>`;
  return key === 'message' || key === 'raw_log' ? reducedText(value) : value;
}

/** Replaces the numbers of texts about heights and gas, and removes places in Go's source. */
export const reducedText = (text: string): string =>
  (/height|gas/i.test(text) ? text.replace(/(?<![\w.-])\d+(?!\w)/g, 'N') : text).replace(/ \[[\w@./-]+\.go:\w+\]/g, '');
