/**
 * The schemas of Ethereum's execution-apis: what a devnet answers to the methods that both have is what they describe.
 * And those of their tests that need nothing of their chain: what is not there, and what is refused.
 */
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVM_METHODS } from '../../../src/rpc/evm/methods/index.generated.js';
import { underEachName } from '../../../src/rpc/jsonrpc/method.js';
import cases from '../../vectors/execution-apis/cases.json' with { type: 'json' };
import described from '../../vectors/execution-apis/schemas.json' with { type: 'json' };
import type { RpcAnswer } from '../scene.js';
import { examples } from './examples.js';
import { openScene, type Scene } from './scene.js';

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
 * What the schema says of a result; nothing when it agrees. An empty list is one of nothing in particular, which
 * `oneOf` takes for two things at once.
 */
function complaints(method: string, result: unknown): readonly string[] {
  const validate = ajv.compile({ $ref: `execution-apis#/results/${method}` });
  validate(result);
  const errors = (validate.errors ?? []).filter(
    ({ keyword, params }) => keyword !== 'oneOf' || params['passingSchemas'] === null,
  );
  return errors.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
}

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.devnet.close());

/** An object around the bytes, as geth has it; viem and ethers hand on what they get as the bytes. */
const OTHER_SHAPES: Readonly<Record<string, readonly string[] | undefined>> = {
  eth_signTransaction: [' must be object {"type":"object"}'],
};

describe('the schemas of the execution-apis', () => {
  it.each(shared)('describe what %s answers', async (method) => {
    const asked = examples(scene.facts)[method];
    expect(asked, 'no example').toBeDefined();
    for (const params of asked ?? []) {
      const { result, error } = await scene.ask(method, params);
      expect(error, JSON.stringify(params)).toBeUndefined();
      expect(complaints(method, result), `${JSON.stringify(params)}: ${JSON.stringify(result)}`).toEqual(
        OTHER_SHAPES[method] ?? [],
      );
    }
  });

  it('find a result that they do not describe', () => {
    expect(complaints('eth_blockNumber', 5)).not.toEqual([]);
    expect(complaints('eth_getTransactionReceipt', { status: '0x1' })).not.toEqual([]);
    expect(complaints('eth_getBlockByNumber', { number: '0x01' })).not.toEqual([]);
  });

  it('describe methods that are refused here, as the node does', async () => {
    const refused = ['debug_getRawBlock', 'debug_getRawHeader', 'debug_getRawReceipts', 'debug_getRawTransaction'];
    for (const method of [...refused, 'eth_fillTransaction'])
      expect(await scene.ask(method, [])).toMatchObject({
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

/** What is said otherwise here, and why. */
const OTHERWISE: Readonly<Record<string, RpcAnswer['error']>> = {
  // The node's texts.
  'debug_traceTransaction/trace-unknown-tx': { code: -32000, message: 'tx not found, hash: NxN' },
  'debug_traceBlockByHash/trace-block-not-found': { code: -32000, message: 'block not found for hash NxN' },
  // The text is that of admission.
  'eth_simulateV1/ethSimulate-instrict-gas-38013': {
    code: -38013,
    message: 'intrinsic gas too low: gas N, minimum needed N',
  },
  // geth has no code for a nonce that cannot grow; here it has that of one that is too high.
  'eth_simulateV1/ethSimulate-overflow-nonce-validation': {
    code: -38011,
    message: 'nonce has max value: address NxC000000000000000000000000000000000000000, nonce: N',
  },
  // Precompiles stay where they are.
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

/** Nodes of Cosmos chains take a block's number in decimal digits too. */
const ANSWERED: ReadonlySet<string> = new Set(['debug_traceBlockByNumber/trace-block-invalid-number']);

/** Numbers in a text are those of their chain; where it ran out geth says with what gas it began, we say no more. */
const shape = (text: string): string =>
  text
    .replace(/^err: (.*) \(supplied gas \d+\)$/, '$1')
    .replace(/0x[0-9a-f]{40,}/g, '0xN')
    .replace(/\b\d+/g, 'N');

/** Ours may say more behind a colon or in brackets. */
const saysThat = (said: string, expected: string): boolean =>
  said === expected || said.startsWith(`${expected}: `) || said.startsWith(`${expected} (`);

const answerable = (cases.cases as readonly Case[]).filter(({ method }) => ours.has(method));

describe('go-ethereum in the tests of the execution-apis', () => {
  it.each(answerable.map((one) => [one.name, one] as const))(
    'answers the same: %s',
    async (name, { method, params, answer }) => {
      const { result, error } = await scene.ask(method, params);
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
