/**
 * Defines methods that profile the process. They belong to `debug`, only trusted callers may call them, and
 * `enable-profiling` turns them off (evm-json-rpc.md 1.6).
 */
import { refusal } from '../../jsonrpc/errors.js';
import { type MethodSpec, type Param, required } from '../../jsonrpc/method.js';
import { type EvmContext, type EvmMethod, evmMethod } from '../context.js';
import { decodeInt, decodeString } from '../params/go_json.js';

type ProfilingSpec<A extends readonly unknown[]> = Omit<MethodSpec<EvmContext, A>, 'trustedOnly' | 'namespace'>;

export const profilingMethod = <A extends readonly unknown[]>(spec: ProfilingSpec<A>): EvmMethod =>
  evmMethod<A>({
    ...spec,
    trustedOnly: true,
    handler: (context, ...args) => {
      if (!context.profiling) throw refusal('profiling disabled in the debug namespace');
      return spec.handler(context, ...args);
    },
  });

export const file: Param<string> = required('file', 'path, ~/ for the home folder', (value) => decodeString(value));

/** Largest number that both V8's flags and Go's `int` can hold. */
const MAX_INT = 2 ** 31 - 1;

export const whole = (name: string): Param<number> =>
  required(name, 'number', (value) => decodeInt(value, 'int', MAX_INT));

export const seconds: Param<number> = required('seconds', 'number', (value) => decodeInt(value, 'uint', MAX_INT));
