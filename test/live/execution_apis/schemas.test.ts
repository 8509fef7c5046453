/**
 * Checks that a devnet's answers match the schemas of Ethereum's execution-apis, for the methods that both have. Runs
 * those of their tests that do not depend on their chain: missing objects and refusals.
 */
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVM_METHODS } from '../../../src/rpc/evm/methods/index.generated.js';
import { underEachName } from '../../../src/rpc/jsonrpc/method.js';
import cases from '../../vectors/execution-apis/cases.json' with { type: 'json' };
import described from '../../vectors/execution-apis/schemas.json' with { type: 'json' };
import type { RpcAnswer } from '../test_devnet.js';
import { examples } from './examples.js';
import { openTestDevnet, type TestDevnet } from './test_devnet.js';

const ours = new Set(EVM_METHODS.flatMap(underEachName).map(({ name }) => name));
const shared = Object.keys(described.methods).filter((name) => ours.has(name));

const { components, methods } = described;
const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addSchema({
  $id: 'execution-apis',
  components,
  results: Object.fromEntries(Object.entries(methods).map(([name, { result }]) => [name, result])),
});

/**
 * Returns the errors that the schema finds in a result. An empty list has items of no type, so that `oneOf` matches two
 * types at once; this error is ignored.
 */
function complaints(method: string, result: unknown): readonly string[] {
  const validate = ajv.compile({ $ref: `execution-apis#/results/${method}` });
  validate(result);
  const errors = (validate.errors ?? []).filter(
    ({ keyword, params }) => keyword !== 'oneOf' || params['passingSchemas'] === null,
  );
  return errors.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
}

let testDevnet: TestDevnet;
beforeAll(async () => {
  testDevnet = await openTestDevnet();
});
afterAll(() => testDevnet.devnet.close());

/**
 * Shapes that differ from the schema: an object contains the bytes, as in geth. viem and ethers return the result
 * unchanged as the bytes.
 */
const OTHER_SHAPES: Readonly<Record<string, readonly string[] | undefined>> = {
  eth_signTransaction: [' must be object {"type":"object"}'],
};

describe('the schemas of the execution-apis', () => {
  it.each(shared)('describe the answers of %s', async (method) => {
    const asked = examples(testDevnet.facts)[method];
    expect(asked, 'no example').toBeDefined();
    for (const params of asked ?? []) {
      const { result, error } = await testDevnet.ask(method, params);
      expect(error, JSON.stringify(params)).toBeUndefined();
      expect(complaints(method, result), `${JSON.stringify(params)}: ${JSON.stringify(result)}`).toEqual(
        OTHER_SHAPES[method] ?? [],
      );
    }
  });

  it('find a result that they do not allow', () => {
    expect(complaints('eth_blockNumber', 5)).not.toEqual([]);
    expect(complaints('eth_getTransactionReceipt', { status: '0x1' })).not.toEqual([]);
    expect(complaints('eth_getBlockByNumber', { number: '0x01' })).not.toEqual([]);
  });

  it('describe methods that we refuse, as evmd does', async () => {
    const refused = ['debug_getRawBlock', 'debug_getRawHeader', 'debug_getRawReceipts', 'debug_getRawTransaction'];
    for (const method of [...refused, 'eth_fillTransaction'])
      expect(await testDevnet.ask(method, [])).toMatchObject({
        error: { code: -32601, message: `the method ${method} does not exist/is not available` },
      });
  });
});

interface Case {
  readonly name: string;
  readonly method: string;
  readonly params: readonly unknown[];
  readonly answer: Pick<RpcAnswer, 'result' | 'error'>;
}

/** Errors that differ here, and why. */
const OTHERWISE: Readonly<Record<string, RpcAnswer['error']>> = {
  // These are the texts of evmd.
  'debug_traceTransaction/trace-unknown-tx': { code: -32000, message: 'tx not found, hash: NxN' },
  'debug_traceBlockByHash/trace-block-not-found': { code: -32000, message: 'block not found for hash NxN' },
  // This is the text of CheckTx.
  'eth_simulateV1/ethSimulate-instrict-gas-38013': {
    code: -38013,
    message: 'intrinsic gas too low: gas N, minimum needed N',
  },
  // geth has no code for a nonce that cannot grow. We use the code of a nonce that is too high.
  'eth_simulateV1/ethSimulate-overflow-nonce-validation': {
    code: -38011,
    message: 'nonce has max value: address NxC000000000000000000000000000000000000000, nonce: N',
  },
  // Precompiles cannot be moved.
  ...Object.fromEntries(
    [
      'move-to-address-itself-reference-38022',
      'move-two-non-precompiles-accounts-to-same',
      'try-to-move-non-precompile',
    ].map((name) => [
      `eth_simulateV1/ethSimulate-${name}`,
      { code: -32602, message: 'invalid argument N: movePrecompileToAddress is not supported' },
    ]),
  ),
};

/** Names of the cases that succeed here. */
const ANSWERED: ReadonlySet<string> = new Set([
  // Nodes of Cosmos chains also accept a block's number in decimal digits.
  'debug_traceBlockByNumber/trace-block-invalid-number',
  // Hardhat and Anvil search up to the head, and indexers ask for blocks beyond it.
  'eth_getLogs/filter-error-future-block-range',
]);

/**
 * Replaces numbers in a text, which depend on the chain. geth adds the supplied gas where gas ran out, and we do not.
 */
const shape = (text: string): string =>
  text
    .replace(/^err: (.*) \(supplied gas \d+\)$/, '$1')
    .replace(/0x[0-9a-f]{40,}/g, '0xN')
    .replace(/\b\d+/g, 'N');

/** Returns whether the texts agree. Ours may add more behind a colon or in brackets. */
const saysThat = (said: string, expected: string): boolean =>
  said === expected || said.startsWith(`${expected}: `) || said.startsWith(`${expected} (`);

const answerable = (cases.cases as readonly Case[]).filter(({ method }) => ours.has(method));

describe('go-ethereum in the tests of the execution-apis', () => {
  it.each(answerable.map((one) => [one.name, one] as const))(
    'answers the same: %s',
    async (name, { method, params, answer }) => {
      const { result, error } = await testDevnet.ask(method, params);
      if (answer.error === undefined) return expect({ result, error }).toEqual({ ...answer, error: undefined });
      if (ANSWERED.has(name)) return expect(error).toBeUndefined();
      const { code, message } = OTHERWISE[name] ?? answer.error;
      expect(error?.code, error?.message).toBe(code);
      const [said, expected] = [shape(error?.message ?? ''), shape(message)];
      expect(saysThat(said, expected), `${said}, not ${expected}`).toBe(true);
      if (OTHERWISE[name] !== undefined)
        expect(shape(answer.error.message).startsWith(expected) && code === answer.error.code).toBe(false);
    },
  );
});
