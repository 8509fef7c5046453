/** Tests consensus parameters, results and limits against the reference vectors. */
import { describe, expect, it } from 'vitest';
import type { ConsensusParamsUpdate, ExecTxResult } from '../../../src/abci/application.js';
import { encodeBlock } from '../../../src/consensus/types/block.js';
import { encodeDeterministicResult, lastResultsHash } from '../../../src/consensus/types/chain_state.js';
import { encodeEvidenceList } from '../../../src/consensus/types/evidence.js';
import { effectiveMaxBytes, maxDataBytes, maxParts, txWireBytes } from '../../../src/consensus/types/limits.js';
import {
  type ConsensusParams,
  DEFAULT_PARAMS,
  decodeParams,
  encodeHashedParams,
  encodeParams,
  MAX_BLOCK_BYTES,
  paramsHash,
  paramsUpdateProblem,
  updateParams,
  validateParams,
} from '../../../src/consensus/types/params.js';
import { MAX_MESSAGE_DELAY, MAX_PRECISION } from '../../../src/consensus/types/pbts.js';
import { InvariantViolation } from '../../../src/kernel/errors.js';
import { fromHex, toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { vector } from '../../vectors/consensus.js';
import { buildGoldenChain } from './golden.js';

describe('parameters', () => {
  it('hash to params/hash', () => {
    const { input, expected } = vector<{ max_bytes: number; max_gas: number }[], { proto: string; hash: string }[]>(
      'params/hash',
    );
    for (const [index, { max_bytes: maxBytes, max_gas: maxGas }] of input.entries()) {
      const block = { maxBytes: BigInt(maxBytes), maxGas: BigInt(maxGas) };
      const params = { ...DEFAULT_PARAMS, block };
      expect({ proto: toHex(encodeHashedParams(block)), hash: toHex(paramsHash(params)) }).toEqual(expected[index]);
    }
  });

  it('are replaced group by group', () => {
    const block = { maxBytes: 1000n, maxGas: 5n };
    expect(updateParams(DEFAULT_PARAMS, { block })).toEqual({ ...DEFAULT_PARAMS, block });
    expect(updateParams(DEFAULT_PARAMS, {})).toEqual(DEFAULT_PARAMS);
    const evidence = { maxAgeNumBlocks: 1n, maxAgeDuration: 2n, maxBytes: 3n };
    const version = { app: 4n };
    expect(updateParams(DEFAULT_PARAMS, { evidence, version })).toEqual({ ...DEFAULT_PARAMS, evidence, version });
  });

  it('are valid by default', () => {
    expect(validateParams(DEFAULT_PARAMS)).toBeUndefined();
    const unlimited = { ...DEFAULT_PARAMS, block: { maxBytes: -1n, maxGas: -1n } };
    expect(validateParams(unlimited)).toBeUndefined();
  });

  it.each<[string, ConsensusParamsUpdate]>([
    ['block.max_bytes is 0, expected -1 or 1 to 104857600', { block: { maxBytes: 0n, maxGas: 0n } }],
    ['block.max_bytes is 104857601', { block: { maxBytes: MAX_BLOCK_BYTES + 1n, maxGas: 0n } }],
    ['block.max_gas is -2, expected -1 or more', { block: { maxBytes: 1_048_576n, maxGas: -2n } }],
    ['evidence.max_bytes is 1048576, expected 0 to 10000', { block: { maxBytes: 10_000n, maxGas: 0n } }],
    ['evidence.max_age_num_blocks is 0', { evidence: { maxAgeNumBlocks: 0n, maxAgeDuration: 1n, maxBytes: 0n } }],
    ['evidence.max_age_duration is 0', { evidence: { maxAgeNumBlocks: 1n, maxAgeDuration: 0n, maxBytes: 0n } }],
    ['evidence.max_bytes is -1', { evidence: { maxAgeNumBlocks: 1n, maxAgeDuration: 1n, maxBytes: -1n } }],
    ['validator.pub_key_types is , expected one or more of ed25519', { validator: { pubKeyTypes: [] } }],
    ['validator.pub_key_types is sr25519', { validator: { pubKeyTypes: ['sr25519'] } }],
    ['version.app is -1', { version: { app: -1n } }],
    ['abci.vote_extensions_enable_height is -1', { abci: { voteExtensionsEnableHeight: -1n } }],
    ['feature.pbts_enable_height is -1, expected 0 or more', { feature: { pbtsEnableHeight: -1n } }],
    [
      'synchrony.message_delay is 86400000000001, expected 1 to 86400000000000 nanoseconds',
      { feature: { pbtsEnableHeight: 9n }, synchrony: { precision: 0n, messageDelay: MAX_MESSAGE_DELAY + 1n } },
    ],
    [
      'synchrony.precision is 30000000001, expected 1 to 30000000000 nanoseconds',
      { feature: { pbtsEnableHeight: 9n }, synchrony: { precision: MAX_PRECISION + 1n, messageDelay: 7n } },
    ],
  ])('are refused: %s', (problem, update) => {
    expect(validateParams(updateParams(DEFAULT_PARAMS, update))).toContain(problem);
    expect(paramsUpdateProblem(DEFAULT_PARAMS, update, 5n)).toContain(problem);
  });

  it('of CometBFT 1.0 are updated member by member, and survive their encoding', () => {
    const update = { feature: { pbtsEnableHeight: 9n }, synchrony: { precision: 0n, messageDelay: 7n } };
    const first = updateParams(DEFAULT_PARAMS, update);
    expect(first).toEqual({
      ...DEFAULT_PARAMS,
      feature: { pbtsEnableHeight: 9n },
      synchrony: { precision: 505_000_000n, messageDelay: 7n },
    });
    const second = updateParams(first, { feature: { voteExtensionsEnableHeight: 4n } });
    expect(second).toEqual({ ...first, abci: { voteExtensionsEnableHeight: 4n } });
    expect(decodeParams(encodeParams(second))).toEqual(second);
    expect(decodeParams(encodeParams(DEFAULT_PARAMS))).toEqual(DEFAULT_PARAMS);
    expect(validateParams(updateParams(DEFAULT_PARAMS, { synchrony: { precision: -1n, messageDelay: -1n } }))).toBe(
      undefined,
    );
  });

  it.each<[current: bigint, wanted: bigint, height: bigint, problem: string | undefined]>([
    [0n, 6n, 5n, undefined],
    [0n, 5n, 5n, 'feature.pbts_enable_height is 5, expected a height above 5'],
    [6n, 0n, 5n, undefined],
    [5n, 0n, 5n, 'PBTS is on since height 5, which cannot change'],
    [5n, 9n, 5n, 'PBTS is on since height 5, which cannot change'],
    [6n, 9n, 5n, undefined],
    [5n, 5n, 5n, undefined],
  ])('have PBTS from %s: an update to %s at height %s results in %s', (current, wanted, height, problem) => {
    const params = updateParams(DEFAULT_PARAMS, { feature: { pbtsEnableHeight: current } });
    expect(paramsUpdateProblem(params, { feature: { pbtsEnableHeight: wanted } }, height)).toBe(problem);
  });

  it('allow the vote extension heights of params/vote-extension-height-update', () => {
    type Row = readonly [current: number, update: number, height: number, ok: boolean];
    for (const [current, wanted, height, ok] of vector<unknown, Row[]>('params/vote-extension-height-update')
      .expected) {
      const params: ConsensusParams = { ...DEFAULT_PARAMS, abci: { voteExtensionsEnableHeight: BigInt(current) } };
      const update = { abci: { voteExtensionsEnableHeight: BigInt(wanted) } };
      expect([current, wanted, height, paramsUpdateProblem(params, update, BigInt(height)) === undefined]).toEqual([
        current,
        wanted,
        height,
        ok,
      ]);
    }
  });
});

interface ResultInput {
  readonly code: number;
  readonly data?: string;
  readonly data_ascii?: string;
  readonly gas_wanted?: number;
  readonly gas_used?: number;
}

const toResult = (input: ResultInput): ExecTxResult => ({
  code: input.code,
  data: input.data_ascii === undefined ? fromHex(input.data ?? '') : utf8(input.data_ascii),
  log: 'log',
  info: 'info',
  gasWanted: BigInt(input.gas_wanted ?? 0),
  gasUsed: BigInt(input.gas_used ?? 0),
  events: [{ type: 'transfer', attributes: [] }],
  codespace: 'sdk',
});

describe('results', () => {
  it.each(['results/root', 'results/gas'])('have the leaves and the root of %s', (id) => {
    const { input, expected } = vector<{ results: ResultInput[] }, { leaves: string[]; root: string }>(id);
    const results = input.results.map(toResult);
    expect(results.map((result) => toHex(encodeDeterministicResult(result)))).toEqual(expected.leaves);
    expect(toHex(lastResultsHash(results))).toBe(expected.root);
    expect(lastResultsHash(results)).toBe(lastResultsHash(results));
  });
});

const withMaxBytes = (maxBytes: bigint) => ({ ...DEFAULT_PARAMS, block: { maxBytes, maxGas: -1n } });

describe('limits', () => {
  it('leave for transactions the bytes of limits/max-data-bytes', () => {
    const { input, expected } = vector<{ cases: [number, number, number][] }, string>('limits/max-data-bytes');
    const left = input.cases.map(([maxBytes, validators, evidence]) =>
      Number(maxDataBytes(withMaxBytes(BigInt(maxBytes)), evidence, validators)),
    );
    expect(JSON.stringify(left)).toBe(expected);
  });

  it('cannot be below the size of header and commit', () => {
    expect(() => maxDataBytes(withMaxBytes(841n), 0n, 1)).toThrow(InvariantViolation);
    expect(() => maxDataBytes(withMaxBytes(842n), 1n, 1)).toThrow('1 bytes too small for 1 validators');
  });

  it('of -1 mean 100 MiB', () => {
    expect(effectiveMaxBytes(-1n)).toBe(104_857_600n);
    expect(maxDataBytes(withMaxBytes(-1n), 0, 4)).toBe(104_857_600n - 731n - 444n);
  });

  it('apply to real blocks', () => {
    for (const { block, encoded } of buildGoldenChain()) {
      const txBytes = block.txs.reduce((sum, tx) => sum + txWireBytes(tx.length), 0);
      const evidenceBytes = encodeEvidenceList(block.evidence).length;
      const left = maxDataBytes(withMaxBytes(MAX_BLOCK_BYTES), evidenceBytes, block.lastCommit.signatures.length);
      expect(encoded.length - txBytes).toBeLessThanOrEqual(Number(MAX_BLOCK_BYTES - left));
    }
  });

  it('count a transaction as its part of the encoded block', () => {
    const [height] = buildGoldenChain();
    if (height === undefined) throw new Error('no golden chain');
    const size = (txs: readonly Uint8Array[]) => encodeBlock({ ...height.block, txs }).length;
    for (const length of [0, 1, 127, 128, 16_383, 16_384, 100_000]) {
      // Two more transactions make the length of all transactions take as many bytes before and after.
      const ballast = [new Uint8Array(20_000), new Uint8Array(60_000)];
      expect(size([...ballast, new Uint8Array(length)]) - size(ballast)).toBe(txWireBytes(length));
    }
  });

  it('bound the parts of a proposal', () => {
    expect([maxParts(65_536n), maxParts(65_537n), maxParts(22_020_096n), maxParts(-1n)]).toEqual([1, 2, 336, 1600]);
  });
});
