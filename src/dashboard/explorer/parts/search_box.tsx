/** Goes to the block, transaction, account or contract that the reader names. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { callBatch } from '../../feed/batch.js';
import { linkTo } from '../../shell/route.js';
import { chainId } from '../../shell/store.js';
import { artifacts } from '../abi/registry.js';
import { hashToBase64 } from '../codec/cosmos_tx.js';
import { findContracts } from '../read/contracts.js';
import { toNumber } from '../read/format.js';
import type { EvmBlock } from '../read/rpc.js';
import { type Query, readQuery } from '../read/search.js';

const isFound = (result: unknown): boolean => result !== null && result !== undefined && !(result instanceof Error);

async function placeOfHash(hash: string): Promise<string> {
  const chain = chainId.value;
  const [[block, tx], [cosmos]] = await Promise.all([
    callBatch(chain, 'evm', [
      ['eth_getBlockByHash', [hash, false]],
      ['eth_getTransactionByHash', [hash]],
    ]),
    callBatch(chain, 'comet', [['tx', { hash: hashToBase64(hash), prove: false }]]),
  ]);
  if (isFound(block)) return linkTo('block', toNumber((block as EvmBlock).number));
  if (isFound(tx) || isFound(cosmos)) return linkTo('tx', hash);
  throw new Error(`the chain has no block and no transaction with the hash ${hash}`);
}

async function placeOfName(name: string): Promise<string> {
  const wanted = name.toLowerCase();
  const known = artifacts.value.filter(({ contract }) => contract.toLowerCase() === wanted);
  const contracts = known.length === 0 ? [] : await findContracts(chainId.value);
  const found = contracts.find(({ artifact }) => artifact?.contract.toLowerCase() === wanted);
  if (found !== undefined) return linkTo('contract', found.address);
  throw new Error(
    known.length === 0
      ? `"${name}" is no height, hash, address or name of a known contract`
      : `no contract on the chain has the code of ${name}`,
  );
}

function placeOf(query: Query): string | Promise<string> {
  switch (query.type) {
    case 'height':
      return linkTo('block', query.height);
    case 'address':
      return linkTo('account', query.address);
    case 'hash':
      return placeOfHash(query.hash);
    case 'name':
      return placeOfName(query.name);
  }
}

export function SearchBox(): JSX.Element {
  const text = useSignal('');
  const problem = useSignal('');
  const search = async (event: Event): Promise<void> => {
    event.preventDefault();
    problem.value = '';
    const query = readQuery(text.value);
    if (query === undefined) return;
    try {
      location.hash = await placeOf(query);
      text.value = '';
    } catch (error) {
      problem.value = `Nothing was found: ${(error as Error).message}.`;
    }
  };
  return (
    <search>
      <form class="search" onSubmit={(event) => void search(event)}>
        <label>
          <span class="hidden">Height, hash, address or contract</span>
          <input
            type="search"
            placeholder="Height, hash, address or contract"
            value={text.value}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          />
        </label>
        <button type="submit">Search</button>
        <p class="search-problem" role="status">
          {problem.value}
        </p>
      </form>
    </search>
  );
}
