/** Implements `hardhat_addCompilationResult` (Hardhat): adds contracts to those that stack traces know. */
import { DecodeError } from '../../jsonrpc/errors.js';
import { type Param, required } from '../../jsonrpc/method.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { decodeString } from '../params/go_json.js';

const version: Param<string> = required('solcVersion', 'version of the compiler', (value) => decodeString(value));

const standardJson = (name: string, kind: string): Param<object> =>
  required(name, kind, (value) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    throw new DecodeError(`${name} is not an object, expected ${kind}`);
  });

export const hardhat_addCompilationResult = defineDevSetter({
  name: 'hardhat_addCompilationResult',
  summary: 'Adds contracts whose failures get stack traces.',
  params: [
    version,
    standardJson('input', 'standard JSON input of solc'),
    standardJson('output', 'standard JSON output of solc'),
  ],
  handler: ({ evm }, _, input, output) => evm.addSources(input, output),
  example: { params: ['0.8.28', { sources: {} }, { sources: {}, contracts: {} }] },
});
