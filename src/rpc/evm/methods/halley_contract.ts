/** Implements `halley_contract`, a method of Halley only. */
import { CONTRACT } from '../../examples.js';
import { readState } from '../blocks.js';
import { evmMethod } from '../context.js';
import { LATEST } from '../params/block.js';
import { address } from '../params/values.js';

export const halley_contract = evmMethod({
  name: 'halley_contract',
  summary: 'Returns the compiled contract whose code an account has, as far as the devnet knows it.',
  params: [address],
  result: 'object: contract, source (name of its file, where it is known), abi; null where no contract has the code',
  trustedOnly: true,
  handler: async ({ evm }, account) => {
    const found = await evm.contractOf(await readState(evm, LATEST, (state) => state.code(account)));
    if (found === undefined) return null;
    const { name, sourceName, abi } = found;
    return { contract: name, ...(sourceName !== '' && { source: sourceName }), abi };
  },
  example: { params: [CONTRACT], result: null },
});
