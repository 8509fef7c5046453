/**
 * The expected answer to each route's example on the live chain, in the members that all dialects share. Numbers are
 * texts here, because the dialects encode them differently.
 */
import { expect } from 'vitest';
import { BLOCK_3_HASH, CALL_TX_HASH, HEAD_HASH, PEER } from '../../src/rpc/examples.js';
import type { Json } from './test_devnet.js';

const hash = (evmHash: string): string => evmHash.slice(2).toUpperCase();
const HASH = expect.stringMatching(/^[0-9A-F]{64}$/);
const ADDRESS = expect.stringMatching(/^[0-9A-F]{40}$/);
const BASE64 = expect.stringMatching(/^[0-9A-Za-z+/]+={0,2}$/);
const CHAIN_ID = 'halley_31337-1';
/** Hash of the example's transaction, wrapped into a Cosmos transaction. */
const SENT_TX_HASH = 'B6946A83E88D2984718B81EB032BB526D8617E9FFDE7BAF83F4A33645794A48C';

const header = {
  chain_id: CHAIN_ID,
  height: '3',
  time: '2025-01-01T00:00:02Z',
  last_block_id: { hash: HASH, parts: { total: '1', hash: HASH } },
  last_commit_hash: HASH,
  data_hash: HASH,
  validators_hash: HASH,
  next_validators_hash: HASH,
  consensus_hash: HASH,
  app_hash: HASH,
  last_results_hash: HASH,
  evidence_hash: HASH,
  proposer_address: ADDRESS,
};
const blockId = { hash: hash(BLOCK_3_HASH), parts: { total: '1', hash: HASH } };
const tx = { hash: CALL_TX_HASH, height: '3', index: '0', tx_result: { code: '0', gas_used: '44542' } };
const params = { block: { max_bytes: '22020096', max_gas: '60000000' } };
const accepted = { code: '0', hash: SENT_TX_HASH };
/** Validators after the changes: validator 1 has its new power, and validator 3 is jailed. */
const validators = [
  { address: ADDRESS, pub_key: { value: BASE64 }, voting_power: '25' },
  { address: ADDRESS, pub_key: { value: BASE64 }, voting_power: '10' },
  { address: ADDRESS, pub_key: { value: BASE64 }, voting_power: '10' },
];
const blockOf = (result: Json) => {
  expect(result).toMatchObject({ block_id: blockId, block: { header, last_commit: { height: '2' } } });
  const { data } = result.block;
  expect(data.txs ?? data).toEqual([BASE64, BASE64]);
};
const matching = (wanted: object) => (result: Json) => expect(result).toMatchObject(wanted);

/** Check for each route that any protocol offers. It gets the result of the example. */
export const ANSWERS: Readonly<Record<string, (result: Json) => void>> = {
  abci_info: matching({ response: { data: 'halley', last_block_height: '6', last_block_app_hash: BASE64 } }),
  abci_query: matching({ response: { code: '0', height: '6', key: 'AA==' } }),
  block: blockOf,
  block_by_hash: blockOf,
  block_results: (result) => {
    expect(result).toMatchObject({ height: '3', txs_results: [tx.tx_result, { code: '0' }] });
  },
  block_search: (result) => {
    expect(result.total_count).toBe('4');
    expect(result.blocks.map(({ block }: Json) => block.header.height)).toEqual(['3', '4', '5', '6']);
    blockOf(result.blocks[0]);
  },
  blockchain: matching({
    last_height: '6',
    block_metas: [
      { block_id: blockId, header, num_txs: '2' },
      { header: { height: '2' }, num_txs: '2' },
    ],
  }),
  broadcast_tx_async: matching(accepted),
  broadcast_tx_commit: (result) => {
    const delivered = result.tx_result ?? result.deliver_tx;
    expect(result).toMatchObject({ hash: SENT_TX_HASH, height: '7', check_tx: { code: '0' } });
    expect(delivered).toMatchObject({ code: '0', gas_used: '21000' });
  },
  broadcast_tx_sync: matching(accepted),
  check_tx: matching({ code: '0', gas_wanted: '21000' }),
  commit: matching({ signed_header: { header, commit: { height: '3', block_id: blockId } }, canonical: true }),
  consensus_params: matching({ block_height: '3', consensus_params: params }),
  consensus_state: matching({ round_state: { 'height/round/step': '7/0/1', proposer: { address: ADDRESS } } }),
  dial_peers: ({ log, Log = log }) => expect(Log).toMatch(/^Dialing peers in progress/),
  dial_seeds: ({ log, Log = log }) => expect(Log).toMatch(/^Dialing seeds in progress/),
  dump_consensus_state: matching({ round_state: { height: '7', round: '0', step: '1', validators: { validators } } }),
  genesis: matching({ genesis: { chain_id: CHAIN_ID, initial_height: '1', consensus_params: params } }),
  genesis_chunked: (result) => {
    expect(result).toMatchObject({ chunk: '0', total: '1' });
    expect(JSON.parse(atob(result.data))).toMatchObject({ chain_id: CHAIN_ID });
  },
  header: matching({ header }),
  header_by_hash: matching({ header }),
  health: (result) => expect(result).toEqual({}),
  net_info: matching({
    listening: true,
    n_peers: '3',
    peers: [{ node_info: { id: PEER.split('@')[0], network: CHAIN_ID } }, {}, {}],
  }),
  num_unconfirmed_txs: matching({ n_txs: '2', total: '2', total_bytes: '522' }),
  status: matching({
    node_info: { network: CHAIN_ID, moniker: 'halley' },
    sync_info: { latest_block_hash: hash(HEAD_HASH), latest_block_height: '6', earliest_block_height: '1' },
    validator_info: { address: ADDRESS, voting_power: '10' },
  }),
  tx: matching({ ...tx, proof: { root_hash: HASH, data: BASE64 } }),
  tx_search: (result) => {
    expect(result).toMatchObject({ total_count: '2', txs: [{ index: '1' }, tx] });
    const { root_hash, RootHash = root_hash } = result.txs[1].proof;
    expect(RootHash).toEqual(HASH);
  },
  unconfirmed_txs: matching({ n_txs: '2', total: '2', total_bytes: '522', txs: [BASE64, BASE64] }),
  unsafe_flush_mempool: (result) => expect(result).toEqual({}),
  validators: matching({ block_height: '7', count: '3', total: '3', validators }),
};

/** Replaces numbers by texts, in a value of any shape. */
export const numbersAsTexts = (value: unknown): Json =>
  JSON.parse(JSON.stringify(value), (_, item) => (typeof item === 'number' ? item.toString() : item));
