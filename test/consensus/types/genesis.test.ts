/** Tests that genesis documents of CometBFT are read, and that errors name the field, the value and the expectation. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { genesisToJson, parseGenesis } from '../../../src/consensus/types/genesis.js';
import { DEFAULT_PARAMS, decodeParams, encodeParams, updateParams } from '../../../src/consensus/types/params.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { fromHex } from '../../../src/kernel/hex.js';
import * as any from './arbitraries.js';
import { goldenGenesis, time } from './golden.js';

const NOW = time('2026-01-02T03:04:05.000000006Z');

/** Structure that `cometbft init` writes. */
const document = {
  genesis_time: '2026-11-21T09:32:21.003719888Z',
  chain_id: 'test-chain-jUy2Ph',
  initial_height: '0',
  consensus_params: {
    block: { max_bytes: '22020096', max_gas: '-1' },
    evidence: { max_age_num_blocks: '100000', max_age_duration: '172800000000000', max_bytes: '1048576' },
    validator: { pub_key_types: ['ed25519'] },
    version: { app: '0' },
    abci: { vote_extensions_enable_height: '0' },
  },
  validators: [
    {
      address: '73B04A9DA32CE9C4540C4156AF408DB02A8D13A0',
      pub_key: { type: 'tendermint/PubKeyEd25519', value: 'xwcNBTTomcuj45YJ4m1kykw+VdMsUduZneB0y3pwWlc=' },
      power: '10',
      name: '',
    },
  ],
  app_hash: '',
};
const [validator] = document.validators;

function refusal(json: unknown): HalleyError {
  try {
    parseGenesis(json, NOW);
  } catch (error) {
    if (error instanceof HalleyError) return error;
    throw error;
  }
  throw new Error('the document was accepted');
}

