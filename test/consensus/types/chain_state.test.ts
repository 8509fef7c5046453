/**
 * Tests the state before the first block, the responses that the application may give, and when its updates take
 * effect.
 */
import { describe, expect, it } from 'vitest';
import type { FinalizeBlockResponse, InitChainResponse } from '../../../src/abci/application.js';
import {
  decodeChainState,
  genesisState,
  nextState,
  responseProblem,
} from '../../../src/consensus/types/chain_state.js';
import { incrementProposerPriority, newValidatorSet } from '../../../src/consensus/types/validator_set.js';
import { HalleyError, InvariantViolation } from '../../../src/kernel/errors.js';
import { buildGoldenChain, goldenGenesis, goldenKey } from './golden.js';

const nothing: InitChainResponse = { validators: [], appHash: new Uint8Array() };
const newcomer = goldenKey('golden-validator-4').pubKey;
const removed = goldenKey('golden-validator-0').pubKey;

describe('the state at genesis', () => {
  it("has the document's values by default", () => {
    const state = genesisState({ ...goldenGenesis, appHash: Uint8Array.of(1), initialHeight: 40n }, nothing, 9n);
    expect([state.lastBlockHeight, state.initialHeight, state.appVersion]).toEqual([0n, 40n, 9n]);
    expect([state.lastBlockTime, state.lastValidators]).toEqual([goldenGenesis.genesisTime, undefined]);
    expect([state.params, state.appHash]).toEqual([goldenGenesis.consensusParams, Uint8Array.of(1)]);
    expect(state.validators).toEqual(newValidatorSet(goldenGenesis.validators));
    expect(state.nextValidators).toEqual(incrementProposerPriority(state.validators, 1));
  });

  it("has the application's values in place of the document's", () => {
    const block = { maxBytes: 1_048_576n, maxGas: 7n };
    const answer: InitChainResponse = {
      validators: [{ pubKey: newcomer, power: 3n }],
      appHash: Uint8Array.of(2),
      consensusParams: { block, version: { app: 5n } },
    };
    const state = genesisState(goldenGenesis, answer, 9n);
    expect(state.validators.validators.map((v) => v.pubKey)).toEqual([newcomer]);
    expect([state.params.block, state.appVersion, state.appHash]).toEqual([block, 5n, Uint8Array.of(2)]);
    expect(state.params.evidence).toEqual(goldenGenesis.consensusParams.evidence);
  });

  it.each<[string, Partial<InitChainResponse>]>([
    ['a validator has power 0', { validators: [{ pubKey: newcomer, power: 0n }] }],
    [
      "a validator's ed25519 key has 3 bytes",
      { validators: [{ pubKey: { type: 'ed25519', bytes: new Uint8Array(3) }, power: 1n }] },
    ],
    [
      'a validator key is of type secp256k1, allowed: ed25519',
      { validators: [{ pubKey: { type: 'secp256k1', bytes: new Uint8Array(33) }, power: 1n }] },
    ],
    ['block.max_gas is -5', { consensusParams: { block: { maxBytes: 1_048_576n, maxGas: -5n } } }],
  ])('does not exist: %s', (problem, change) => {
    const make = () => genesisState(goldenGenesis, { ...nothing, ...change }, 0n);
    expect(make).toThrow(HalleyError);
    expect(make).toThrow(`genesis: ${problem}`);
  });

  it('does not exist without validators', () => {
    const make = () => genesisState({ ...goldenGenesis, validators: [] }, nothing, 0n);
    expect(make).toThrow('neither the document nor the application names a validator');
  });
});

describe('the state after a block', () => {
  const [height] = buildGoldenChain();
  if (height === undefined) throw new Error('no golden chain');
  const { before, block, blockId, response } = height;
  const stateAfter = (change: Partial<FinalizeBlockResponse>, state = before) =>
    nextState(state, block, blockId, { ...response, ...change });

  it('lets a new validator sign two heights later', () => {
    const first = stateAfter({ validatorUpdates: [{ pubKey: newcomer, power: 5n }] });
    expect([first.validators.validators.length, first.nextValidators.validators.length]).toEqual([4, 5]);
    expect(first.lastValidators).toBe(before.validators);
    expect(first.validators).toBe(before.nextValidators);
    const second = stateAfter({}, first);
    expect(second.validators).toBe(first.nextValidators);
  });

  it('takes the application version only from updated parameters', () => {
    expect(stateAfter({}).appVersion).toBe(7n);
    expect(stateAfter({ consensusParamUpdates: { version: { app: 8n } } }).appVersion).toBe(8n);
    const params = { ...before.params, version: { app: 0n } };
    const flipped = stateAfter({ consensusParamUpdates: { block: params.block } }, { ...before, params });
    expect(flipped.appVersion).toBe(0n);
  });

  it.each<[string, Partial<FinalizeBlockResponse>]>([
    [
      '1 results for 0 transactions',
      {
        txResults: [
          { code: 0, data: new Uint8Array(), log: '', info: '', gasWanted: 0n, gasUsed: 0n, events: [], codespace: '' },
        ],
      },
    ],
    ['is removed but not in the set', { validatorUpdates: [{ pubKey: newcomer, power: 0n }] }],
    [
      'is updated twice',
      {
        validatorUpdates: [
          { pubKey: removed, power: 0n },
          { pubKey: removed, power: 1n },
        ],
      },
    ],
    [
      'of type secp256k1',
      { validatorUpdates: [{ pubKey: { type: 'secp256k1', bytes: new Uint8Array(33) }, power: 1n }] },
    ],
    ['block.max_bytes is 0', { consensusParamUpdates: { block: { maxBytes: 0n, maxGas: 0n } } }],
    ['expected a height above 1', { consensusParamUpdates: { abci: { voteExtensionsEnableHeight: 1n } } }],
  ])('does not exist when the response is invalid: %s', (problem, change) => {
    expect(responseProblem(before, block, { ...response, ...change })).toContain(problem);
    expect(() => stateAfter(change)).toThrow(InvariantViolation);
  });

  it('is not decoded from bytes with a missing field', () => {
    expect(() => decodeChainState(new Uint8Array())).toThrow('State: version or last_block_time is missing');
  });
});
