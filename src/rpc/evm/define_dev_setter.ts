/**
 * Defines methods that change something and have no result. They return `true` under the names of Hardhat and ganache,
 * and `null` under all other names, as Anvil does.
 */
import { defineMethod, type ExampleCall, type MethodSpec } from '../jsonrpc/method.js';
import type { EvmContext, EvmMethod } from './context.js';

interface SetterSpec<A extends readonly unknown[]>
  extends Omit<MethodSpec<EvmContext, A>, 'aliases' | 'result' | 'trustedOnly' | 'handler' | 'example'> {
  readonly aliases?: readonly string[];
  /** Resolves when the change is made. */
  readonly handler: (context: EvmContext, ...args: A) => Promise<unknown>;
  readonly example: ExampleCall;
}

export const defineDevSetter = <A extends readonly unknown[]>(spec: SetterSpec<A>): EvmMethod =>
  defineMethod<EvmContext, A>({
    ...spec,
    aliases: (spec.aliases ?? []).map((name) => ({ name, answer: () => acknowledgement(name) })),
    result: "true under Hardhat's and ganache's names, null under others",
    trustedOnly: true,
    handler: async (context, ...args) => {
      await spec.handler(context, ...args);
      return acknowledgement(spec.name);
    },
    example: { ...spec.example, result: acknowledgement(spec.name) },
  });

const acknowledgement = (name: string): true | null => (/^(hardhat|evm)_/.test(name) ? true : null);