describe('a genesis document', () => {
  it('is read as CometBFT writes it', () => {
    expect(parseGenesis(document, NOW)).toEqual({
      genesisTime: time('2026-11-21T09:32:21.003719888Z'),
      chainId: 'test-chain-jUy2Ph',
      initialHeight: 1n,
      consensusParams: DEFAULT_PARAMS,
      validators: [
        {
          pubKey: {
            type: 'ed25519',
            bytes: fromHex('c7070d0534e899cba3e39609e26d64ca4c3e55d32c51db999de074cb7a705a57'),
          },
          power: 10n,
          name: '',
        },
      ],
      appHash: new Uint8Array(),
      appState: undefined,
    });
  });

  it('needs only a chain id', () => {
    const doc = parseGenesis({ chain_id: 'a' }, NOW);
    expect(doc).toEqual({
      genesisTime: NOW,
      chainId: 'a',
      initialHeight: 1n,
      consensusParams: DEFAULT_PARAMS,
      validators: [],
      appHash: new Uint8Array(),
      appState: undefined,
    });
    const blank = { chain_id: 'a', genesis_time: '0001-01-01T00:00:00Z', consensus_params: null, validators: null };
    expect(parseGenesis(blank, NOW)).toEqual(doc);
  });

  it.each(['1970-01-01T00:00:00Z', '2261-12-31T23:59:59.999999999Z'])('may begin at %s', (genesis_time) => {
    expect(parseGenesis({ ...document, genesis_time }, NOW).genesisTime).toBe(time(genesis_time));
  });

  it('may give integers as numbers, omit parameters, and use the names of 0.34', () => {
    const doc = parseGenesis(
      {
        ...document,
        initial_height: 5,
        consensus_params: { block: { max_gas: 30_000_000, time_iota_ms: '1000' }, version: { app_version: '7' } },
        app_state: { bank: [] },
        app_hash: 'AB01',
        unknown: true,
      },
      NOW,
    );
    expect(doc.initialHeight).toBe(5n);
    expect(doc.consensusParams).toEqual({
      ...DEFAULT_PARAMS,
      block: { maxBytes: DEFAULT_PARAMS.block.maxBytes, maxGas: 30_000_000n },
      version: { app: 7n },
    });
    expect(doc.appState).toEqual({ bank: [] });
    expect(doc.appHash).toEqual(fromHex('ab01'));
  });

  it('keeps the authority that CometBFT 0.39 knows, except an empty one', () => {
    const withAuthority = (authority: string) =>
      parseGenesis({ ...document, consensus_params: { authority: { authority } } }, NOW);
    const doc = withAuthority('cosmos1authority');
    expect(doc.consensusParams).toEqual({ ...DEFAULT_PARAMS, authority: { authority: 'cosmos1authority' } });
    expect(parseGenesis(genesisToJson(doc), NOW)).toEqual(doc);
    expect(decodeParams(encodeParams(doc.consensusParams))).toEqual(doc.consensusParams);
    expect(withAuthority('').consensusParams).toEqual(DEFAULT_PARAMS);
    expect(() => withAuthority('é'.repeat(129))).toThrow('genesis: consensus_params.authority.authority is "ééé');
    const changed = updateParams(doc.consensusParams, { authority: { authority: 'another' } });
    expect(changed).toEqual({ ...DEFAULT_PARAMS, authority: { authority: 'another' } });
    expect(updateParams(changed, { block: DEFAULT_PARAMS.block })).toEqual(changed);
  });

  it('is written as CometBFT writes it, and read back', () => {
    const doc = parseGenesis(document, NOW);
    expect(genesisToJson(doc)).toEqual({ ...document, initial_height: '1' });
    expect(parseGenesis(genesisToJson(goldenGenesis), NOW)).toEqual(goldenGenesis);
    fc.assert(
      fc.property(
        any.timedParams,
        any.members,
        any.height,
        fc.json(),
        (consensusParams, members, initialHeight, state) => {
          const appState: unknown = JSON.parse(state) ?? undefined;
          const validators = members.map((member, i) => ({ ...member, name: `v${i}` }));
          const random = { ...goldenGenesis, consensusParams, validators, initialHeight, appState };
          expect(parseGenesis(JSON.parse(JSON.stringify(genesisToJson(random))), NOW)).toEqual(random);
        },
      ),
      { numRuns: 50 },
    );
  });

  it.each<[string, unknown]>([
    ['genesis: document is [], expected an object', []],
    ['genesis: document is null, expected an object', null],
    ['genesis: chain_id is missing, expected text of 1 to 50 bytes', {}],
    [`genesis: chain_id is "${'é'.repeat(26)}", expected text of 1 to 50 bytes`, { chain_id: 'é'.repeat(26) }],
    ['genesis: chain_id is 5, expected text of 1 to 50 bytes', { chain_id: 5 }],
    [
      'genesis: genesis_time is "yesterday", expected a time such as "2025-01-01T00:00:00Z"',
      { ...document, genesis_time: 'yesterday' },
    ],
    ...['1969-12-31T23:59:59.999999999Z', '2262-01-01T00:00:00Z', '9999-12-31T23:59:59Z'].map(
      (genesis_time): [string, unknown] => [
        `genesis: genesis_time is "${genesis_time}", expected a time from the years 1970 to 2261`,
        { ...document, genesis_time },
      ],
    ),
    ['genesis: initial_height is "-1", expected a height that is not negative', { ...document, initial_height: '-1' }],
    [
      'genesis: initial_height is "1.5", expected a 64-bit integer as a string, such as "10"',
      { ...document, initial_height: '1.5' },
    ],
    ['genesis: initial_height is 1.5, expected a 64-bit integer', { ...document, initial_height: 1.5 }],
    [
      'genesis: initial_height is "9223372036854775808", expected a 64-bit integer',
      { ...document, initial_height: '9223372036854775808' },
    ],
    [
      'genesis: consensus_params.block.max_bytes is 0, expected -1 or 1 to 104857600',
      { ...document, consensus_params: { block: { max_bytes: '0' } } },
    ],
    [
      'genesis: consensus_params.block.max_gas is "lots", expected a 64-bit integer as a string, such as "10"',
      { ...document, consensus_params: { block: { max_gas: 'lots' } } },
    ],
    ['genesis: consensus_params.block is "x", expected an object', { ...document, consensus_params: { block: 'x' } }],
    [
      'genesis: consensus_params.validator.pub_key_types is ["bls"], expected one or more of ed25519, secp256k1, secp256k1eth, ml_dsa_65',
      { ...document, consensus_params: { validator: { pub_key_types: ['bls'] } } },
    ],
    [
      'genesis: consensus_params.validator.pub_key_types is [1], expected a list of key types such as ["ed25519"]',
      { ...document, consensus_params: { validator: { pub_key_types: [1] } } },
    ],
    ['genesis: validators is {}, expected a list of validators', { ...document, validators: {} }],
    ['genesis: validators[0] is 7, expected an object', { ...document, validators: [7] }],
    [
      'genesis: validators[0].pub_key is missing, expected an object with type and value',
      { ...document, validators: [{ power: '1' }] },
    ],
    [
      'genesis: validators[0].pub_key.type is "ed25519", expected "tendermint/PubKeyEd25519" or "tendermint/PubKeySecp256k1"',
      { ...document, validators: [{ ...validator, pub_key: { ...validator?.pub_key, type: 'ed25519' } }] },
    ],
    [
      'genesis: validators[0].pub_key.value is "AAAA", expected base64 of 32 bytes',
      { ...document, validators: [{ ...validator, pub_key: { ...validator?.pub_key, value: 'AAAA' } }] },
    ],
    [
      'genesis: validators[0].power is "0", expected more than 0',
      { ...document, validators: [{ ...validator, power: '0' }] },
    ],
    [
      `genesis: validators[0].address is "${'00'.repeat(20)}", expected none, or the key's address "73B04A9DA32CE9C4540C4156AF408DB02A8D13A0"`,
      { ...document, validators: [{ ...validator, address: '00'.repeat(20) }] },
    ],
    ['genesis: validators[1].pub_key is {"type"', { ...document, validators: [validator, validator] }],
    [
      'expected a total of at most 1152921504606846975, but with it the total is 1152921504606846976',
      { ...document, validators: [{ ...validator, power: '1152921504606846976' }] },
    ],
    [
      'genesis: app_hash is "0xAB", expected an even number of hex digits without 0x',
      { ...document, app_hash: '0xAB' },
    ],
  ])('is refused: %s', (message, json) => {
    const error = refusal(json);
    expect(error.code).toBe('invalid-genesis');
    expect(error.message).toContain(message);
    expect(error.facts).toHaveProperty('field');
    expect(error.facts).toHaveProperty('expected');
  });

  it('shows only the beginning of a long value', () => {
    expect(refusal({ chain_id: 'x'.repeat(1000) }).message.length).toBeLessThan(200);
  });

  it('ignores values of the prototype of objects', () => {
    expect(refusal({ chain_id: 'a', validators: [Object.create({ power: '1' })] }).message).toContain(
      'pub_key is missing',
    );
  });
});
